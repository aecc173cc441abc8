"""Setting the table up before a live camera: what each page of the wizard knows and does. No screen, no Kivy.

A task is one page: it is shown pictures, does what is tapped, and tells what to do now (`step.Step`). One thread of the
`workshop` runs the task that is open; the screen only draws steps.
"""
