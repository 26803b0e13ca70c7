# Other libraries for the tables of `stiction-bench engine` (Bullet, ODE, MuJoCo), and their solvers
# for those of `lloyd` (Bullet, Siconos) and `lacoursiere` (ODE). Each source, peer_*.cpp, is built if
# its library is found. ODE exports its Dantzig solver without declaring it; peer_ode.cpp
# was written for version 0.16.2.
option(STICTION_BENCH_PEERS "Let stiction-bench run other libraries, if found" OFF)
if(NOT STICTION_BENCH_PEERS)
  return()
endif()

# The double-precision build, as in FindBulletDouble.
find_library(BulletDouble_DYNAMICS_LIBRARY NAMES BulletDynamics-float64)
find_path(Siconos_INCLUDE_DIR NAMES siconos/numerics/NonSmoothDrivers.h)
find_library(Siconos_NUMERICS_LIBRARY NAMES siconos_numerics)
find_library(Siconos_EXTERNALS_LIBRARY NAMES siconos_externals)
find_path(Ode_INCLUDE_DIR NAMES ode/ode.h)
find_library(Ode_LIBRARY NAMES ode)
find_path(Mujoco_INCLUDE_DIR NAMES mujoco/mujoco.h)
find_library(Mujoco_LIBRARY NAMES mujoco)
mark_as_advanced(BulletDouble_DYNAMICS_LIBRARY Siconos_INCLUDE_DIR Siconos_NUMERICS_LIBRARY
                 Siconos_EXTERNALS_LIBRARY Ode_INCLUDE_DIR Ode_LIBRARY
                 Mujoco_INCLUDE_DIR Mujoco_LIBRARY)

if(BulletDouble_DYNAMICS_LIBRARY)
  target_sources(stiction_bench PRIVATE bench/peer_bullet.cpp bench/peer_bullet_engine.cpp)
  target_link_libraries(stiction_bench PRIVATE ${BulletDouble_DYNAMICS_LIBRARY}
                                               BulletDouble::BulletCollision)
  target_compile_definitions(stiction_bench PRIVATE STICTION_BENCH_BULLET)
endif()
if(Siconos_INCLUDE_DIR AND Siconos_NUMERICS_LIBRARY AND Siconos_EXTERNALS_LIBRARY)
  target_sources(stiction_bench PRIVATE bench/peer_siconos.cpp)
  # Its headers include each other both with and without the folder name.
  target_include_directories(
    stiction_bench SYSTEM PRIVATE ${Siconos_INCLUDE_DIR} ${Siconos_INCLUDE_DIR}/siconos
                                  ${Siconos_INCLUDE_DIR}/siconos/numerics)
  target_link_libraries(stiction_bench PRIVATE ${Siconos_NUMERICS_LIBRARY}
                                               ${Siconos_EXTERNALS_LIBRARY})
  target_compile_definitions(stiction_bench PRIVATE STICTION_BENCH_SICONOS)
endif()
if(Ode_INCLUDE_DIR AND Ode_LIBRARY)
  target_sources(stiction_bench PRIVATE bench/peer_ode.cpp bench/peer_ode_engine.cpp)
  target_include_directories(stiction_bench SYSTEM PRIVATE ${Ode_INCLUDE_DIR})
  target_link_libraries(stiction_bench PRIVATE ${Ode_LIBRARY})
  target_compile_definitions(stiction_bench PRIVATE STICTION_BENCH_ODE)
endif()
if(Mujoco_INCLUDE_DIR AND Mujoco_LIBRARY)
  target_sources(stiction_bench PRIVATE bench/peer_mujoco_engine.cpp)
  target_include_directories(stiction_bench SYSTEM PRIVATE ${Mujoco_INCLUDE_DIR})
  target_link_libraries(stiction_bench PRIVATE ${Mujoco_LIBRARY})
  target_compile_definitions(stiction_bench PRIVATE STICTION_BENCH_MUJOCO)
endif()
