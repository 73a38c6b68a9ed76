// mpi/main.c: dalembert-mpi: the command line on many machines; rank 0 hands out the blocks of a sweep.
//
// Not:  MPI sends nothing but block numbers. A computing rank is `dalembert sweep` that learns its next block in
//       another way; the results are in the folder, which all ranks must see.

#include "cli/cli.h"
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int command_line(int argc, char **argv);  // main of the command line

enum { TAG_WISH, TAG_BLOCK };

static bool led;  // rank 0 has handed out blocks

static bool lead(unsigned long long blocks) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank > 0 || size == 1 || led) return false;
  led = true;
  unsigned long long next = 0;
  for (int left = size - 1; left > 0;) {
    MPI_Status from;
    long long answer = -1, wish;
    MPI_Recv(&wish, 1, MPI_LONG_LONG, MPI_ANY_SOURCE, TAG_WISH, MPI_COMM_WORLD, &from);
    if (next < blocks && wish >= 0) answer = (long long) next++;
    if (answer < 0) left--;
    MPI_Send(&answer, 1, MPI_LONG_LONG, from.MPI_SOURCE, TAG_BLOCK, MPI_COMM_WORLD);
  }
  return true;
}

// Set when rank 0 has said that no block is left, which it says once.
static bool over;

static bool next_of(long long wish, unsigned long long *block) {
  long long answer;
  if (over) return false;
  MPI_Send(&wish, 1, MPI_LONG_LONG, 0, TAG_WISH, MPI_COMM_WORLD);
  MPI_Recv(&answer, 1, MPI_LONG_LONG, 0, TAG_BLOCK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  over = answer < 0;
  *block = (unsigned long long) answer;
  return !over;
}

static bool next(void *context, unsigned long long *block) {
  (void) context;
  return next_of(1, block);
}

int main(int argc, char **argv) {
  int provided, rank, size, status, worst = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const bool sweeps = argc > 1 && strcmp(argv[1], "sweep") == 0;
  if (!sweeps || provided < MPI_THREAD_SERIALIZED) {
    if (rank == 0)
      fprintf(stderr, sweeps ? "dalembert-mpi: this MPI does not serve threads\n"
                             : "usage: mpirun dalembert-mpi sweep FILE -o FOLDER [options]\n");
    MPI_Finalize();
    return rank == 0 ? EXIT_WRONG : EXIT_DONE;
  }
  const SweepTeam team = {
    .lead = lead, .next = size > 1 && rank > 0 ? next : NULL, .silent = rank > 0};
  sweep_team(&team);
  status = command_line(argc, argv);
  // a rank that could not start, or stopped, waits for no more blocks
  unsigned long long none;
  while (team.next != NULL && !over) next_of(-1, &none);
  if (rank == 0) (void) lead(0);  // unless it has already: the others wait for an answer
  MPI_Reduce(&status, &worst, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return rank == 0 ? worst : EXIT_DONE;
}
