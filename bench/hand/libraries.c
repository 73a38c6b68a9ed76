// bench/hand/libraries.c: an empty program linked with the same libraries, for comparison in
// bench/start.c.

int main(void) {
  return 0;
}
