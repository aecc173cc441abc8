#include "serial.h"

#include <avr/interrupt.h>
#include <avr/io.h>

namespace uno {

namespace {

// Sizes are powers of two, so that the 8-bit counters may run round.
constexpr uint8_t in_size = 128, out_size = 128;
volatile uint8_t in[in_size], out[out_size];
volatile uint8_t in_head = 0, in_tail = 0, out_head = 0, out_tail = 0;  // head: next to write, tail: next to read

}  // namespace

ISR(USART_RX_vect) {
  const bool damaged = UCSR0A & (1 << FE0 | 1 << DOR0);
  const uint8_t byte = UDR0;
  // A damaged byte is dropped: its frame then fails the checksum, which is what it should do.
  if (damaged || static_cast<uint8_t>(in_head - in_tail) == in_size) return;
  in[in_head % in_size] = byte;
  in_head = static_cast<uint8_t>(in_head + 1);
}

ISR(USART_UDRE_vect) {
  if (out_head == out_tail) {
    UCSR0B &= static_cast<uint8_t>(~(1 << UDRIE0));
    return;
  }
  UDR0 = out[out_tail % out_size];
  out_tail = static_cast<uint8_t>(out_tail + 1);
}

void begin_serial() {
  UCSR0A = 1 << U2X0;
  UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
  UBRR0 = 16;  // 117,647 baud, as every Uno does: 2.1 % off, within what both ends bear
  UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
}

bool has_received() { return in_head != in_tail; }

uint8_t received() {
  const uint8_t byte = in[in_tail % in_size];
  in_tail = static_cast<uint8_t>(in_tail + 1);
  return byte;
}

uint8_t Serial::room() { return static_cast<uint8_t>(out_size - static_cast<uint8_t>(out_head - out_tail)); }

void Serial::write(const uint8_t* bytes, uint8_t count) {
  for (uint8_t i = 0; i < count; ++i) {
    out[out_head % out_size] = bytes[i];
    out_head = static_cast<uint8_t>(out_head + 1);
  }
  UCSR0B |= 1 << UDRIE0;
}

}  // namespace uno
