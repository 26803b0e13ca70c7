// Recordings: what was written is read back to the bit, and intact parts are distinguished from cut
// off or damaged ones. The test takes blocks apart and makes them from the format's description
// alone.

#include <stiction/scene/recording.h>

#include <gtest/gtest.h>
#include <stiction/scene/run_description.h>
#include <zlib.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "scene_files.h"

namespace stiction {
namespace {

/// A crate slides through a gate, a smaller one bounces. 40 steps. There are no round shapes: their
/// drawn surfaces would be most of the file.
std::string sliding_scene() {
  return in_scene(R"(<option timestep="0.01" duration="0.4"/>
    <material name="rubber" restitution="0.5"/>
    <body name="ground" static="true"> <plane/> </body>
    <body name="crate" xyz="0 0 0.5" linear_velocity="3 0.3 0" angular_velocity="0 0 2">
      <box size="1 1 1"/> </body>
    <body name="gate" static="true" xyz="1 0 0.5"> <box size="0.2 3 1" trigger="true"/> </body>
    <body name="ball" xyz="-3 0 0.6" material="rubber"> <box size="0.8 0.8 0.8"/> </body>)");
}

struct Recorded {
  std::vector<RunFrame> frames;  ///< of all steps, as they were taken
  std::string file;
  std::string end;  ///< JSON
};

Recorded record(const Scene& scene, std::size_t every = 1) {
  Recorded recorded;
  Simulation simulation(scene);
  RunRecorder figures(simulation.world());
  const FrameTaker taker(simulation.world());
  taker.take(simulation, recorded.frames.emplace_back());
  std::ostringstream out;
  RecordingWriter writer(out, simulation, every);
  while (!simulation.is_finished()) {
    figures.observe_step(simulation.step(), simulation.world());
    taker.take(simulation, recorded.frames.emplace_back());
    writer.observe_step(recorded.frames.back());
  }
  const RunReport report = figures.report(simulation);
  writer.finish(simulation, report);
  EXPECT_FALSE(writer.has_failed());
  recorded.file = out.str();
  recorded.end = describe_run_end(simulation, report);
  return recorded;
}

const Recorded& sliding_run() {
  static const Recorded recorded = record(scene_of(sliding_scene()));
  return recorded;
}

template <typename T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// Equal as recorded, with points in single precision.
bool is_same(const FrameContact& a, const FrameContact& b) {
  const auto recorded = [](const std::array<double, 3>& point) {
    std::array<float, 3> floats;
    std::ranges::transform(point, floats.begin(), to_single);
    return floats;
  };
  return a.body_a == b.body_a && a.body_b == b.body_b && a.shape_a == b.shape_a &&
         a.shape_b == b.shape_b && a.feature == b.feature &&
         recorded(a.point) == recorded(b.point) && same_bits(a.normal, b.normal) &&
         same_bits(a.gap, b.gap) && same_bits(a.normal_impulse, b.normal_impulse) &&
         same_bits(a.friction_impulse, b.friction_impulse) && same_bits(a.friction, b.friction) &&
         a.state == b.state;
}

bool is_same(const TriggerChange& a, const TriggerChange& b) {
  return a.step == b.step && a.enters == b.enters && a.trigger == b.trigger && a.shape == b.shape &&
         a.other == b.other;
}

bool is_same(const StepFigures& a, const StepFigures& b) {
  return a.energy == b.energy && a.work == b.work && a.residual == b.residual &&
         a.cone_residual == b.cone_residual && a.contacts == b.contacts &&
         a.penetration == b.penetration && a.pivots == b.pivots &&
         a.factorisations == b.factorisations && a.rung == b.rung && a.collide_us == b.collide_us &&
         a.solve_us == b.solve_us && a.total_us == b.total_us;
}

template <typename T>
bool are_same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::ranges::equal(a, b, [](const T& x, const T& y) { return is_same(x, y); });
}

bool is_same_state(const RunFrame& a, const RunFrame& b) {
  return a.step == b.step && a.motions.size() == b.motions.size() &&
         std::memcmp(a.motions.data(), b.motions.data(),
                     a.motions.size() * sizeof(RunFrame::Motion)) == 0 &&
         are_same(a.contacts, b.contacts) && is_same(a.figures, b.figures);
}

bool is_same(const RunFrame& a, const RunFrame& b) {
  return is_same_state(a, b) && are_same(a.trigger_changes, b.trigger_changes);
}

/// What a reader returns for a file.
struct Reading {
  std::string error;  ///< thrown at the start
  std::vector<RunFrame> frames;
  std::string end, fault;
};

Reading read(const std::string& file) {
  Reading reading;
  std::istringstream in(file);
  try {
    RecordingReader reader(in, "run.rec");
    while (const RunFrame* frame = reader.next()) reading.frames.push_back(*frame);
    EXPECT_EQ(reader.next(), nullptr);
    reading.end = reader.end();
    reading.fault = reader.fault();
  } catch (const RecordingError& error) {
    reading.error = error.what();
  }
  return reading;
}

bool is_beginning(const std::vector<RunFrame>& some, const std::vector<RunFrame>& all) {
  return some.size() <= all.size() &&
         std::equal(some.begin(), some.end(), all.begin(),
                    [](const RunFrame& a, const RunFrame& b) { return is_same(a, b); });
}

TEST(Recording, HoldsEveryStepToTheBit) {
  const Recorded& recorded = sliding_run();
  const Reading reading = read(recorded.file);
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.fault, "");
  EXPECT_EQ(reading.end, recorded.end);
  ASSERT_EQ(reading.frames.size(), 41u);
  EXPECT_TRUE(is_beginning(reading.frames, recorded.frames));
  // The run is not empty.
  EXPECT_EQ(reading.frames.back().motions.size(), 2u);
  EXPECT_GE(reading.frames.back().contacts.size(), 4u);
  EXPECT_TRUE(std::ranges::any_of(reading.frames,
                                  [](const RunFrame& f) { return !f.trigger_changes.empty(); }));
}

TEST(Recording, OfEveryNthStepEndsWithTheLastAndKeepsWhatTriggersSaw) {
  const Recorded recorded = record(scene_of(sliding_scene()), 7);
  const Reading reading = read(recorded.file);
  std::vector<std::size_t> steps;
  std::vector<TriggerChange> changes, all_changes;
  for (const RunFrame& frame : reading.frames) {
    steps.push_back(frame.step);
    EXPECT_TRUE(is_same_state(frame, recorded.frames[frame.step]));
    changes.insert(changes.end(), frame.trigger_changes.begin(), frame.trigger_changes.end());
  }
  for (const RunFrame& frame : recorded.frames) {
    all_changes.insert(all_changes.end(), frame.trigger_changes.begin(),
                       frame.trigger_changes.end());
  }
  EXPECT_EQ(steps, (std::vector<std::size_t>{0, 7, 14, 21, 28, 35, 40}));
  EXPECT_TRUE(are_same(changes, all_changes));
  EXPECT_EQ(reading.fault, "");
}

/// A heavy box at rest, and a slab far away: impulses, and places, of more than 3.4e38.
TEST(Recording, HoldsTheLargestFloatForWhatIsBeyondThem) {
  const Recorded recorded = record(scene_of(in_scene(R"(<option duration="0.05"/>
    <body name="ground" static="true"> <plane/> </body>
    <body name="heavy" xyz="5 0 0.5" mass="1e60"> <box size="1 1 1"/> </body>
    <body name="far" xyz="-1e39 0 0.5"> <box size="1 1 1"/> </body>)")));
  const Reading reading = read(recorded.file);
  EXPECT_EQ(reading.fault, "");
  EXPECT_EQ(reading.end, recorded.end);
  EXPECT_TRUE(is_beginning(reading.frames, recorded.frames));
  constexpr float kMost = std::numeric_limits<float>::max();
  float most_impulse = 0, least_x = 0;
  for (const FrameContact& contact : reading.frames.back().contacts) {
    most_impulse = std::max(most_impulse, contact.normal_impulse);
    least_x = std::min(least_x, static_cast<float>(contact.point[0]));
  }
  EXPECT_EQ(most_impulse, kMost);
  EXPECT_EQ(least_x, -kMost);
}

TEST(Recording, KeepsInfiniteFrictionAsItIs) {
  EXPECT_EQ(to_single(std::numeric_limits<double>::infinity()),
            std::numeric_limits<float>::infinity());
  EXPECT_EQ(to_single(-1e300), -std::numeric_limits<float>::max());
  EXPECT_EQ(to_single(0.1), 0.1F);
}

TEST(Recording, CutOffAnywhereGivesWhatIsWholeAndSaysSo) {
  const Recorded& recorded = sliding_run();
  std::size_t last = 0;
  for (std::size_t size = 0; size < recorded.file.size(); ++size) {
    const Reading reading = read(recorded.file.substr(0, size));
    ASSERT_TRUE(is_beginning(reading.frames, recorded.frames)) << size;
    ASSERT_GE(reading.frames.size(), last) << size;
    ASSERT_NE(reading.error.empty(), reading.fault.empty()) << size;
    const std::string& told = reading.error.empty() ? reading.fault : reading.error;
    ASSERT_TRUE(told.find("cut off") != std::string::npos ||
                (size < 8 && told.find("not a recording") != std::string::npos))
        << size << ": " << told;
    last = reading.frames.size();
  }
  EXPECT_EQ(last, 41u);
}

TEST(Recording, AnyByteThatChangesIsFoundOut) {
  const Recorded& recorded = sliding_run();
  std::mt19937 random(21);
  for (std::size_t place = 0; place < recorded.file.size(); ++place) {
    std::string file = recorded.file;
    file[place] = static_cast<char>(file[place] ^ (1 + random() % 255));
    const Reading reading = read(file);
    ASSERT_TRUE(is_beginning(reading.frames, recorded.frames)) << place;
    ASSERT_NE(reading.error.empty(), reading.fault.empty()) << place;
    ASSERT_EQ(reading.end, "") << place;
  }
}

constexpr std::size_t kFileHead = 12, kBlockHead = 16;

void append_word(std::string& bytes, std::uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(word >> shift & 255);
}

std::uint32_t word_at(const std::string& bytes, std::size_t place) {
  std::uint32_t word = 0;
  for (std::size_t k = 4; k-- > 0;) {
    word = word << 8 | static_cast<unsigned char>(bytes[place + k]);
  }
  return word;
}

struct Block {
  std::string kind, content;
};

std::vector<Block> take_apart(const std::string& file) {
  std::vector<Block> blocks;
  for (std::size_t at = kFileHead; at < file.size();) {
    const std::uint32_t packed = word_at(file, at + 4);
    uLongf size = word_at(file, at + 8);
    std::string content(size, '\0');
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(content.data()), &size,
                         reinterpret_cast<const Bytef*>(file.data() + at + kBlockHead), packed),
              Z_OK);
    blocks.push_back({file.substr(at, 4), content});
    at += kBlockHead + packed;
  }
  return blocks;
}

std::string put_together(const std::string& head, const std::vector<Block>& blocks) {
  std::string file = head;
  for (const Block& block : blocks) {
    uLongf size = compressBound(block.content.size());
    std::string packed(size, '\0');
    compress(reinterpret_cast<Bytef*>(packed.data()), &size,
             reinterpret_cast<const Bytef*>(block.content.data()), block.content.size());
    packed.resize(size);
    std::string whole = block.kind;
    append_word(whole, static_cast<std::uint32_t>(packed.size()));
    append_word(whole, static_cast<std::uint32_t>(block.content.size()));
    const std::string summed = whole + packed;
    append_word(whole,
                static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(summed.data()),
                                                 static_cast<uInt>(summed.size()))));
    file += whole + packed;
  }
  return file;
}

// Nonsense with right checksums: no number that a reader uses unchecked may harm it.
TEST(Recording, NonsenseInWholeBlocksIsNoHarm) {
  const std::string& file = sliding_run().file;
  const std::string head = file.substr(0, kFileHead);
  const std::vector<Block> blocks = take_apart(file);
  ASSERT_EQ(put_together(head, blocks).substr(0, 16), file.substr(0, 16));
  EXPECT_EQ(read(put_together(head, blocks)).fault, "");
  std::mt19937 random(7);
  for (int trial = 0; trial < 3000; ++trial) {
    std::vector<Block> changed = blocks;
    Block& block = changed[random() % changed.size()];
    const std::size_t how = random() % 4;
    if (how == 0) block.content.resize(random() % (2 * block.content.size() + 1));
    if (how == 1) block.kind = changed[random() % changed.size()].kind;
    for (std::size_t k = 0; how > 1 && k < 1 + random() % 4; ++k) {
      const std::size_t reach =
          how == 2 ? std::min<std::size_t>(block.content.size(), 64) : block.content.size();
      block.content[random() % reach] = static_cast<char>(random());
    }
    const Reading reading = read(put_together(head, changed));
    for (const RunFrame& frame : reading.frames) {
      ASSERT_TRUE(std::ranges::all_of(frame.motions, [](const RunFrame::Motion& motion) {
        return std::ranges::all_of(motion, [](double x) { return std::isfinite(x); });
      }));
    }
  }
}

// With a right checksum, too: programs that show a run may rely on everything that is documented
// about its start.
TEST(Recording, EachValueOfTheStartIsLookedAt) {
  using Json = nlohmann::json;
  const Recorded run = record(scene_of(in_scene(R"(<option duration="0.01"/>
      <body name="ground" static="true"> <plane/> </body>
      <body name="gate" static="true"> <box size="1 1 1" trigger="true"/> </body>
      <body name="door" xyz="0 0 2"> <box size="1 1 1"/> </body>
      <joint name="hinge" type="revolute" parent="world" child="door" xyz="0 0 2"/>)")));
  std::vector<Block> blocks = take_apart(run.file);
  const Json head = Json::parse(blocks[0].content);
  std::set<std::string> places;  // all values, lists and objects
  const Json leaves = head.at("start").flatten();
  for (const auto& [leaf, value] : leaves.items()) {
    for (Json::json_pointer place(leaf); !place.empty(); place = place.parent_pointer()) {
      places.insert(place.to_string());
    }
  }
  const auto error_of = [&](const Json& changed) {
    blocks[0].content = changed.dump();
    return read(put_together(run.file.substr(0, kFileHead), blocks)).error;
  };
  EXPECT_EQ(error_of(head), "");
  const std::string damaged = "run.rec: the recording is damaged, in its head";
  const std::set<std::string> may_be_absent = {"trigger", "normals", "marks"};
  for (const std::string& text : places) {
    const Json::json_pointer place(text);
    Json changed = head;
    Json& value = changed["start"][place];
    value = value.is_string() ? Json(7) : Json("text");
    ASSERT_EQ(error_of(changed), damaged) << text;

    changed = head;
    Json& parent = changed["start"][place.parent_pointer()];
    if (parent.is_object() && !may_be_absent.contains(place.back())) {
      parent.erase(place.back());
      ASSERT_EQ(error_of(changed), damaged) << "without " << text;
    } else if (parent.is_array() && parent.back().is_number()) {
      parent.erase(0);
      ASSERT_EQ(error_of(changed), damaged) << "without the first of " << text;
    }
  }
  for (const char* index : {"/bodies/1/shapes/0/surface", "/surfaces/0/triangles/0",
                            "/joints/0/parent", "/joints/0/child"}) {
    for (const int beyond : {-2, 1000}) {
      Json changed = head;
      changed["start"][Json::json_pointer(index)] = beyond;
      EXPECT_EQ(error_of(changed), damaged) << index;
    }
  }
}

TEST(Recording, BlocksOfOtherKindsAreLeftOut) {
  const std::string& file = sliding_run().file;
  std::vector<Block> blocks = take_apart(file);
  blocks.insert(blocks.begin() + 1, {"xtra", "of a later version"});
  const Reading reading = read(put_together(file.substr(0, kFileHead), blocks));
  EXPECT_EQ(reading.fault, "");
  EXPECT_EQ(reading.frames.size(), 41u);
}

TEST(Recording, SaysWhatIsWrongWithOtherFiles) {
  EXPECT_EQ(read("<scene/>").error,
            "run.rec: not a recording; expected a file that stiction run --record wrote");
  std::string newer = sliding_run().file;
  newer[8] = 2;
  EXPECT_EQ(read(newer).error, "run.rec: a recording of version 2; accepted is version 1");
}

class RecordingFileTest : public SceneFilesTest {};

// Observed steps reach the file while the run goes on, without later steps to push them there,
// whatever happens to the program.
TEST_F(RecordingFileTest, HoldsEachStepThoughNoneFollows) {
  const std::string name = path("run.rec");
  std::ofstream out(name, std::ios::binary);
  Scene scene = scene_of(sliding_scene());
  scene.duration = 10;
  Simulation simulation(scene);
  const FrameTaker taker(simulation.world());
  RecordingWriter writer(out, simulation);
  const auto count_frames = [&] {
    std::ifstream in(name, std::ios::binary);
    RecordingReader reader(in, name);
    std::size_t count = 0;
    while (reader.next() != nullptr) ++count;
    return count;
  };
  for (std::size_t step = 1; step <= 5; ++step) {
    RunFrame frame;
    simulation.step();
    taker.take(simulation, frame);
    const auto size = std::filesystem::file_size(name);
    writer.observe_step(frame);
    // At most a minute, so that a failure ends.
    for (int k = 0; k < 60000 && std::filesystem::file_size(name) == size; ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_GT(std::filesystem::file_size(name), size) << step;
    // At this moment the file is complete up to this step.
    EXPECT_EQ(count_frames(), step + 1);
  }
}

TEST(Recording, AFullDiskEndsItAndNothingElse) {
  std::ofstream out("/dev/full", std::ios::binary);
  Simulation simulation(scene_of(sliding_scene()));
  RunRecorder figures(simulation.world());
  const FrameTaker taker(simulation.world());
  RecordingWriter writer(out, simulation);
  RunFrame frame;
  while (!simulation.is_finished()) {
    figures.observe_step(simulation.step(), simulation.world());
    taker.take(simulation, frame);
    writer.observe_step(frame);
  }
  errno = ENOENT;  // of another failure in between
  writer.finish(simulation, figures.report(simulation));
  EXPECT_EQ(errno, ENOSPC);
  EXPECT_TRUE(writer.has_failed());
  EXPECT_FALSE(out);
}

TEST(Recording, AStreamThatIsNotOpenIsAFailureToo) {
  std::ofstream out;  // never opened
  Simulation simulation(scene_of(sliding_scene()));
  RecordingWriter writer(out, simulation);
  EXPECT_TRUE(writer.has_failed());
  EXPECT_THROW(RecordingWriter(out, simulation, 0), std::invalid_argument);
}

TEST(Recording, BodiesThatCameOrWentAreRefused) {
  std::ostringstream out;
  Simulation simulation(scene_of(sliding_scene()));
  RecordingWriter writer(out, simulation);
  RunFrame frame;
  simulation.step();
  FrameTaker(simulation.world()).take(simulation, frame);
  RunFrame more = frame, fewer = frame;
  more.motions.push_back(more.motions.back());
  fewer.motions.pop_back();
  EXPECT_THROW(writer.observe_step(more), std::invalid_argument);
  EXPECT_THROW(writer.observe_step(fewer), std::invalid_argument);
  EXPECT_NO_THROW(writer.observe_step(frame));
}

TEST(Recording, HoldsTheSceneAsItRan) {
  Scene scene = scene_of(sliding_scene());
  scene.timestep = 0.02;
  scene.contact.model = "no-slip";
  std::istringstream in(record(scene).file);
  const RecordingReader reader(in, "run.rec");
  const SceneReadResult again = read_recorded_scene(reader.head());
  ASSERT_TRUE(again.scene) << errors_of(again);
  EXPECT_EQ(again.scene->timestep, 0.02);
  EXPECT_EQ(again.scene->duration, 0.4);
  EXPECT_EQ(again.scene->contact.model, "no-slip");
  EXPECT_EQ(again.scene->text, sliding_scene());
  EXPECT_TRUE(std::filesystem::path(again.scene->file).is_absolute());
}

TEST(Recording, OfASceneMadeByHandCannotBeRunAgain) {
  Scene scene = scene_of(sliding_scene());
  scene.file.clear();
  std::istringstream in(record(scene).file);
  const RecordingReader reader(in, "run.rec");
  const SceneReadResult again = read_recorded_scene(reader.head());
  EXPECT_FALSE(again.scene);
  EXPECT_NE(errors_of(again).find("expected one of a scene file"), std::string::npos);
}

}  // namespace
}  // namespace stiction
