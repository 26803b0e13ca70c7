#pragma once

#include <stiction/world/step_report.h>

#include <cstddef>
#include <filesystem>
#include <vector>

namespace stiction {

/// Writes the contact problems in a step's report, each into a folder of its own,
/// `directory/step-000123-island-0/`, with `M.mtx`, `q.mtx` and the answer `z.mtx` (left out if
/// there is none, or one with a NaN), so that `stiction solve` can replay it; and under `coulomb`
/// with `problem.hdf5`, the contact problem on its true cone in FCLIB's global form, if there are
/// contacts, and `has_fclib_files()` and `fits_fclib` hold (not with joints, nor after an impact
/// with restitution). `step` counts from 1; islands have the numbers that the step gave them.
/// Folders are created as needed; files of the same name are replaced, and an old `problem.hdf5` is
/// removed if none is written.
///
/// A problem of more than `kMostPosedContacts` contacts gets a `contact-problem.json`
/// (`write_problem_replay`) instead of matrices. An unsolved problem gets that file too; with it
/// `stiction solve` repeats exactly what the step did. (M and q hold a pyramid of its best answer,
/// which may well have a solution.) `contact` is the contact model that the world uses.
///
/// Returns the folders, one for each of `report.problems`. Throws MatrixMarketError, FclibError or
/// ReplayError, naming the file, if one cannot be written, and std::invalid_argument for an invalid
/// problem, such as one with a NaN.
std::vector<std::filesystem::path> write_step_problems(const std::filesystem::path& directory,
                                                       std::size_t step, const StepReport& report,
                                                       const ContactModelOptions& contact = {});

}  // namespace stiction
