// api/figure.h: what a DalFigure is made of.

#ifndef API_FIGURE_H
#define API_FIGURE_H

#include "api/run_impl.h"
#include "draw/plot.h"

// All of it is in its own arena: nothing of the model whose motion it shows.
struct DalFigure {
  Guard guard;
  Arena arena;
  Figure figure;
};

#endif
