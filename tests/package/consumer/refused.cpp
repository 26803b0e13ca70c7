// Compiled with flags that would change the library's types.
#include <stiction/contact/contact_problem.h>

int main() {}
