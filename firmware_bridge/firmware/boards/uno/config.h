// Which parts this box has. Change these lines to the box you built, then flash it.
#pragma once

#define BOX_SEATS 6           // seat buttons, 0 to 10, from seat 0 on
#define BOX_CUP_SENSOR 1      // reed or hall sensor under the cup
#define BOX_TILT_SENSOR 1     // ball switch in the cup, closed when the cup is tilted
#define BOX_SHAKE_SENSOR 1    // spring switch in the cup
#define BOX_BELIEVE_BUTTON 1
#define BOX_CALL_BUTTON 1
#define BOX_SEAT_LAMPS 1      // one LED beside each seat button, on the button's wire
#define BOX_VERDICT_LAMPS 1
#define BOX_BUZZER 1          // passive piezo
