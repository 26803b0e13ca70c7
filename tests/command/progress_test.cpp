// Progress is for terminals: shown on a pseudo-terminal, removed at the end.

#include "program.h"
#include "scene_texts.h"

#include <pty.h>

#include <array>

namespace stiction {
namespace {

/// Runs `stiction run SCENE` for very long on a pseudo-terminal and interrupts it as soon as it has
/// shown `awaited`. Returns everything shown.
std::string run_on_terminal(const std::string& scene, const std::string& awaited, int& status) {
  int terminal = -1;
  winsize size = {.ws_row = 24, .ws_col = 100, .ws_xpixel = 0, .ws_ypixel = 0};
  const pid_t process = forkpty(&terminal, nullptr, nullptr, &size);
  if (process == 0) {
    execl(STICTION_COMMAND, STICTION_COMMAND, "run", scene.c_str(), "--duration", "1e10", nullptr);
    _exit(127);
  }
  if (process < 0) {
    ADD_FAILURE() << "no pseudo-terminal to be had; is /dev/pts mounted?";
    return {};
  }
  std::string shown;
  std::array<char, 4096> piece;
  bool is_interrupted = false;
  for (;;) {
    const ssize_t count = read(terminal, piece.data(), piece.size());
    if (count <= 0) break;  // The program has ended.
    shown.append(piece.data(), static_cast<std::size_t>(count));
    if (is_interrupted || shown.find(awaited) == std::string::npos) continue;
    kill(process, SIGINT);
    is_interrupted = true;
  }
  close(terminal);
  int wait_status = 0;
  waitpid(process, &wait_status, 0);
  status = WEXITSTATUS(wait_status);
  return shown;
}

TEST(Progress, IsShownOnATerminalAndGoneAtTheEnd) {
  const TemporaryFolder folder;
  int status = 0;
  const std::string shown =
      run_on_terminal(folder.write("drift.xml", drifting_ball()), "contacts", status);
  EXPECT_EQ(status, 128 + SIGINT);
  EXPECT_NE(shown.find("[....."), std::string::npos) << shown;
  EXPECT_NE(shown.find(" left, 0 contacts"), std::string::npos) << shown;
  const std::size_t cleared = shown.rfind("\r\x1b[K");
  ASSERT_NE(cleared, std::string::npos) << shown;
  EXPECT_EQ(shown.find(" left, ", cleared), std::string::npos) << "drawn after its end: " << shown;
  EXPECT_NE(shown.find("interrupted at t = ", cleared), std::string::npos) << shown;
}

}  // namespace
}  // namespace stiction
