#!/usr/bin/env bash
# Sees to the tools that build the box's firmware and run its real image: a host compiler, avr-gcc, libsimavr and the
# Arduino core. Installs them where this is Debian and we are root; otherwise says what is missing and fails.
set -euo pipefail

packages=(g++ pkg-config gcc-avr avr-libc libsimavr-dev libelf-dev arduino-core-avr)

say() { printf '%s\n' "$*" >&2; }

complete() {
    command -v g++ >/dev/null && command -v gcc >/dev/null && command -v pkg-config >/dev/null &&
        command -v avr-g++ >/dev/null && command -v avr-objcopy >/dev/null &&
        pkg-config --exists simavr && [ -e /usr/include/libelf.h ] &&
        [ -d /usr/share/arduino/hardware/arduino/avr/cores/arduino ]
}

complete && exit 0
if ! command -v apt-get >/dev/null; then
    say "tools for the firmware are missing; named as in Debian: ${packages[*]}"
    exit 1
fi
if [ "$(id -u)" != 0 ]; then
    say "tools for the firmware are missing: sudo apt-get install --no-install-recommends ${packages[*]}"
    exit 1
fi
say "Installing the tools of the firmware: ${packages[*]}"
install() { DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${packages[@]}" >/dev/null 2>&1; }
# The lists of a fresh machine are empty, those of an old one out of date.
install || { apt-get update -qq >/dev/null 2>&1 && install; } || {
    say "apt-get could not install ${packages[*]}"
    exit 1
}
complete || {
    say "the packages are installed, and still something is missing of: ${packages[*]}"
    exit 1
}
