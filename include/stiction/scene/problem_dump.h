#pragma once

#include <stiction/world/step_report.h>

#include <cstddef>
#include <filesystem>
#include <vector>

namespace stiction {

/// Writes the contact problems that a step's report holds, each into a folder of its own,
/// `directory/step-000123-island-0/` with `M.mtx`, `q.mtx` and the answer `z.mtx` (left out if
/// there is none, or one with a NaN), so that `stiction solve` can replay it; and `problem.hdf5`,
/// the contact problem on its true cone in FCLIB's global form, under `coulomb`, if there are
/// contacts, and `has_fclib_files()` and `fits_fclib` hold (not with joints, nor after an impact
/// with restitution). `step` counts from 1; islands have the numbers that the step gave them.
/// Folders are made as needed; files of the same name are replaced, and a `problem.hdf5` is removed
/// where none is written.
///
/// A problem of more than `kMostPosedContacts` contacts has no matrices but a
/// `contact-problem.json` (`write_problem_replay`). One that was left unsolved has that too, with
/// which `stiction solve` does again what the step did; `contact` is what the world solves contacts
/// with. A pyramid of its best answer, which is what M and q are, may well have an answer.
///
/// Returns the folders, one for each of `report.problems`. Throws MatrixMarketError, FclibError or
/// ReplayError, naming the file, when one cannot be written, and std::invalid_argument for a
/// problem that is none, such as one with a NaN.
std::vector<std::filesystem::path> write_step_problems(const std::filesystem::path& directory,
                                                       std::size_t step, const StepReport& report,
                                                       const ContactModelOptions& contact = {});

}  // namespace stiction
