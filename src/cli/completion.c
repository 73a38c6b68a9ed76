// cli/completion.c: dalembert completion SHELL: a script that completes command lines.
//
// Everything comes from the tables of commands, options and values.

#include "cli/tables.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The script being written.
typedef struct {
  FILE *to;
  const char *quote;    // how the shell writes ' inside quotes
  const char *escaped;  // characters that need a backslash in descriptions
} Script;

static void quoted(const Script *s, const char *text) {
  for (; *text != '\0'; text++) {
    if (strchr(s->escaped, *text) != NULL) fputc('\\', s->to);
    if (*text == '\'')
      fputs(s->quote, s->to);
    else
      fputc(*text, s->to);
  }
}

// Prints the words of an option; OPTION_COUNT: of the command's argument.
static void words(const Script *s, const CommandRow *c, size_t option) {
  for (size_t i = 0; value_word(c, option, i) != NULL; i++)
    fprintf(s->to, "%s%s", i > 0 ? " " : "", value_word(c, option, i));
}

static bool takes_file(const CommandRow *c) {
  return strstr(c->argument, "FILE") != NULL;
}

// --- bash ----------------------------------------------------------------------------------------

static const char bash_start[] =
  "# completion of dalembert for bash, written by `dalembert completion bash`\n\n"
  "_dalembert_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$2\"); }\n\n"
  "_dalembert_files() {      # what they are, the word, further words\n"
  "  compopt -o filenames 2>/dev/null\n"
  "  case $1 in\n"
  "    model) mapfile -t COMPREPLY < <(compgen -d -- \"$2\"; compgen -f -X '!*.mech' -- \"$2\"; "
  "compgen -W \"$3\" "
  "-- \"$2\") ;;\n"
  "    folder) mapfile -t COMPREPLY < <(compgen -d -- \"$2\") ;;\n"
  "    *) mapfile -t COMPREPLY < <(compgen -f -- \"$2\") ;;\n"
  "  esac\n"
  "}\n\n"
  "_dalembert() {\n"
  "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options='' argument='' "
  "i\n"
  "  COMPREPLY=()\n";

static const char bash_end[] =
  "  esac\n"
  "  for ((i = 2; i < COMP_CWORD; i++)); do [[ ${COMP_WORDS[i]} == -- ]] && options=''; done\n"
  "  if [[ $cur == -* && -n $options ]]; then\n"
  "    _dalembert_words \"$options\" \"$cur\"\n"
  "  elif [[ $argument == model:* ]]; then\n"
  "    _dalembert_files model \"$cur\" \"${argument#*:}\"\n"
  "  else\n"
  "    _dalembert_words \"$argument\" \"$cur\"\n"
  "  fi\n"
  "}\n\n"
  "complete -F _dalembert dalembert\n";

static void bash_value(const Script *s, const CommandRow *c, size_t i) {
  const OptionRow *o = &option_rows[i];
  fprintf(s->to, "        ");
  if (o->letter != 0) fprintf(s->to, "-%c | ", o->letter);
  fprintf(s->to, "--%s) ", o->text);
  switch (value_kind(o->argument, i)) {
    case VALUE_ANY: break;
    case VALUE_FILE: fprintf(s->to, "_dalembert_files file \"$cur\"; "); break;
    case VALUE_FOLDER: fprintf(s->to, "_dalembert_files folder \"$cur\"; "); break;
    case VALUE_WORDS:
      fprintf(s->to, "_dalembert_words '");
      words(s, c, i);
      fprintf(s->to, "' \"$cur\"; ");
  }
  fprintf(s->to, "return ;;\n");
}

static void bash_command(const Script *s, const CommandRow *c) {
  fprintf(s->to, "    %s)\n      options='", c->name);
  const char *gap = "";
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (command_takes(c, i)) {
      fprintf(s->to, "%s--%s", gap, option_rows[i].text);
      if (option_rows[i].letter != 0) fprintf(s->to, " -%c", option_rows[i].letter);
      gap = " ";
    }
  fprintf(s->to, "'\n      argument='%s", takes_file(c) ? "model:" : "");
  words(s, c, OPTION_COUNT);
  fprintf(s->to, "'\n      case $prev in\n");
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (command_takes(c, i) && option_rows[i].argument != NULL) bash_value(s, c, i);
  fprintf(s->to, "      esac ;;\n");
}

static void bash(const Script *s) {
  fputs(bash_start, s->to);
  fputs("  if ((COMP_CWORD == 1)); then\n    _dalembert_words '--help --version", s->to);
  for (size_t c = 0; c < COMMAND_COUNT; c++) fprintf(s->to, " %s", command_rows[c].name);
  // bash splits --name=value into three words
  fputs("' \"$cur\"\n    return\n  fi\n"
        "  if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then "
        "prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
        "  case ${COMP_WORDS[1]} in\n",
        s->to);
  for (size_t c = 0; c < COMMAND_COUNT; c++) bash_command(s, &command_rows[c]);
  fputs(bash_end, s->to);
}

// --- zsh -----------------------------------------------------------------------------------------

static void zsh_action(const Script *s, const CommandRow *c, size_t i, const char *argument) {
  switch (value_kind(argument, i)) {
    case VALUE_ANY: fputc(' ', s->to); break;
    case VALUE_FILE: fputs("_files", s->to); break;
    case VALUE_FOLDER: fputs("_files -/", s->to); break;
    case VALUE_WORDS:
      fputc('(', s->to);
      words(s, c, i);
      fputc(')', s->to);
  }
}

static void zsh_option(const Script *s, const CommandRow *c, size_t i) {
  const OptionRow *o = &option_rows[i];
  const bool value = o->argument != NULL;
  fputs(" \\\n        ", s->to);
  if (o->letter != 0)
    fprintf(s->to, "'(-%c --%s)'{-%c%s,--%s%s}'[", o->letter, o->text, o->letter, value ? "+" : "",
            o->text, value ? "=" : "");
  else
    fprintf(s->to, "'*--%s%s[", o->text, value ? "=" : "");
  quoted(s, o->help);
  fputc(']', s->to);
  if (value) {
    fprintf(s->to, ":%s:", o->argument);
    zsh_action(s, c, i, o->argument);
  }
  fputc('\'', s->to);
}

static void zsh_command(const Script *s, const CommandRow *c) {
  fprintf(s->to, "    %s)\n      _arguments -s", c->name);
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (command_takes(c, i)) zsh_option(s, c, i);
  if (takes_file(c)) {
    fputs(" \\\n        '1:FILE:_dalembert_model' ;;\n", s->to);
    return;
  }
  fprintf(s->to, " \\\n        '1:argument:(");
  words(s, c, OPTION_COUNT);
  fputs(")' ;;\n", s->to);
}

static void zsh(const Script *s) {
  fputs(
    "#compdef dalembert\n# completion of dalembert for zsh, written by `dalembert completion "
    "zsh`\n\n"
    "_dalembert_model() {\n  _alternative 'files:model:_files -g \"*.mech\"' 'gallery:gallery:(",
    s->to);
  words(s, &command_rows[0], OPTION_COUNT);
  fputs(")'\n}\n\n_dalembert() {\n  local -a commands\n  commands=(\n", s->to);
  for (size_t c = 0; c < COMMAND_COUNT; c++) {
    fprintf(s->to, "    '%s:", command_rows[c].name);
    quoted(s, command_rows[c].help);
    fputs("'\n", s->to);
  }
  fputs("  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
        "  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n",
        s->to);
  for (size_t c = 0; c < COMMAND_COUNT; c++) zsh_command(s, &command_rows[c]);
  fputs("  esac\n}\n\n_dalembert \"$@\"\n", s->to);
}

// --- fish ----------------------------------------------------------------------------------------

static void fish_option(const Script *s, const CommandRow *c, size_t i) {
  const OptionRow *o = &option_rows[i];
  fprintf(s->to, "complete -c dalembert -n '__fish_seen_subcommand_from %s' -l %s", c->name,
          o->text);
  if (o->letter != 0) fprintf(s->to, " -s %c", o->letter);
  if (o->argument != NULL) {
    const ValueKind kind = value_kind(o->argument, i);
    fputs(kind == VALUE_FILE ? " -r -F" : " -x", s->to);
    if (kind == VALUE_FOLDER) fputs(" -a '(__fish_complete_directories)'", s->to);
    if (kind == VALUE_WORDS) {
      fputs(" -a '", s->to);
      words(s, c, i);
      fputc('\'', s->to);
    }
  }
  fputs(" -d '", s->to);
  quoted(s, o->help);
  fputs("'\n", s->to);
}

static void fish(const Script *s) {
  fputs("# completion of dalembert for fish, written by `dalembert completion fish`\n\n"
        "complete -c dalembert -f\n"
        "complete -c dalembert -n __fish_use_subcommand -l help -s h -d 'show the commands'\n"
        "complete -c dalembert -n __fish_use_subcommand -l version -s V -d 'show the version'\n",
        s->to);
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    const CommandRow *c = &command_rows[i];
    fprintf(s->to, "complete -c dalembert -n __fish_use_subcommand -a %s -d '", c->name);
    quoted(s, c->help);
    fprintf(s->to, "'\ncomplete -c dalembert -n '__fish_seen_subcommand_from %s' -a '", c->name);
    words(s, c, OPTION_COUNT);
    if (takes_file(c)) fputs(" (__fish_complete_suffix .mech)", s->to);
    fputs("'\n", s->to);
    for (size_t k = 0; k < OPTION_COUNT; k++)
      if (command_takes(c, k)) fish_option(s, c, k);
  }
}

// --- the command ---------------------------------------------------------------------------------

static const struct {
  const char *shell, *quote, *escaped;
  void (*write)(const Script *script);
} shells[] = {
  {"bash", "'\\''", "", bash},
  {"zsh", "'\\''", "\\:[]", zsh},
  {"fish", "\\'", "\\", fish},
};

int command_completion(const Arguments *a) {
  for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
    if (strcmp(shells[i].shell, a->file) != 0) continue;
    char *text = NULL;
    size_t size = 0;
    Script script = {open_memstream(&text, &size), shells[i].quote, shells[i].escaped};
    if (script.to == NULL) {
      wrong("out of memory");
      return EXIT_TROUBLE;
    }
    shells[i].write(&script);
    const bool written = fclose(script.to) == 0;
    const int status = written ? write_result(a, text) : EXIT_TROUBLE;
    free(text);
    return status;
  }
  return wrong("completion is for bash, zsh or fish, not %s", a->file);
}
