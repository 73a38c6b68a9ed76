// fuzz/command.h: one command of the program, in this process.
//
// Laws: it ends, with a documented status; a status other than 0 comes with a message, and no
// message reports an internal error; with --format json the output is JSON.

#ifndef FUZZ_COMMAND_H
#define FUZZ_COMMAND_H

// Runs words that end with NULL: {"derive", "model.mech", NULL}. Returns the status; aborts if a law is broken.
int command(const char *const *words);

// Removes a folder with everything in it.
void remove_tree(const char *folder);

#endif
