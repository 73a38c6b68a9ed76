// native/text/drive_lanes.h: several runs in progress, as the program and compiled units both see them.
//
// drive.h comes before it.

#ifndef NATIVE_TEXT_DRIVE_LANES_H
#define NATIVE_TEXT_DRIVE_LANES_H

typedef struct DriveLanes DriveLanes;

struct DriveLanes {
  Drive **run;  // in each lane; NULL: the lane is idle
  // the functions of the unit for one motion, with whose results lanes agree
  int (*drive)(Drive *d);
  int (*has_event)(Drive *d);
  void (*fill_rows)(Drive *d, double until);
  // Is called when the run in a lane has paused or ended, with the reason. Puts the run with which the
  // lane continues, the same or another, into run[lane], with a new budget.
  void (*turn)(DriveLanes *l, int lane, int reason);
  void *context;  // of turn
  long steps;     // taken by all lanes at once,
  long alone;     // and by the driver for one motion
};

#endif
