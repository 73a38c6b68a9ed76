// page/film.h: an animation as a film: pictures of 256 colours, and GIF.

#ifndef PAGE_FILM_H
#define PAGE_FILM_H

#include "page/animation.h"

#define FILM_WIDTH 640
#define FILM_HEIGHT 480
#define FILM_COLOURS 16  // each in 16 strengths on white: 256 together

// Red, green and blue of each of the 256.
extern const unsigned char film_base[FILM_COLOURS][3];

typedef struct {
  const Animation *a;
  size_t frames;           // of the film, FILM_RATE a second
  unsigned char *picture;  // FILM_WIDTH * FILM_HEIGHT: 16 * colour + strength
  size_t *colour;          // of each point
  double up[3][3];         // to the right, upwards, towards the eye
  double scale, middle[2];
} Film;

#define FILM_RATE 25      // pictures a second
#define FILM_FRAMES 500   // at most

// How the motion is seen: all of it fits. The memory is the arena's.
Film film_make(const Animation *animation, Arena *arena);
// Picture number i.
void film_draw(Film *film, size_t i);

// All pictures as an animated GIF (film_gif.c).
void film_gif(Film *film, Text *out);

#endif
