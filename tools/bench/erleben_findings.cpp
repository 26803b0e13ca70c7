#include "erleben_findings.h"
namespace stiction::bench {
std::vector<PrintAndHere> make_erleben_findings(const std::vector<CurveSet>&, const std::vector<EndSeries>&) { return {}; }
int print_broken_claims(std::ostream&, const std::vector<EndSeries>&) { return 0; }
}
