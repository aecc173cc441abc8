"""Speed, memory and strength, measured on the machine at hand. Never a test: a slow machine is not a wrong one."""
