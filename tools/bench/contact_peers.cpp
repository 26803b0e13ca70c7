#include "contact_peers.h"

namespace stiction::bench {

std::vector<std::unique_ptr<ContactMethod>> make_contact_peers() {
  std::vector<std::unique_ptr<ContactMethod>> peers;
#ifdef STICTION_BENCH_BULLET
  add_bullet_peers(peers);
#endif
#ifdef STICTION_BENCH_SICONOS
  add_siconos_peers(peers);
#endif
  return peers;
}

void DensePeer::pose(const ContactProblem& problem, int directions) {
  posed_.pose(problem, directions);
  z_.setZero(lcp().q.size());
}

MethodAnswer DensePeer::answer() const {
  MethodAnswer answer;
  answer.claims_solved = claims_solved_;
  answer.pivots = pivots_;
  posed_.get_impulses(z_, answer.impulses);
  return answer;
}

}  // namespace stiction::bench
