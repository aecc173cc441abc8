// The cup and button box for the Arduino IDE: Uno or Nano. `companion box sketch FOLDER` lays this file and its sources
// together as the IDE wants them; config.h says which parts the box has.
#include "src/boards/uno/board.h"

void setup() { uno::begin(); }

void loop() { uno::turn(); }
