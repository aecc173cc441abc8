"""Where Android starts (buildozer.spec); everywhere else it is the command `companion`."""

from companion.cli import main

main(["play"])
