// page/film.h: an animation as a film: pictures in 256 colours, and GIF.

#ifndef PAGE_FILM_H
#define PAGE_FILM_H

#include "page/animation.h"

#define FILM_WIDTH 640
#define FILM_HEIGHT 480
#define FILM_COLOURS 16  // each in 16 strengths on white: 256 together

// Red, green and blue of each colour.
extern const unsigned char film_base[FILM_COLOURS][3];

typedef struct {
  const Animation *a;
  size_t frames;           // of the film, FILM_RATE per second
  unsigned char *picture;  // FILM_WIDTH * FILM_HEIGHT: 16 * colour + strength
  size_t *colour;          // of each point
  double up[3][3];         // unit vectors to the right, upwards, towards the eye
  double scale, middle[2];
} Film;

#define FILM_RATE 25      // pictures a second
#define FILM_FRAMES 500   // at most

// Chooses a view in which the whole motion fits. Memory comes from the arena.
Film film_make(const Animation *animation, Arena *arena);
// Draws picture i.
void film_draw(Film *film, size_t i);

// Writes all pictures as an animated GIF (film_gif.c).
void film_gif(Film *film, Text *out);

#endif
