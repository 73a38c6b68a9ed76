// support/linkages.h: random linkages whose degrees of freedom are known from their construction.
//
// In:    a seed and a class
// Out:   a Mechanism at a regular state of its manifold, with velocities; its text
// Law:   the number of freedoms is a fact of geometry, stated where each class is made; the rank of
//        the constraints in 113 bits, at the state and at states around it, confirms it, or the draw is discarded and
//        another one made

#ifndef SUPPORT_LINKAGES_H
#define SUPPORT_LINKAGES_H

#include "support/mechanism.h"

// Fills m with bodies and constraints near a consistent state; returns false if this draw is
// unusable.
typedef bool LinkageMaker(Mechanism *m);

typedef struct {
  const char *name;
  LinkageMaker *make;
  size_t weight;          // how often it is drawn
  size_t least, largest;  // coordinates
} LinkageClass;

size_t linkage_classes(void);
const LinkageClass *linkage_class(size_t i);
// Returns the class of system k: each as often as its weight says.
size_t linkage_turn(size_t k);

// Returns NULL if none was found in LINKAGE_DRAWS attempts.
#define LINKAGE_DRAWS 200
#define LINKAGE_END 0.1  // time of a run that meets no singular state
Mechanism *linkage_draw(size_t class, uint64_t seed);

// Adds this many constraints that follow from the others: one repeated, scaled, combined with
// another, or multiplied by a factor that never vanishes.
void linkage_imply(Mechanism *m, size_t count);

// planar (support/linkages_planar.c)
bool make_planar(Mechanism *m);
bool make_planar_in_space(Mechanism *m);
bool make_cranks(Mechanism *m);
bool make_crank_angles(Mechanism *m);
bool make_crank_rods(Mechanism *m);
bool make_cranks_in_space(Mechanism *m);
// loops of links (support/linkages_loop.c)
bool make_four_bar_chain(Mechanism *m);
bool make_spherical_chain(Mechanism *m);
bool make_bennett_chain(Mechanism *m);
bool make_bricard_chain(Mechanism *m);
bool make_sarrus_chain(Mechanism *m);
bool make_seven_chain(Mechanism *m);
bool make_four_bar_bodies(Mechanism *m);
bool make_spherical_bodies(Mechanism *m);
bool make_bennett_bodies(Mechanism *m);
bool make_bricard_bodies(Mechanism *m);
bool make_sarrus_bodies(Mechanism *m);
// bodies in space (support/linkages_space.c)
bool make_space(Mechanism *m);
bool make_door(Mechanism *m);
// points on rods (support/linkages_bars.c)
bool make_clique(Mechanism *m);
bool make_dixon(Mechanism *m);
bool make_octahedron(Mechanism *m);
bool make_points(Mechanism *m);

#endif
