#include "link.h"

namespace box {

namespace {

constexpr uint16_t countable = 0x7FFF;  // how far back a gap is counted; beyond it sequence numbers would be ambiguous
constexpr uint32_t age_every_us = 1000000;
// Half way to the wrap of the clock. The upper bound tells an event of long ago from one stamped a moment ahead of now.
constexpr uint32_t stale_us = 0x80000000, not_yet_us = 0xC0000000;

// The payload each message from the host has; 0xFF: no such message.
uint8_t size_of(uint8_t type) {
  switch (static_cast<Type>(type)) {
    case Type::hello: return 6;
    case Type::ping: return 8;
    case Type::ack: return 6;
    case Type::lamps: return 5;
    case Type::beep: return 1;
    case Type::get_state: return 0;
    default: return 0xFF;
  }
}

}  // namespace

void Link::begin() {
  const uint32_t before = memory_.load();
  if (before == Memory::blank) return;
  boot_id_ = before + 1 == Memory::blank ? 0 : before + 1;
  memory_.save(boot_id_);
}

void Link::set_level(uint8_t input, Level level) {
  const uint16_t bit = static_cast<uint16_t>(1u << input);
  active_ = static_cast<uint16_t>(level == Level::active ? active_ | bit : active_ & ~bit);
  stuck_ = static_cast<uint16_t>(level == Level::stuck ? stuck_ | bit : stuck_ & ~bit);
}

void Link::record(uint8_t input, Level level, uint32_t at_us) {
  set_level(input, level);
  if (!pending()) progress_us_ = at_us;
  if (pending() == ring_size) {
    ++oldest_;
    if (dropped_ != 0xFFFF) ++dropped_;
    gap_told_ = false;
    if (lost() > countable) base_ = static_cast<uint16_t>(oldest_ - countable);
    keep_cursor_in_ring();
  }
  held(next_) = Held{at_us, input, static_cast<uint8_t>(level)};
  ++next_;
  resend_after_ = resend_us;
}

void Link::receive(uint8_t byte, uint32_t now_us) {
  if (decoder_.feed(byte)) act(now_us);
}

void Link::poll(uint32_t now_us) {
  // Signed, so that a byte stamped a moment ahead of this turn is no silence of 71 minutes.
  if (greeted_ && static_cast<int32_t>(now_us - heard_us_) > static_cast<int32_t>(host_gone_us)) {
    greeted_ = false;
    steady_ = blinking_ = 0;
  }
  if (now_us - aged_us_ >= age_every_us) age(now_us);
  if (greeted_) send_ring(now_us);
}

uint8_t Link::take_beep() {
  const uint8_t asked = beep_;
  beep_ = 0xFF;
  return asked;
}

void Link::keep_cursor_in_ring() {
  if (static_cast<uint16_t>(cursor_ - oldest_) > ring_size) cursor_ = oldest_;
}

void Link::start_pass(uint32_t now_us) {
  cursor_ = oldest_;
  gap_told_ = false;
  progress_us_ = now_us;
}

void Link::send_ring(uint32_t now_us) {
  if (!pending() && !lost()) return;
  if (now_us - progress_us_ >= resend_after_) {
    start_pass(now_us);
    resend_after_ = resend_after_ * 2 > resend_at_most_us ? resend_at_most_us : resend_after_ * 2;
  }
  uint8_t bytes[8];
  if (lost() && !gap_told_) {
    if (!say(Type::gap, Writer(bytes).u16(base_).u16(lost()), bytes)) return;
    gap_told_ = true;
  }
  while (cursor_ != next_) {
    const Held& event = held(cursor_);
    if (!say(Type::event, Writer(bytes).u16(cursor_).u32(event.at_us).u8(event.input).u8(event.level), bytes)) return;
    ++cursor_;
  }
}

void Link::age(uint32_t now_us) {
  aged_us_ = now_us;
  for (uint16_t seq = oldest_; seq != next_; ++seq) {
    const uint32_t ago = now_us - held(seq).at_us;
    if (ago > stale_us && ago < not_yet_us) held(seq).level |= stale_bit;
  }
}

bool Link::say(Type type, const Writer& payload, const uint8_t* bytes) {
  if (wire_.room() < frame_size(payload.size())) return false;
  uint8_t frame[max_frame];
  wire_.write(frame, frame_encode(static_cast<uint8_t>(type), bytes, payload.size(), frame));
  return true;
}

void Link::refuse(Refusal why) {
  uint8_t bytes[3];
  say(Type::nack, Writer(bytes).u8(decoder_.type()).u8(static_cast<uint8_t>(why)).u8(protocol_version), bytes);
}

void Link::act(uint32_t now_us) {
  const uint8_t* payload = decoder_.payload();
  const uint8_t size = size_of(decoder_.type());
  if (size == 0xFF) return refuse(Refusal::unknown_type);
  if (size != decoder_.size()) return refuse(Refusal::wrong_length);
  const Type type = static_cast<Type>(decoder_.type());
  if (type == Type::hello) return greet(now_us);
  if (!greeted_) return refuse(Refusal::not_greeted);
  heard_us_ = now_us;
  uint8_t bytes[8];
  switch (type) {
    case Type::ping:
      say(Type::pong, Writer(bytes).u32(read_u32(payload)).u32(now_us), bytes);
      break;
    case Type::ack:
      acknowledged(now_us);
      break;
    case Type::lamps:
      lamps_rev_ = payload[0];
      steady_ = read_u16(payload + 1);
      blinking_ = read_u16(payload + 3);
      tell_state();
      break;
    case Type::beep:
      if (payload[0] < beep_count) beep_ = payload[0];
      else refuse(Refusal::wrong_value);
      break;
    default:
      tell_state();
  }
}

void Link::greet(uint32_t now_us) {
  const uint8_t* hello = decoder_.payload();
  if (protocol_version < hello[0] || protocol_version > hello[1]) return refuse(Refusal::wrong_version);
  const uint32_t nonce = read_u32(hello + 2);
  if (boot_id_ == Memory::blank) {
    boot_id_ = nonce == Memory::blank ? 0 : nonce;
    memory_.save(boot_id_);
  }
  greeted_ = true;
  heard_us_ = now_us;
  uint8_t bytes[max_payload];
  Writer welcome(bytes);
  welcome.u8(protocol_version).u32(nonce).u32(boot_id_).u8(firmware_major).u8(firmware_minor);
  welcome.u8(build_.board).u8(build_.capabilities).u8(build_.seats);
  welcome.u16(oldest_).u16(next_).u16(dropped_).u32(now_us).u16(active_).u16(stuck_);
  say(Type::welcome, welcome, bytes);
  start_pass(now_us);
  resend_after_ = resend_us;
}

void Link::acknowledged(uint32_t now_us) {
  const uint8_t* ack = decoder_.payload();
  const uint16_t following = read_u16(ack + 4);
  const uint16_t done = static_cast<uint16_t>(following - base_);
  if (read_u32(ack) != boot_id_ || done == 0 || done > static_cast<uint16_t>(next_ - base_)) return;
  if (done > lost()) oldest_ = following;
  base_ = following;
  keep_cursor_in_ring();
  progress_us_ = now_us;
  resend_after_ = resend_us;
}

void Link::tell_state() {
  uint8_t bytes[7];
  say(Type::state, Writer(bytes).u16(active_).u16(stuck_).u8(lamps_rev_).u16(next_), bytes);
}

}  // namespace box
