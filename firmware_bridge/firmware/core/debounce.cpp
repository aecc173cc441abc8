#include "debounce.h"

namespace box {

namespace {

// A contact that moves for so long without settling is stuck. A tilt switch may well rattle through a long shake.
uint32_t chatter_us(uint8_t input) {
  switch (input) {
    case cup: return 5000000;
    case tilt: return 20000000;
    default: return 2000000;
  }
}

}  // namespace

void Debouncer::start(uint16_t raw, uint32_t now_us) {
  raw_ = settled_ = raw;
  busy_ = stuck_ = 0;
  for (uint8_t i = 0; i < input_count; ++i) first_us_[i] = last_us_[i] = now_us;
}

void Debouncer::edge(uint16_t raw, uint32_t at_us, Sink& sink) {
  advance(at_us, sink);
  const uint16_t before = raw_, moved = raw ^ raw_;
  raw_ = raw;
  for (uint8_t i = 0; i < input_count; ++i) {
    const uint16_t bit = static_cast<uint16_t>(1u << i);
    if (!(moved & bit)) continue;
    // Settled, and only waiting for its turn: a short press must not vanish for that.
    if ((busy_ & bit) && at_us - last_us_[i] >= settle_us) settle(i, bit, before & bit, sink);
    last_us_[i] = at_us;
    if (!(busy_ & bit)) {
      busy_ |= bit;
      first_us_[i] = at_us;
    }
  }
}

void Debouncer::advance(uint32_t now_us, Sink& sink) {
  for (uint8_t i = 0; i < input_count; ++i) {
    const uint16_t bit = static_cast<uint16_t>(1u << i);
    if (busy_ & bit) {
      if (now_us - last_us_[i] >= settle_us) {
        if (!earlier_is_open(i, now_us)) settle(i, bit, raw_ & bit, sink);
      } else if (!(stuck_ & bit) && now_us - first_us_[i] >= chatter_us(i)) {
        stuck_ |= bit;
        sink.changed(i, Level::stuck, now_us);
      }
    } else if (i >= believe && (settled_ & ~stuck_ & bit) && now_us - last_us_[i] >= button_held_us) {
      stuck_ |= bit;
      sink.changed(i, Level::stuck, now_us);
    }
  }
}

// Whether another contact moved before this one and has not settled yet. A lift just before BELIEVE is a CALL, so the
// order counts; but nobody waits long for a contact that keeps bouncing.
bool Debouncer::earlier_is_open(uint8_t input, uint32_t now_us) const {
  if (now_us - last_us_[input] >= settle_us + wait_for_order_us) return false;
  for (uint8_t i = 0; i < input_count; ++i) {
    if (i == input || !(busy_ & ~stuck_ & 1u << i)) continue;
    if (static_cast<int32_t>(first_us_[i] - first_us_[input]) < 0) return true;
  }
  return false;
}

void Debouncer::settle(uint8_t input, uint16_t bit, bool active, Sink& sink) {
  const bool was_stuck = stuck_ & bit;
  busy_ &= static_cast<uint16_t>(~bit);
  stuck_ &= static_cast<uint16_t>(~bit);
  if (!was_stuck && active == level(input)) return;  // a spike, and back again
  settled_ = static_cast<uint16_t>(active ? settled_ | bit : settled_ & ~bit);
  sink.changed(input, active ? Level::active : Level::rest, was_stuck ? last_us_[input] : first_us_[input]);
}

void Shaker::edge(uint32_t at_us, Sink& sink) {
  advance(at_us, sink);
  last_us_ = at_us;
  if (shaking_) return;
  if (edges_ == 0 || at_us - first_us_ > edges_within_us) {
    first_us_ = at_us;
    edges_ = 1;
  } else if (++edges_ == edges_of_a_shake) {
    shaking_ = true;
    sink.changed(shake, Level::active, first_us_);
  }
}

void Shaker::advance(uint32_t now_us, Sink& sink) {
  if (!shaking_) {
    if (edges_ && now_us - last_us_ > edges_within_us) edges_ = 0;
    return;
  }
  if (now_us - last_us_ >= still_after_us) {
    shaking_ = stuck_ = false;
    edges_ = 0;
    sink.changed(shake, Level::rest, last_us_);
  } else if (!stuck_ && now_us - first_us_ >= stuck_after_us) {
    stuck_ = true;
    sink.changed(shake, Level::stuck, now_us);
  }
}

}  // namespace box
