#include <stiction/contact/fclib.h>

#include <gtest/gtest.h>

#include <Eigen/Core>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "constants.h"

#ifdef STICTION_HAS_HDF5
#include <hdf5.h>
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace stiction {
namespace {

namespace fs = std::filesystem;
using Form = FclibProblem::Form;
using Numbers = std::vector<double>;
using Integers = std::vector<int>;

Eigen::VectorXd vector(std::initializer_list<double> numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.begin(), std::ssize(numbers));
}

/// One contact with W = weight * identity.
FclibProblem make_one_contact(const Eigen::VectorXd& q, double mu, double weight = 1) {
  FclibProblem problem;
  problem.dimension = static_cast<int>(q.size());
  problem.W.resize(q.size(), q.size());
  problem.W.setIdentity();
  problem.W *= weight;
  problem.q = q;
  problem.mu = vector({mu});
  return problem;
}

Eigen::SparseMatrix<double> make_random_sparse(Eigen::Index rows, Eigen::Index columns,
                                               std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(rows, columns);
  for (double& element : dense.reshaped()) {
    if (number(random) > 0.2) element = number(random) / 3;
  }
  return dense.sparseView();
}

Eigen::VectorXd make_random_vector(Eigen::Index size, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  return Eigen::VectorXd::NullaryExpr(size, [&] { return number(random) / 3; });
}

FclibProblem make_random_fclib_problem(Form form, int dimension, int num_contacts, unsigned seed) {
  std::mt19937 random(seed);
  const Eigen::Index m = dimension * num_contacts;
  const Eigen::Index n = 7;
  FclibProblem problem;
  problem.form = form;
  problem.dimension = dimension;
  problem.mu = make_random_vector(num_contacts, random).cwiseAbs();
  problem.title = "a random problem";
  problem.description = "seed " + std::to_string(seed);
  if (form == Form::local) {
    problem.W = make_random_sparse(m, m, random);
    problem.q = make_random_vector(m, random);
    return problem;
  }
  const Eigen::MatrixXd root = make_random_sparse(n, n, random);
  problem.M = (root * root.transpose() + Eigen::MatrixXd::Identity(n, n)).sparseView();
  problem.H = make_random_sparse(n, m, random);
  problem.f = make_random_vector(n, random);
  problem.w = make_random_vector(m, random);
  return problem;
}

std::string complaint(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  } catch (const FclibError& error) {
    return std::string("file: ") + error.what();
  }
  return "no exception";
}

TEST(FclibValidate, SaysWhatIsWrong) {
  const auto complaint_after = [](Form form, const std::function<void(FclibProblem&)>& change) {
    FclibProblem problem = make_random_fclib_problem(form, 3, 2, 1);
    change(problem);
    return complaint([&] { validate(problem); });
  };
  const auto local = [&](auto change) { return complaint_after(Form::local, change); };
  const auto global = [&](auto change) { return complaint_after(Form::global, change); };
  EXPECT_EQ(local([](FclibProblem&) {}), "no exception");
  EXPECT_EQ(global([](FclibProblem&) {}), "no exception");
  EXPECT_EQ(local([](FclibProblem& p) { p.dimension = 4; }), "expected dimension 2 or 3, got 4");
  EXPECT_EQ(local([](FclibProblem& p) { p.q.conservativeResize(5); }),
            "expected 6 entries in q, as many as the dimension for each entry of mu, got 5");
  EXPECT_EQ(local([](FclibProblem& p) { p.W.resize(6, 5); }),
            "expected 6 x 6 elements in W, a row and a column for each entry of q, got 6 x 5");
  EXPECT_EQ(local([](FclibProblem& p) { p.W.coeffRef(2, 3) = kNaN; }),
            "expected finite numbers in W");
  EXPECT_EQ(local([](FclibProblem& p) { p.q[5] = kInf; }), "expected finite numbers in q");
  EXPECT_EQ(local([](FclibProblem& p) { p.mu[1] = -0.5; }),
            "expected finite numbers >= 0 in mu, got mu[1] = -0.5");
  EXPECT_EQ(local([](FclibProblem& p) { p.mu[0] = kNaN; }),
            "expected finite numbers >= 0 in mu, got mu[0] = nan");
  EXPECT_EQ(global([](FclibProblem& p) { p.f.conservativeResize(6); }),
            "expected 6 x 6 elements in M, a row and a column for each entry of f, got 7 x 7");
  EXPECT_EQ(global([](FclibProblem& p) { p.H.resize(6, 6); }),
            "expected 7 x 6 elements in H, a row for each entry of f, a column for each of w, "
            "got 6 x 6");
  EXPECT_EQ(global([](FclibProblem& p) { p.w.resize(0); }),
            "expected 6 entries in w, as many as the dimension for each entry of mu, got 0");
  EXPECT_EQ(global([](FclibProblem& p) { p.f[0] = kNaN; }), "expected finite numbers in f");
}

// With W = 1 and q = (-1, t): sticking needs r = -q, in the cone if |t| <= mu; sliding has r_N = 1
// and friction mu against the slip; an open contact needs q_N >= 0 and r = 0.
TEST(FclibResidual, IsZeroForTheAnswersThatAreKnown) {
  EXPECT_EQ(
      calc_fclib_residual(make_one_contact(vector({-1, 0.3, 0.2}), 0.5), vector({1, -.3, -.2})), 0);
  EXPECT_LT(calc_fclib_residual(make_one_contact(vector({-1, 3, 4}), 0.5), vector({1, -0.3, -0.4})),
            1e-15);
  EXPECT_EQ(calc_fclib_residual(make_one_contact(vector({2, 3, 4}), 0.5), vector({0, 0, 0})), 0);
  EXPECT_EQ(calc_fclib_residual(make_one_contact(vector({-1, 0.3}), 0.5), vector({1, -0.3})), 0);
  EXPECT_LT(calc_fclib_residual(make_one_contact(vector({-1, 3}), 0.5), vector({1, -0.5})), 1e-15);
  EXPECT_EQ(calc_fclib_residual(make_one_contact(vector({2, 3}), 0.5), vector({0, 0})), 0);
  // Frictionless: the cone is the ray along the normal.
  EXPECT_EQ(calc_fclib_residual(make_one_contact(vector({-1, 3, 4}), 0), vector({1, 0, 0})), 0);
}

// r = 0 at q = (-1, 3, 4), mu = 1/2, s = 1: u + mu |u_T| N = (3/2, 3, 4), whose negative has |x_T|
// = 5 and projects to r_N = (-3/2 + 5/2) / (5/4) = 4/5, |r_T| = 2/5. Its length over max |q| = 4.
TEST(FclibResidual, OfWrongAnswersIsTheClosedForm) {
  const double length = std::hypot(0.8, 0.4);
  EXPECT_NEAR(calc_fclib_residual(make_one_contact(vector({-1, 3, 4}), 0.5), vector({0, 0, 0})),
              length / 4, 1e-15);
  EXPECT_NEAR(calc_fclib_residual(make_one_contact(vector({-1, 5}), 0.5), vector({0, 0})),
              length / 5, 1e-15);
  // An impulse outside the cone, at rest: (1, 2) projects to (8/5, 4/5) for mu = 1/2.
  EXPECT_NEAR(calc_fclib_residual(make_one_contact(vector({-1, -2}), 0.5), vector({1, 2})),
              std::hypot(0.6, 1.2) / 2, 1e-15);
  // Pulling: r - u = (-1, 0) - (1, 0) has the apex as its nearest point.
  EXPECT_EQ(calc_fclib_residual(make_one_contact(vector({2, 0}), 0.5), vector({-1, 0})), 0.5);
}

TEST(FclibResidual, DoesNotDependOnUnits) {
  const Eigen::VectorXd r = vector({0.2, -0.1, 0.3});
  const FclibProblem problem = make_one_contact(vector({-1, 3, 4}), 0.5);
  const double expected = calc_fclib_residual(problem, r);
  // Masses in units of 1024 give impulses of 1024 units and W of 1/1024.
  EXPECT_EQ(calc_fclib_residual(make_one_contact(problem.q, 0.5, 1.0 / 1024), 1024 * r), expected);
  EXPECT_EQ(calc_fclib_residual(make_one_contact(8 * problem.q, 0.5, 8), r), expected);
}

TEST(FclibResidual, IsTheWorstOverContacts) {
  FclibProblem problem;
  problem.dimension = 2;
  problem.W.resize(4, 4);
  problem.W.setIdentity();
  problem.q = vector({-1, 0.1, -1, 5});
  problem.mu = vector({0.5, 0.5});
  EXPECT_NEAR(calc_fclib_residual(problem, vector({1, -0.1, 0, 0})), std::hypot(0.8, 0.4) / 5,
              1e-15);
}

TEST(FclibResidual, IsInfiniteForWhatIsNotFiniteAndZeroForNoVelocity) {
  FclibProblem problem = make_one_contact(vector({-1, 3, 4}), 0.5);
  EXPECT_EQ(calc_fclib_residual(problem, vector({1, kNaN, 0})), kInf);
  EXPECT_EQ(calc_fclib_residual(problem, vector({1e300, 1e300, kInf})), kInf);
  problem.mu[0] = kNaN;
  EXPECT_EQ(calc_fclib_residual(problem, vector({1, 0, 0})), kInf);
  problem = make_one_contact(vector({-1, 3, 4}), 0.5, 0);  // no mean diagonal to scale by
  EXPECT_EQ(calc_fclib_residual(problem, vector({1, 0, 0})), kInf);
  problem = make_one_contact(vector({-1, 3, 4}), 0.5, 1e300);
  EXPECT_EQ(calc_fclib_residual(problem, vector({1e300, 0, 0})), kInf);
  EXPECT_EQ(calc_fclib_residual(make_one_contact(vector({0, 0, 0}), 0.5), vector({1, 2, 3})), 0);
  EXPECT_THROW(calc_fclib_residual(problem, vector({1, 0})), std::invalid_argument);
}

TEST(FclibResidual, OfTheGlobalFormIsThatOfItsLocalForm) {
  for (const int dimension : {2, 3}) {
    const FclibProblem global = make_random_fclib_problem(Form::global, dimension, 3, 5);
    const FclibProblem local = make_local(global);
    std::mt19937 random(6);
    const Eigen::VectorXd r = make_random_vector(3 * dimension, random);
    const double residual = calc_fclib_residual(local, r);
    EXPECT_GT(residual, 1e-3);
    EXPECT_NEAR(calc_fclib_residual(global, r), residual, 1e-12 * residual);
  }
}

// A particle of 2 kg on the floor, falling with 1 m/s and sliding with (3, 4) m/s.
TEST(FclibMakeLocal, OfAParticle) {
  FclibProblem global;
  global.form = Form::global;
  global.M.resize(3, 3);
  global.M.setIdentity();
  global.M *= 2;
  global.H.resize(3, 3);
  global.H.setIdentity();
  global.f = vector({-2, 6, 8});
  global.w = vector({0, 0, 0.5});
  global.mu = vector({0.5});
  global.title = "particle";
  const FclibProblem local = make_local(global);
  EXPECT_EQ(local.form, Form::local);
  EXPECT_EQ(Eigen::MatrixXd(local.W), 0.5 * Eigen::MatrixXd::Identity(3, 3));
  EXPECT_EQ(local.W.nonZeros(), 9);
  EXPECT_EQ(local.q, vector({-1, 3, 4.5}));
  EXPECT_EQ(local.mu, global.mu);
  EXPECT_EQ(local.title, "particle");
}

TEST(FclibMakeLocal, RefusesASingularM) {
  FclibProblem global = make_random_fclib_problem(Form::global, 3, 2, 1);
  global.M.setZero();
  EXPECT_EQ(complaint([&] { make_local(global); }), "expected a regular M, got a singular one");
  EXPECT_EQ(calc_fclib_residual(global, Eigen::VectorXd::Zero(6)), kInf);
  global.M = Eigen::MatrixXd::Ones(7, 7).sparseView();
  EXPECT_EQ(complaint([&] { make_local(global); }), "expected a regular M, got a singular one");
}

#ifdef STICTION_HAS_HDF5

bool same_bits(const double* a, const double* b, Eigen::Index size) {
  return std::equal(a, a + size, b, [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

void expect_same(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_TRUE(same_bits(a.data(), b.data(), a.size()));
}

void expect_same(const Eigen::SparseMatrix<double>& a, const Eigen::SparseMatrix<double>& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  ASSERT_EQ(a.nonZeros(), b.nonZeros());
  EXPECT_TRUE(std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.cols() + 1, b.outerIndexPtr()));
  EXPECT_TRUE(std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr()));
  EXPECT_TRUE(same_bits(a.valuePtr(), b.valuePtr(), a.nonZeros()));
}

void expect_same(const FclibProblem& a, const FclibProblem& b) {
  EXPECT_EQ(a.form, b.form);
  EXPECT_EQ(a.dimension, b.dimension);
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.description, b.description);
  expect_same(a.mu, b.mu);
  expect_same(a.W, b.W);
  expect_same(a.q, b.q);
  expect_same(a.M, b.M);
  expect_same(a.H, b.H);
  expect_same(a.f, b.f);
  expect_same(a.w, b.w);
}

/// A file in FCLIB's layout that a test modifies with HDF5 itself.
class FclibFile : public testing::Test {
 protected:
  FclibFile() {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    path_ = fs::path(testing::TempDir()) / (std::string("stiction_fclib_") + test.name() + ".hdf5");
  }
  ~FclibFile() override { fs::remove(path_); }

  void write(Form form, int dimension = 3) {
    write_fclib(make_random_fclib_problem(form, dimension, 2, 3), path_);
  }

  void change(const std::function<void(hid_t)>& edit) {
    const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    ASSERT_GE(file, 0);
    edit(file);
    H5Fclose(file);
  }
  void remove(const char* object) {
    change([=](hid_t file) { H5Ldelete(file, object, H5P_DEFAULT); });
  }
  void put(hid_t file, const char* object, hid_t file_type, hid_t memory_type,
           const std::vector<hsize_t>& sizes, const void* data, hid_t creation = H5P_DEFAULT) {
    if (H5Lexists(file, object, H5P_DEFAULT) > 0) H5Ldelete(file, object, H5P_DEFAULT);
    const hid_t space =
        sizes.empty() ? H5Screate(H5S_SCALAR)
                      : H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr);
    const hid_t set =
        H5Dcreate2(file, object, file_type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    ASSERT_GE(set, 0) << object;
    if (data != nullptr) H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
    H5Dclose(set);
    H5Sclose(space);
  }
  void replace(const char* object, const Numbers& numbers) {
    change([&](hid_t file) {
      put(file, object, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {numbers.size()}, numbers.data());
    });
  }
  void replace(const char* object, const Integers& numbers) {
    change([&](hid_t file) {
      put(file, object, H5T_STD_I32LE, H5T_NATIVE_INT, {numbers.size()}, numbers.data());
    });
  }
  void replace_matrix(const std::string& group, int nz, int nzmax, const Integers& p,
                      const Integers& i, const Numbers& x) {
    replace((group + "/nz").c_str(), Integers{nz});
    replace((group + "/nzmax").c_str(), Integers{nzmax});
    replace((group + "/p").c_str(), p);
    replace((group + "/i").c_str(), i);
    replace((group + "/x").c_str(), x);
  }
  Numbers numbers_of(const char* object) {
    Numbers numbers;
    change([&](hid_t file) {
      const hid_t set = H5Dopen2(file, object, H5P_DEFAULT);
      const hid_t space = H5Dget_space(set);
      numbers.resize(H5Sget_simple_extent_npoints(space));
      H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data());
      H5Sclose(space);
      H5Dclose(set);
    });
    return numbers;
  }

  void compress(const char* object) {
    const Numbers numbers = numbers_of(object);
    change([&](hid_t file) {
      const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
      const hsize_t chunk = 4;
      H5Pset_chunk(creation, 1, &chunk);
      H5Pset_shuffle(creation);
      H5Pset_deflate(creation, 4);
      H5Pset_fletcher32(creation);
      put(file, object, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {numbers.size()}, numbers.data(),
          creation);
      H5Pclose(creation);
    });
  }

  /// The message of `read_fclib` about the file, without the file's name.
  std::string read_complaint() const {
    const std::string text = complaint([this] { read_fclib(path_); });
    const std::string prefix = "file: " + path_.string() + ": ";
    return text.starts_with(prefix) ? text.substr(prefix.size()) : "without the file: " + text;
  }

  std::string bytes() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  void write_bytes(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
  }

  fs::path path_;
};

TEST_F(FclibFile, ReadsBackBitForBit) {
  EXPECT_TRUE(has_fclib_files());
  for (const Form form : {Form::local, Form::global}) {
    for (const int dimension : {2, 3}) {
      for (const int num_contacts : {0, 1, 5}) {
        const FclibProblem problem = make_random_fclib_problem(form, dimension, num_contacts, 9);
        write_fclib(problem, path_);
        expect_same(read_fclib(path_), problem);
        EXPECT_EQ(read_fclib(path_).num_contacts(), num_contacts);
      }
    }
  }
}

TEST_F(FclibFile, KeepsExtremeNumbersAndStoredZeros) {
  FclibProblem problem = make_one_contact(vector({-0.0, 5e-324, 1.7976931348623157e308}), 0.1);
  problem.W.coeffRef(0, 1) = -0.0;
  problem.W.coeffRef(2, 1) = 0;  // leaves W uncompressed, too
  write_fclib(problem, path_);
  problem.W.makeCompressed();
  expect_same(read_fclib(path_), problem);
}

TEST_F(FclibFile, IsTheSameForTheSameProblemAndReplacesAnotherFile) {
  write(Form::global);
  const std::string first = bytes();
  write_bytes("something else");
  write(Form::global);
  EXPECT_EQ(bytes(), first);
}

TEST_F(FclibFile, HasTheLayoutOfFclib) {
  FclibProblem problem = make_one_contact(vector({-1, 2, 3}), 0.5, 4);
  FclibSolution solution;
  solution.r = vector({1, 2, 3});
  solution.u = vector({4, 5, 6});
  write_fclib(problem, path_, solution);
  EXPECT_EQ(numbers_of("/fclib_local/spacedim"), Numbers{3});
  EXPECT_EQ(numbers_of("/fclib_local/W/m"), Numbers{3});
  EXPECT_EQ(numbers_of("/fclib_local/W/n"), Numbers{3});
  EXPECT_EQ(numbers_of("/fclib_local/W/nz"), Numbers{-1});
  EXPECT_EQ(numbers_of("/fclib_local/W/nzmax"), Numbers{3});
  EXPECT_EQ(numbers_of("/fclib_local/W/p"), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(numbers_of("/fclib_local/W/i"), (Numbers{0, 1, 2}));
  EXPECT_EQ(numbers_of("/fclib_local/W/x"), (Numbers{4, 4, 4}));
  EXPECT_EQ(numbers_of("/fclib_local/vectors/q"), (Numbers{-1, 2, 3}));
  EXPECT_EQ(numbers_of("/fclib_local/vectors/mu"), Numbers{0.5});
  EXPECT_EQ(numbers_of("/solution/r"), (Numbers{1, 2, 3}));
  EXPECT_EQ(numbers_of("/solution/u"), (Numbers{4, 5, 6}));
  change([](hid_t file) {
    EXPECT_EQ(H5Lexists(file, "/solution/v", H5P_DEFAULT), 0);
    EXPECT_GT(H5Lexists(file, "/fclib_local/info/math_info", H5P_DEFAULT), 0);
    EXPECT_EQ(H5Lexists(file, "/fclib_local/info/title", H5P_DEFAULT), 0);
  });

  problem = make_random_fclib_problem(Form::global, 2, 3, 1);
  solution = {.r = problem.w, .u = problem.w, .v = problem.f};
  write_fclib(problem, path_, solution);
  EXPECT_EQ(numbers_of("/fclib_global/H/m"), Numbers{7});
  EXPECT_EQ(numbers_of("/fclib_global/H/n"), Numbers{6});
  EXPECT_EQ(numbers_of("/fclib_global/M/m"), Numbers{7});
  EXPECT_EQ(numbers_of("/fclib_global/vectors/f").size(), 7u);
  EXPECT_EQ(numbers_of("/fclib_global/vectors/w").size(), 6u);
  EXPECT_EQ(numbers_of("/solution/v").size(), 7u);
}

TEST_F(FclibFile, RefusesToWriteWhatCouldNotBeRead) {
  FclibProblem problem = make_one_contact(vector({-1, 2, 3}), -1);
  EXPECT_THROW(write_fclib(problem, path_), std::invalid_argument);
  problem.mu[0] = 1;
  FclibSolution solution;
  solution.v = vector({1, 2, 3});
  EXPECT_EQ(complaint([&] { write_fclib(problem, path_, solution); }),
            "expected 0 entries in v of the answer, got 3");
  solution = {.r = vector({1, kNaN, 2}), .u = {}, .v = {}};
  EXPECT_EQ(complaint([&] { write_fclib(problem, path_, solution); }),
            "expected finite numbers in r of the answer");
  EXPECT_FALSE(fs::exists(path_));
  const fs::path nowhere = path_ / "nowhere" / "p.hdf5";
  EXPECT_EQ(
      complaint([&] { write_fclib(problem, nowhere); }),
      "file: " + nowhere.string() + ": the file cannot be written: No such file or directory");
}

// The same 7 x 6 matrix H = e_6 (1, 2, 0, 0, 0, 0) + e_0 (0, 0, 0, 0, 0, 3) in each storage.
TEST_F(FclibFile, ReadsEveryStorageOfAMatrix) {
  write(Form::global);
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(7, 6);
  H(6, 0) = 1;
  H(6, 1) = 2;
  H(0, 5) = 3;
  const std::string group = "/fclib_global/H";
  replace_matrix(group, -1, 3, {0, 1, 2, 2, 2, 2, 3}, {6, 6, 0}, {1, 2, 3});
  EXPECT_EQ(Eigen::MatrixXd(read_fclib(path_).H), H) << "compressed columns";
  replace_matrix(group, -2, 3, {0, 1, 1, 1, 1, 1, 1, 3}, {5, 1, 0}, {3, 2, 1});
  EXPECT_EQ(Eigen::MatrixXd(read_fclib(path_).H), H) << "compressed rows, not in order";
  replace_matrix(group, 3, 3, {0, 6, 6}, {5, 0, 1}, {3, 1, 2});
  EXPECT_EQ(Eigen::MatrixXd(read_fclib(path_).H), H) << "triplets";
  replace_matrix(group, 3, 3, {5, 0, 1}, {0, 6, 6}, {3, 1, 2});
  EXPECT_EQ(Eigen::MatrixXd(read_fclib(path_).H), H) << "triplets, p and i exchanged";
  replace_matrix(group, 4, 5, {0, 6, 6, 6}, {5, 0, 1, 1}, {3, 1, 1.5, 0.5, kNaN});
  EXPECT_EQ(read_complaint(), "/fclib_global/H/x: expected finite numbers, got nan at 4")
      << "even in what is not used";
  replace_matrix(group, 4, 5, {0, 6, 6, 6}, {5, 0, 1, 1}, {3, 1, 1.5, 0.5, 77});
  EXPECT_EQ(Eigen::MatrixXd(read_fclib(path_).H), H) << "a sum, and room to spare";
}

TEST_F(FclibFile, ReadsOtherWidthsScalarsAndPaddings) {
  write(Form::local);
  const FclibProblem problem = read_fclib(path_);
  const std::int64_t dimension = 3;
  const Numbers mu = {0.5, 0.25};
  change([&](hid_t file) {
    put(file, "/fclib_local/spacedim", H5T_STD_I8BE, H5T_NATIVE_INT64, {}, &dimension);
    put(file, "/fclib_local/vectors/mu", H5T_IEEE_F32BE, H5T_NATIVE_DOUBLE, {2}, mu.data());
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, 4);
    H5Tset_strpad(text, H5T_STR_NULLPAD);
    put(file, "/fclib_local/info/title", text, text, {}, "four");
    put(file, "/fclib_local/info/description", text, text, {1}, "on\0e");
    H5Tclose(text);
  });
  EXPECT_EQ(read_fclib(path_).dimension, 3);
  EXPECT_EQ(read_fclib(path_).mu, vector({0.5, 0.25}));
  EXPECT_EQ(read_fclib(path_).title, "four");
  EXPECT_EQ(read_fclib(path_).description, "on");
  remove("/fclib_local/info");
  EXPECT_EQ(read_fclib(path_).title, "");
  expect_same(read_fclib(path_).W, problem.W);
}

TEST_F(FclibFile, ReadsCompressedChunks) {
  write(Form::local);
  const FclibProblem problem = read_fclib(path_);
  compress("/fclib_local/W/x");
  compress("/fclib_local/vectors/q");
  expect_same(read_fclib(path_), problem);
}

TEST_F(FclibFile, IsRefusedWhenItIsNone) {
  EXPECT_EQ(read_complaint(), "the file cannot be read: No such file or directory");
  write_bytes("");
  EXPECT_EQ(read_complaint(), "expected an HDF5 file, got something else or a damaged one");
  write_bytes("%%MatrixMarket matrix array real general\n");
  EXPECT_EQ(read_complaint(), "expected an HDF5 file, got something else or a damaged one");
  EXPECT_NE(complaint([] { read_fclib(testing::TempDir()); }).find("is a directory"),
            std::string::npos);
}

TEST_F(FclibFile, IsRefusedWithoutAProblemOrWithTwo) {
  write(Form::local);
  change([](hid_t file) {
    H5Gclose(H5Gcreate2(file, "fclib_global", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  });
  EXPECT_EQ(read_complaint(),
            "expected one of the groups /fclib_local and /fclib_global, got both");
  remove("fclib_global");
  remove("fclib_local");
  EXPECT_EQ(read_complaint(),
            "expected one of the groups /fclib_local and /fclib_global, got neither");
  replace("/fclib_local", Numbers{1});
  EXPECT_EQ(read_complaint(), "/fclib_local: expected a group, got another kind of object");
}

TEST_F(FclibFile, NamesWhatIsMissing) {
  const char* const local[] = {"spacedim", "W",   "W/m", "W/n",     "W/nz",      "W/nzmax",
                               "W/p",      "W/i", "W/x", "vectors", "vectors/q", "vectors/mu"};
  const char* const global[] = {"spacedim", "M",         "M/x",       "H",         "H/p",
                                "vectors",  "vectors/f", "vectors/w", "vectors/mu"};
  const auto check = [&](Form form, const std::string& object) {
    write(form);
    remove(object.c_str());
    EXPECT_TRUE(read_complaint().starts_with(object + ": is missing, expected a "))
        << read_complaint();
  };
  for (const char* object : local) check(Form::local, std::string("/fclib_local/") + object);
  for (const char* object : global) check(Form::global, std::string("/fclib_global/") + object);
}

TEST_F(FclibFile, NamesVectorsThatAreWrong) {
  const auto after = [&](const char* object, const auto& numbers) {
    write(Form::local);
    replace(object, numbers);
    return read_complaint();
  };
  EXPECT_EQ(after("/fclib_local/spacedim", Integers{4}),
            "/fclib_local/spacedim: expected an integer from 2 to 3, got 4");
  EXPECT_EQ(after("/fclib_local/spacedim", Integers{3, 3}),
            "/fclib_local/spacedim: expected 1 number, got 2");
  EXPECT_EQ(after("/fclib_local/spacedim", Integers{}),
            "/fclib_local/spacedim: expected 1 number, got 0");
  EXPECT_EQ(after("/fclib_local/spacedim", Numbers{3}),
            "/fclib_local/spacedim: expected integers of at most 64 bits");
  EXPECT_EQ(after("/fclib_local/vectors/mu", Integers{1, 1}),
            "/fclib_local/vectors/mu: expected floating-point numbers of at most 64 bits");
  EXPECT_EQ(after("/fclib_local/vectors/mu", Numbers{0.5, -0.5}),
            "/fclib_local/vectors/mu: expected numbers >= 0, got -0.5 at 1");
  EXPECT_EQ(after("/fclib_local/vectors/mu", Numbers{0.5, kNaN}),
            "/fclib_local/vectors/mu: expected finite numbers, got nan at 1");
  EXPECT_EQ(after("/fclib_local/vectors/q", Numbers{1, 2, 3, 4, 5, -kInf}),
            "/fclib_local/vectors/q: expected finite numbers, got -inf at 5");
  EXPECT_EQ(after("/fclib_local/vectors/mu", Numbers{0.5}),
            "/fclib_local/vectors/q: expected 3 numbers, got 6");
  EXPECT_EQ(after("/fclib_local/vectors/q", Numbers{1, 2, 3, 4, 5}),
            "/fclib_local/vectors/q: expected 6 numbers, got 5");
}

TEST_F(FclibFile, NamesMatricesThatAreWrong) {
  const auto after = [&](const char* name, const auto& numbers) {
    write(Form::local);
    replace_matrix("/fclib_local/W", -1, 3, {0, 1, 2, 2, 2, 2, 3}, {5, 4, 0}, {1, 2, 3});
    replace((std::string("/fclib_local/W/") + name).c_str(), numbers);
    const std::string text = read_complaint();
    const std::string group = "/fclib_local/W/";
    return text.starts_with(group) ? text.substr(group.size()) : text;
  };
  EXPECT_EQ(after("m", Integers{5}), "m: expected 6, got 5");
  EXPECT_EQ(after("m", Integers{2147483647}), "m: expected 6, got 2147483647");
  EXPECT_EQ(after("n", Integers{-6}), "n: expected 6, got -6");
  EXPECT_EQ(after("nzmax", Integers{-1}),
            "nzmax: expected an integer from 0 to 2147483647, got -1");
  EXPECT_EQ(after("nz", Integers{-3}), "nz: expected an integer from -2 to 3, got -3");
  EXPECT_EQ(after("nz", Integers{4}), "nz: expected an integer from -2 to 3, got 4");
  EXPECT_EQ(after("p", Integers{0, 1, 2, 2, 2, 2}), "p: expected 7 numbers, got 6");
  const std::string rising =
      "p: expected numbers that rise from 0 to at most nzmax = 3, each not below the one before";
  EXPECT_EQ(after("p", Integers{1, 1, 2, 2, 2, 2, 3}), rising);
  EXPECT_EQ(after("p", Integers{0, 2, 1, 2, 2, 2, 3}), rising);
  EXPECT_EQ(after("p", Integers{0, 1, 2, 2, 2, 2, 4}), rising);
  EXPECT_EQ(after("p", Integers{0, 1, 2, -2, 2, 2, 3}), rising);
  EXPECT_EQ(after("i", Integers{5, 4}), "i: expected 3 numbers, got 2");
  EXPECT_EQ(after("i", Integers{5, 6, 0}), "i: expected indices from 0 to 5, got 6 at 1");
  EXPECT_EQ(after("i", Integers{5, 4, -1}), "i: expected indices from 0 to 5, got -1 at 2");
  EXPECT_EQ(after("x", Numbers{1, 2, 3, 4}), "x: expected 3 numbers, got 4");
  EXPECT_EQ(after("x", Numbers{1, kNaN, 3}), "x: expected finite numbers, got nan at 1");
  EXPECT_EQ(after("x", Integers{1, 2, 3}), "x: expected floating-point numbers of at most 64 bits");
}

TEST_F(FclibFile, NamesTripletsThatAreWrong) {
  write(Form::global);
  replace_matrix("/fclib_global/H", 2, 2, {0, 7}, {0, 0}, {1, 2});
  EXPECT_EQ(read_complaint(), "/fclib_global/H/p: expected indices from 0 to 6, got 7 at 1");
  replace_matrix("/fclib_global/H", 2, 2, {6, 0}, {0, 6}, {1, 2});
  EXPECT_EQ(read_complaint(),
            "/fclib_global/H: expected row indices below 7 in p and column indices below 6 in i");
  replace_matrix("/fclib_global/H", 2, 2, {6}, {0, 0}, {1, 2});
  EXPECT_EQ(read_complaint(), "/fclib_global/H/p: expected 2 numbers, got 1");
  replace_matrix("/fclib_global/H", 2, 2, {6, 6}, {0, 0}, {1e308, 1e308});
  EXPECT_EQ(read_complaint(), "/fclib_global: expected finite numbers in H");
}

TEST_F(FclibFile, RefusesEqualityConstraints) {
  for (const auto& [form, object] : {std::pair{Form::global, "/fclib_global/G"},
                                     {Form::local, "/fclib_local/V"},
                                     {Form::local, "/fclib_local/R"}}) {
    write(form);
    replace(object, Numbers{1});
    EXPECT_EQ(read_complaint(), std::string(object) +
                                    ": equality constraints are not supported, "
                                    "expected contacts only");
  }
}

// Sizes that a file announces do not allocate memory; links to other files are not followed.
TEST_F(FclibFile, RefusesDataThatIsNotInTheFile) {
  const auto after = [&](const std::function<void(hid_t, hid_t)>& make) {
    write(Form::local);
    change([&](hid_t file) {
      const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
      H5Ldelete(file, "/fclib_local/vectors/mu", H5P_DEFAULT);
      make(file, creation);
      H5Pclose(creation);
    });
    return read_complaint();
  };
  const char* const mu = "/fclib_local/vectors/mu";
  const std::string prefix = "/fclib_local/vectors/mu: expected ";
  const std::string huge = after([&](hid_t file, hid_t creation) {
    put(file, mu, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {hsize_t{1} << 50}, nullptr, creation);
  });
  EXPECT_TRUE(huge.starts_with(prefix + "no more data than a file of ")) << huge;
  const std::string two_dimensional = after([&](hid_t file, hid_t creation) {
    put(file, mu, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {2, 1}, nullptr, creation);
  });
  EXPECT_EQ(two_dimensional, prefix + "one dimension");
  const std::string filtered = after([&](hid_t file, hid_t creation) {
    const hsize_t chunk = 2;
    H5Pset_chunk(creation, 1, &chunk);
    H5Pset_nbit(creation);
    put(file, mu, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {2}, nullptr, creation);
  });
  const std::string large_chunk = after([&](hid_t file, hid_t creation) {
    const hsize_t chunk = hsize_t{1} << 28;
    H5Pset_chunk(creation, 1, &chunk);
    const hsize_t most = H5S_UNLIMITED;
    const hsize_t size = 2;
    const hid_t space = H5Screate_simple(1, &size, &most);
    H5Dclose(H5Dcreate2(file, mu, H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT));
    H5Sclose(space);
  });
  EXPECT_TRUE(large_chunk.starts_with(prefix + "no more data than a file of ")) << large_chunk;
  const std::string not_plain = prefix +
                                "data stored in the file itself, with no filters but deflate, "
                                "shuffle and fletcher32";
  EXPECT_EQ(filtered, not_plain);
  const std::string external = after([&](hid_t file, hid_t creation) {
    H5Pset_external(creation, "/dev/zero", 0, 16);
    put(file, mu, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {2}, nullptr, creation);
  });
  EXPECT_EQ(external, not_plain);
  const std::string link = after([&](hid_t file, hid_t) {
    H5Lcreate_external("/dev/zero", "/x", file, mu, H5P_DEFAULT, H5P_DEFAULT);
  });
  EXPECT_EQ(link, prefix + "a data set, got a link or something damaged");
}

TEST_F(FclibFile, RefusesTextThatIsNone) {
  write(Form::local);
  replace("/fclib_local/info/title", Numbers{1});
  EXPECT_EQ(read_complaint(), "/fclib_local/info/title: expected a string of fixed length");
  write(Form::local);
  change([&](hid_t file) {
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, H5T_VARIABLE);
    const char* const title = "any length";
    put(file, "/fclib_local/info/title", text, text, {}, &title);
    H5Tclose(text);
  });
  EXPECT_EQ(read_complaint(), "/fclib_local/info/title: expected a string of fixed length");
}

TEST_F(FclibFile, IsRefusedWhereverItIsCutOff) {
  write(Form::global);
  const std::string whole = bytes();
  for (std::size_t size = 0; size < whole.size(); size += 61) {
    write_bytes(whole.substr(0, size));
    EXPECT_EQ(read_complaint(), "expected an HDF5 file, got something else or a damaged one")
        << size;
  }
}

// Any damage ends in an error or in a valid problem.
TEST_F(FclibFile, SurvivesDamage) {
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler hdf5_loses_memory_over_some_damage;
#endif
  std::mt19937 random(11);
  for (const Form form : {Form::local, Form::global}) {
    write(form);
    compress(form == Form::local ? "/fclib_local/W/x" : "/fclib_global/H/x");
    const std::string whole = bytes();
    for (int trial = 0; trial < 500; ++trial) {
      std::string damaged = whole;
      const int num_changes = 1 << (random() % 6);
      for (int change = 0; change < num_changes; ++change) {
        damaged[random() % damaged.size()] = static_cast<char>(random() % 2 ? random() : 255);
      }
      write_bytes(damaged);
      try {
        validate(read_fclib(path_));
      } catch (const FclibError&) {
      }
    }
  }
}

TEST_F(FclibFile, PrintsNothingAndLeavesErrorPrintingAsItWas) {
  H5E_auto2_t before = nullptr;
  H5E_auto2_t after = nullptr;
  void* data = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &before, &data);
  ASSERT_NE(before, nullptr);
  write_bytes("not HDF5");
  testing::internal::CaptureStderr();
  EXPECT_THROW(read_fclib(path_), FclibError);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  H5Eget_auto2(H5E_DEFAULT, &after, &data);
  EXPECT_EQ(after, before);
}

TEST_F(FclibFile, IsReadByManyThreads) {
  const FclibProblem problem = make_random_fclib_problem(Form::global, 3, 4, 2);
  write_fclib(problem, path_);
  std::vector<std::thread> threads;
  std::vector<int> num_right(4, 0);
  for (int& right : num_right) {
    threads.emplace_back([&, this] {
      for (int k = 0; k < 20; ++k) right += read_fclib(path_).f == problem.f;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(num_right, std::vector<int>(4, 20));
}

#ifdef STICTION_FCLIB_COLLECTION
// External problems: all can be read and survive a copy, and r = 0, which solves none of them, is
// judged accordingly.
TEST_F(FclibFile, ReadsTheCollection) {
  int num_files = 0;
  for (const fs::directory_entry& file : fs::directory_iterator(STICTION_FCLIB_COLLECTION)) {
    if (file.path().extension() != ".hdf5") continue;
    SCOPED_TRACE(file.path().filename().string());
    ++num_files;
    const FclibProblem problem = read_fclib(file.path());
    EXPECT_GT(problem.num_contacts(), 0);
    EXPECT_FALSE(problem.title.empty());
    write_fclib(problem, path_);
    expect_same(read_fclib(path_), problem);
    const Eigen::Index size = problem.dimension * problem.mu.size();
    const double residual = calc_fclib_residual(problem, Eigen::VectorXd::Zero(size));
    EXPECT_GT(residual, 1e-6);
    EXPECT_LT(residual, kInf);
    EXPECT_NEAR(calc_fclib_residual(make_local(problem), Eigen::VectorXd::Zero(size)), residual,
                1e-9 * residual);
  }
  EXPECT_GT(num_files, 0);
}
#endif

#else

TEST(FclibFile, NeedsHdf5) {
  EXPECT_FALSE(has_fclib_files());
  const std::string expected =
      "file: p.hdf5: FCLIB files need HDF5, which this build does not have";
  EXPECT_EQ(complaint([] { read_fclib("p.hdf5"); }), expected);
  EXPECT_EQ(complaint([] { write_fclib(FclibProblem(), "p.hdf5"); }), expected);
}

#endif

}  // namespace
}  // namespace stiction
