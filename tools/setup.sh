#!/usr/bin/env bash
# Prepares this folder to run (`setup.sh run`) or to develop (`setup.sh dev`):
# a Python from 3.11 to 3.13, the system libraries of the window, the locked packages in .venv.
# Does nothing when everything is there already. Explains itself and stops when it may not install.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:?usage: setup.sh run|dev}
lock=requirements/$kind.txt
venv=.venv

say() { printf '%s\n' "$*" >&2; }

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3.13 python3.12 python3.11 python3 python; do
        [ -n "$candidate" ] || continue
        if "$candidate" -c 'import sys; raise SystemExit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    say "The companion needs Python 3.11, 3.12 or 3.13 (Kivy's wheels exist for these); none was found."
    say "Install one (Debian: apt-get install python3 python3-venv), or name it: PYTHON=/path/to/python3.12 make play"
    return 1
}

# Debian's package for each library that the window, the touch input and OpenCV load at run time, and for what Debian
# keeps apart from its Python: the making of virtual environments.
missing_packages() {
    local python=$1 known pair
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        printf '%s-venv ' "$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')"
    known=$(ldconfig -p 2>/dev/null || /sbin/ldconfig -p)
    for pair in libGL.so.1:libgl1 libEGL.so.1:libegl1 libgthread-2.0.so.0:libglib2.0-0 libmtdev.so.1:libmtdev1; do
        grep -q "${pair%%:*}" <<<"$known" || printf '%s ' "${pair##*:}"
    done
    # The software renderer: without a graphics card the offscreen window needs it.
    compgen -G '/usr/lib/*/dri/swrast_dri.so' >/dev/null || compgen -G '/usr/lib/*/libgallium*.so' >/dev/null ||
        printf 'libgl1-mesa-dri '
}

see_to_libraries() {
    [ "$(uname -s)" = Linux ] || return 0
    local packages sudo=
    packages=$(missing_packages "$1")
    packages=${packages% }
    [ -n "$packages" ] || return 0
    local line="apt-get update && apt-get install -y --no-install-recommends $packages"
    if ! command -v apt-get >/dev/null; then
        say "These system libraries are missing (named as in Debian): $packages"
        say "Install them with this system's package manager, then run the same command again."
        return 1
    fi
    if [ "$(id -u)" != 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            say "System libraries are missing. Please run this line, then the same command again:"
            say "    sudo sh -c '$line'"
            return 1
        fi
        sudo=sudo
    fi
    say "Installing system libraries: $packages"
    # shellcheck disable=SC2086
    { $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -qq -y --no-install-recommends $packages; } >/dev/null
}

see_to_venv() {
    local python=$1 stamp=$venv/installed-$kind wanted
    wanted=$("$python" -V; cat "$lock" pyproject.toml | cksum)
    [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
    if [ ! -x "$venv/bin/python" ]; then
        say "Making the virtual environment in $venv with $("$python" -V)"
        if ! "$python" -m venv "$venv"; then
            rm -rf "$venv"
            say "Python could not make a virtual environment. On Debian: apt-get install python3-venv"
            return 1
        fi
    fi
    say "Installing the locked packages ($lock); the first time takes a minute or two"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
    printf '%s\n' "$wanted" >"$stamp"
}

python=$(find_python)
see_to_libraries "$python"
see_to_venv "$python"
