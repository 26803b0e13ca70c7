"""Bodies for the scenes of tests that look at every shape: those beside boxes and balls."""

ROUND_SHAPES = """  <body name="capsule" xyz="-3 2 0.3" rpy="1.570796 0 0"> <capsule radius="0.3" length="0.6"/> </body>
  <body name="cylinder" xyz="-5 0 0.5"> <cylinder radius="0.4" length="1"/> </body>
  <body name="cone" xyz="-5 2 0.5"> <cone radius="0.4" length="1"/> </body>
  <body name="ellipsoid" xyz="-7 4 0.4"> <ellipsoid radii="0.3 0.5 0.4"/> </body>
  <body name="rounded_box" xyz="-7 6 0.4"> <box size="0.6 0.6 0.6" rounding="0.1"/> </body>
  <body name="rounded_hull" xyz="-7 8 0.1"> <hull points="0 0 0  1 0 0  0 1 0  0 0 1" rounding="0.1"/> </body>
  <body name="rounded_cylinder" xyz="-7 10 0.5"> <cylinder radius="0.3" length="0.8" rounding="0.1"/> </body>
  <body name="hull" xyz="-5 4 0"> <hull points="0 0 0  1 0 0  0 1 0  0 0 1"/> </body>
"""
