#pragma once

#include <stiction/model/contact_columns.h>

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <vector>

namespace stiction::lloyd {

/// A vector in the space of the columns of N and D (6 entries per body) that knows which of its
/// segments are not zero, so that work on a column involves only the bodies that it touches.
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
        touch(segment);
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

  /// rows . v: the three numbers of contact c (and a zero). Sums four at a time in registers, which
  /// compilers do not manage here on their own.
  std::array<Scalar, 4> dot(const Scalar* rows, int c) const {
    using Lanes = Eigen::Array<Scalar, 4, 1>;
    Lanes sum = Lanes::Zero();
    for (const int segment : contacts_[c].segment) {
      if (segment >= 0 && is_touched_[segment]) {
        const Scalar* v = entries_.data() + segment;
        const auto add = [&](int i) { sum += Eigen::Map<const Lanes>(rows + 4 * i) * v[i]; };
        if (width_ == 6) {
          for (int i = 0; i < 6; ++i) add(i);
        } else {
          for (int i = 0; i < width_; ++i) add(i);
        }
      }
      rows += 4 * width_;
    }
    std::array<Scalar, 4> result;
    Eigen::Map<Lanes>{result.data()} = sum;
    return result;
  }

  /// Only the first of the three numbers, from the entries of `normals` of contact c.
  Scalar dot_normal(const Scalar* normals, int c) const {
    Scalar sum(0);
    for (const int segment : contacts_[c].segment) {
      if (segment >= 0 && is_touched_[segment]) {
        const Scalar* v = entries_.data() + segment;
        if (width_ == 6) {
          sum += (normals[0] * v[0] + normals[1] * v[1]) + (normals[2] * v[2] + normals[3] * v[3]) +
                 (normals[4] * v[4] + normals[5] * v[5]);
        } else {
          for (int i = 0; i < width_; ++i) sum += normals[i] * v[i];
        }
      }
      normals += width_;
    }
    return sum;
  }

  /// += factor other.
  void add(const SegmentVector& other, Scalar factor) {
    for (const int segment : other.touched_) {
      touch(segment);
      for (int i = segment; i < segment + width_; ++i) entries_[i] += factor * other.entries_[i];
    }
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
  void touch(int segment) {
    if (is_touched_[segment]) return;
    is_touched_[segment] = 1;
    touched_.push_back(segment);
  }

  const ContactColumns::Contact* contacts_ = nullptr;
  int width_ = 6;
  std::vector<Scalar> entries_;
  std::vector<char> is_touched_;
  std::vector<int> touched_;  ///< first entries of the segments that are not zero
};

}  // namespace stiction::lloyd
