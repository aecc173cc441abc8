// Timer 1: the clock, and the interrupt that samples the contacts 2,000 times a second into a ring of edges.
#pragma once
#include <stdint.h>

namespace uno {

// The contacts from `at_us` on.
struct Edge {
  uint32_t at_us;
  uint16_t contacts;
};

// Starts both; returns the contacts of the first sample.
uint16_t begin_clock();
uint32_t now_us();

bool has_edge();
// The oldest edge not taken yet; only where has_edge(). Where the ring had run full the newest contacts are in its last
// edge: changes are late then, never lost for good.
Edge next_edge();

// The lamps to drive; bit n for lamp n.
void light(uint16_t lamps);

}  // namespace uno
