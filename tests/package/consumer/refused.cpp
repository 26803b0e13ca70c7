// Compiled with flags under which the library's types would be others.
#include <stiction/contact/contact_problem.h>

int main() {}
