#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

extern char** environ;

namespace stiction {

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// An empty folder that is removed at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = ::testing::TempDir() + "stiction-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed for " + name);
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

struct ProgramResult {
  int status = -1;  ///< exit status; 1000 + N if signal N killed it
  std::string out;
  std::string err;
};

/// How to start a program, apart from its arguments. File names are relative to `folder`.
struct ProgramSurroundings {
  std::string folder = ".";
  std::string input = "/dev/null";
  std::string output = {};  ///< a file or device instead of what `ProgramResult::out` captures
  bool closed_output = false;
  std::string program = STICTION_COMMAND;
};

/// A running program, `stiction` or another, whose output goes to files.
class Program {
 public:
  explicit Program(const std::vector<std::string>& arguments,
                   const ProgramSurroundings& surroundings = {}) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, surroundings.folder.c_str());
    posix_spawn_file_actions_addopen(&actions, 0, surroundings.input.c_str(), O_RDONLY, 0);
    constexpr int kWrite = O_WRONLY | O_CREAT | O_TRUNC;
    const std::string out =
        surroundings.output.empty() ? (folder_ / "out").string() : surroundings.output;
    if (surroundings.closed_output) {
      posix_spawn_file_actions_addclose(&actions, 1);
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), kWrite, 0600);
    }
    posix_spawn_file_actions_addopen(&actions, 2, (folder_ / "err").c_str(), kWrite, 0600);

    std::vector<std::string> words = {surroundings.program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const int error = posix_spawn(&process_, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error("cannot start " + words[0]);
  }
  ~Program() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Waits until the program has written something to a file, or for a minute.
  static void wait_for_content(const std::filesystem::path& file) {
    std::error_code absent;
    for (int waited_ms = 0; waited_ms < 60000; ++waited_ms) {
      const auto size = std::filesystem::file_size(file, absent);
      if (!absent && size > 0) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    throw std::runtime_error("stiction writes nothing to " + file.string());
  }

  void send(int signal) const { kill(process_, signal); }

  /// Waits for the end. Kills the program and throws if that takes longer than a minute.
  ProgramResult wait() {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    int wait_status = 0;
    while (waitpid(process_, &wait_status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() > deadline) {
        throw std::runtime_error("stiction does not end; it said: " + read_text(folder_ / "err"));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    process_ = -1;
    return {WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 1000 + WTERMSIG(wait_status),
            read_text(folder_ / "out"), read_text(folder_ / "err")};
  }

 private:
  TemporaryFolder folder_;
  pid_t process_ = -1;
};

inline ProgramResult run_stiction(const std::vector<std::string>& arguments,
                                  const ProgramSurroundings& surroundings = {}) {
  return Program(arguments, surroundings).wait();
}

}  // namespace stiction
