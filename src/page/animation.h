// page/animation.h: an animation: its numbers, and the figure that plays them.
//
// The figure holds a canvas, controls, a description in words and the numbers as JSON. It is
// static until animation_script, once on the page, takes over; animation_style is its style.

#ifndef PAGE_ANIMATION_H
#define PAGE_ANIMATION_H

#include "base/text.h"

#define ANIMATION_NONE ((size_t) -1)  // instead of a column: none

// A column holds one number for each frame; `at` and `axes` are the first of several.
typedef struct {
  const char *name;
  double mass;  // 0 if the point has no mass, or it is unknown
  bool body;
  size_t at;    // x, y, z
  size_t axes;  // x axis of the body's frame, y axis of it, in N: six columns; or ANIMATION_NONE
} AnimationPoint;

typedef enum { LINE_ROD, LINE_SPRING, LINE_DAMPER, LINE_CYLINDER, LINE_KINDS } AnimationLineKind;

typedef struct {
  size_t from, to;  // points
  AnimationLineKind kind;
  size_t radius;  // of a cylinder: a column
} AnimationLine;

// A box around a point, its edges along the axes of a body's frame; an arrow from a point. vector is the first of
// three columns: the edges, or where the arrow points.
typedef struct {
  size_t point, vector;
} AnimationVector;

// Around a body with axes a disk in their plane. Around a point a disk in the plane of a planar
// motion, otherwise a ball: a point has no directions.
typedef struct {
  size_t point, radius;  // the radius is a column
} AnimationCircle;

// What happened at a time, and the points whose velocities it changed.
typedef struct {
  double t;
  const char *text;
  size_t points;
  const size_t *point;
} AnimationEvent;

typedef struct {
  const char *title;
  bool planar;        // all is in a plane z = const, turning about z alone
  double from, to;    // time of the first and the last frame, which are evenly spaced
  double rate;        // time that passes in a second of playing
  const char *end;    // why it ended early, in words, or NULL
  double gravity[3];  // its direction, or zero
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

// With more, there would be few frames.
#define ANIMATION_COLUMNS_MOST 2000

// The rate at which `duration` is played: real time if that is neither long nor short, otherwise a
// number such as 1/5, 2 or 100, positive.
double animation_rate(double duration);

// The number of frames: 60 for each second of playing, at most 2000, and fewer if
// the page would become large because of the number of columns.
size_t animation_frames(double duration, double rate, size_t columns);

// The complete <figure>. Names and title are always text, whatever they contain.
void animation_html(Text *out, const Animation *animation);

// A page with only the figure (page.c).
void page_animation(const Animation *animation, Text *out);

// For a page with such figures: the content of one <style> and of one <script>.
void animation_style(Text *out);
void animation_script(Text *out);

#endif
