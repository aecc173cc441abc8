#include "board.h"

int main() {
  uno::begin();
  for (;;) uno::turn();
}
