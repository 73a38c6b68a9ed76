// page/animation.h: an animation: its numbers, and the figure that plays them.
//
// The figure holds a canvas, controls, a description in words and the numbers as JSON. It is
// static until animation_script, once on the page, takes over; animation_style is its style.

#ifndef PAGE_ANIMATION_H
#define PAGE_ANIMATION_H

#include "base/text.h"

#define ANIMATION_NONE ((size_t) -1)  // instead of a column: none

// A column holds one number per frame; `at` and `axes` are the first of several columns.
typedef struct {
  const char *name;
  double mass;  // 0 if the point has no mass, or it is unknown
  bool body;
  size_t at;    // x, y, z
  size_t axes;  // x and y axes of the body's frame, in N: six columns; or ANIMATION_NONE
} AnimationPoint;

typedef enum { LINE_ROD, LINE_SPRING, LINE_DAMPER, LINE_CYLINDER, LINE_KINDS } AnimationLineKind;

typedef struct {
  size_t from, to;  // points
  AnimationLineKind kind;
  size_t radius;  // a column, for a cylinder
} AnimationLine;

// A box around a point, with edges along the axes of a body's frame; or an arrow from a point.
// vector is the first of three columns: the edges, or the arrow.
typedef struct {
  size_t point, vector;
} AnimationVector;

// A disk in the plane of the axes of a body that has them. Around a point: a disk in the plane of a
// planar motion, otherwise a ball, since a point has no directions.
typedef struct {
  size_t point, radius;  // the radius is a column
} AnimationCircle;

// An event at a time, and the points whose velocities it changed.
typedef struct {
  double t;
  const char *text;
  size_t points;
  const size_t *point;
} AnimationEvent;

typedef struct {
  const char *title;
  bool planar;        // everything stays in a plane z = const and turns only about z
  double from, to;    // times of the first and the last frame; frames are evenly spaced
  double rate;        // model time per second of playing
  const char *end;    // why it ended early, in words, or NULL
  double gravity[3];  // direction, or zero
  size_t points, lines, paths, circles, boxes, arrows;
  const AnimationPoint *point;
  const AnimationLine *line;
  const size_t *path;  // points that leave a trail
  const AnimationCircle *circle;
  const AnimationVector *box, *arrow;
  size_t events;
  const AnimationEvent *event;
  size_t frames, columns;
  const double *at;  // frame by frame
} Animation;

#define ANIMATION_EVENTS_MOST 500
#define ANIMATION_FLASH 0.7  // seconds of playing that an event is seen

// Limit of the columns: with more, there would be few frames.
#define ANIMATION_COLUMNS_MOST 2000

// Returns the rate at which `duration` is played: 1, real time, if the motion is neither long nor
// short; otherwise a round number such as 1/5, 2 or 100.
double animation_rate(double duration);

// Returns the number of frames: 60 per second of playing, at most 2000, and fewer if the many
// columns would make the page large.
size_t animation_frames(double duration, double rate, size_t columns);

// Writes the complete <figure>. Names and title are always shown as text, whatever they contain.
void animation_html(Text *out, const Animation *animation);

// Writes a page with only the figure (page.c).
void page_animation(const Animation *animation, Text *out);

// Write the content of one <style> and of one <script> for a page with such figures.
void animation_style(Text *out);
void animation_script(Text *out);

#endif
