// api/figure.h: what a DalFigure is made of.

#ifndef API_FIGURE_H
#define API_FIGURE_H

#include "api/run_impl.h"
#include "draw/plot.h"

// Everything is in its own arena: it uses nothing of the model whose motion it shows.
struct DalFigure {
  Guard guard;
  Arena arena;
  Figure figure;
};

#endif
