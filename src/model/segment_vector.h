#pragma once

#include <stiction/model/contact_columns.h>

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

namespace stiction::lloyd {

/// A vector in the space of the columns of N and D (6 entries a body) that knows which of its
/// segments are not zero, so that a column's work is that of the bodies it touches.
template <class Scalar>
class SegmentVector {
 public:
  void resize(const ContactColumns& columns) {
    contacts_ = columns.contacts.data();
    width_ = columns.width;
    entries_.assign(columns.dimension, Scalar(0));
    is_touched_.assign(columns.dimension, 0);
    touched_.clear();
    touched_.reserve(width_ > 0 ? columns.dimension / width_ : 0);
  }

  void clear() {
    for (const int segment : touched_) {
      std::fill_n(entries_.begin() + segment, width_, Scalar(0));
      is_touched_[segment] = 0;
    }
    touched_.clear();
  }

  /// += rows^T (n, x, y), `rows` those of contact c.
  void add(const Scalar* rows, int c, const std::array<Scalar, 3>& nxy) {
    for (const int segment : contacts_[c].segment) {
      if (segment >= 0) {
        if (!is_touched_[segment]) {
          is_touched_[segment] = 1;
          touched_.push_back(segment);
        }
        Scalar* v = entries_.data() + segment;
        for (int i = 0; i < width_; ++i) {
          v[i] += nxy[0] * rows[4 * i] + nxy[1] * rows[4 * i + 1] + nxy[2] * rows[4 * i + 2];
        }
      }
      rows += 4 * width_;
    }
  }

  bool touches(int c) const {
    for (const int segment : contacts_[c].segment) {
      if (segment >= 0 && is_touched_[segment]) return true;
    }
    return false;
  }

  /// rows . v, the three numbers of contact c (and a zero).
  std::array<Scalar, 4> dot(const Scalar* rows, int c) const {
    std::array<Scalar, 4> result;
    Sum sum;
    add_contact(rows, c, sum);
    sum.store(result.data());
    return result;
  }

  /// The same for all of `results`, the rows of contact c at rows + c stride. Returns the largest
  /// magnitude.
  Scalar dot_all(const Scalar* rows, int stride,
                 std::vector<std::array<Scalar, 4>>& results) const {
    Sum largest;
    for (int c = 0; c < static_cast<int>(results.size()); ++c, rows += stride) {
      Sum sum;
      add_contact(rows, c, sum);
      sum.store(results[c].data());
      largest.keep_larger(sum);
    }
    return largest.max();
  }

  Scalar dot(const SegmentVector& other) const {
    Scalar sum(0);
    for (const int segment : touched_) {
      if (!other.is_touched_[segment]) continue;
      for (int i = segment; i < segment + width_; ++i) sum += entries_[i] * other.entries_[i];
    }
    return sum;
  }

 private:
  /// Four sums at a time. For double they are written as two vectors of two, which compilers do not
  /// find here by themselves; lane by lane the operations are the same.
  struct ScalarSum {
    Scalar lanes[4] = {Scalar(0), Scalar(0), Scalar(0), Scalar(0)};

    void add(const Scalar* row, Scalar factor) {
      for (int k = 0; k < 4; ++k) lanes[k] += row[k] * factor;
    }
    void keep_larger(const ScalarSum& other) {
      for (int k = 0; k < 4; ++k) {
        const Scalar size = other.lanes[k] < Scalar(0) ? -other.lanes[k] : other.lanes[k];
        lanes[k] = std::max(lanes[k], size);
      }
    }
    void store(Scalar* to) const { std::copy_n(lanes, 4, to); }
    Scalar max() const { return std::max({lanes[0], lanes[1], lanes[2], lanes[3]}); }
  };
  struct PairSum {
    using Pair = Eigen::Array2d;
    Pair low = Pair::Zero();
    Pair high = Pair::Zero();

    void add(const double* row, double factor) {
      low += Eigen::Map<const Pair>(row) * factor;
      high += Eigen::Map<const Pair>(row + 2) * factor;
    }
    void keep_larger(const PairSum& other) {
      low = low.max(other.low.abs());
      high = high.max(other.high.abs());
    }
    void store(double* to) const {
      Eigen::Map<Pair>{to} = low;
      Eigen::Map<Pair>{to + 2} = high;
    }
    double max() const { return std::max(low.maxCoeff(), high.maxCoeff()); }
  };
  using Sum = std::conditional_t<std::is_same_v<Scalar, double>, PairSum, ScalarSum>;

  void add_contact(const Scalar* rows, int c, Sum& sum) const {
    for (const int segment : contacts_[c].segment) {
      if (segment >= 0 && is_touched_[segment]) {
        const Scalar* v = entries_.data() + segment;
        if (width_ == 6) {
          for (int i = 0; i < 6; ++i) sum.add(rows + 4 * i, v[i]);
        } else {
          for (int i = 0; i < width_; ++i) sum.add(rows + 4 * i, v[i]);
        }
      }
      rows += 4 * width_;
    }
  }

  const ContactColumns::Contact* contacts_ = nullptr;
  int width_ = 6;
  std::vector<Scalar> entries_;
  std::vector<char> is_touched_;
  std::vector<int> touched_;  ///< first entries of the segments that are not zero
};

}  // namespace stiction::lloyd
