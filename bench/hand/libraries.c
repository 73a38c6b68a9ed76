// bench/hand/libraries.c: nothing, linked with the libraries of the program: what bench/start.c compares with.

int main(void) {
  return 0;
}
