// native/text/lane_state.h: the runs in the lanes of dop853_lanes.h.

#define DRIVE_SELF LaneState

typedef struct {
  dal_mask runs;  // lanes in use
  dal_real t, end, h, rtol, atol, memory;
  dal_mask refused;                  // lanes whose last step was refused
  dal_real later;                    // what rounding has taken from t
  dal_real from, step;               // the last step
  dal_real left;                     // steps until the next pause,
  dal_real unsuspected;              // and until the next test for stiffness
  dal_real next;                     // time of the next row, or NaN
  dal_mask events;                   // lanes whose events are watched
  dal_real steps, rejected, calls;   // since the run was loaded
  dal_real least, blur, digits, slack[2];
  dal_real side[DRIVE_WATCHED + 1], largest[DRIVE_WATCHED + 1], ask[DRIVE_WATCHED + 1];
  dal_real lowest[DRIVE_WATCHED + 1], watch[2 * DRIVE_WATCHED + 1];
  dal_real dense[DRIVE_DENSE * DRIVE_N + 1];
  dal_real parameters[DRIVE_FIXED + 1];
} LaneState;
