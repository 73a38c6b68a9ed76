// native/text/pivoting_lanes.h: tape/pivoting.h lane by lane.

static void dal_pivoting_lanes(int count, const dal_real *k, dal_real *out) {
  double from[count], to[DAL_PIVOTING(count)];
  DAL_EACH {
    for (int i = 0; i < count; i++) from[i] = k[i][lane];
    dal_pivoting(count, from, to);
    for (int i = 0; i < DAL_PIVOTING(count); i++) out[i][lane] = to[i];
  }
}
