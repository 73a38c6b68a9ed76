// cli/completion.c: dalembert completion SHELL: a script that completes command lines.
//
// Everything comes from the tables of commands, options and values.

#include "cli/tables.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The script being written.
typedef struct {
  FILE *to;
  bool failed;          // a part of it is missing
  const char *quote;    // how the shell writes ' inside quotes
  const char *escaped;  // characters that need a backslash in descriptions
} Script;

// Prints into memory. A stream that could not grow shows no error afterwards, so every write is checked.
__attribute__((format(printf, 2, 3))) static void put(Script *s, const char *format, ...) {
  va_list parts;
  va_start(parts, format);
  if (vfprintf(s->to, format, parts) < 0) s->failed = true;
  va_end(parts);
}

static void quoted(Script *s, const char *text) {
  for (; *text != '\0'; text++) {
    if (strchr(s->escaped, *text) != NULL) put(s, "%c", '\\');
    if (*text == '\'')
      put(s, "%s", s->quote);
    else
      put(s, "%c", *text);
  }
}

// Prints the words of an option; OPTION_COUNT: of the command's argument.
static void words(Script *s, const CommandRow *c, size_t option) {
  for (size_t i = 0; value_word(c, option, i) != NULL; i++)
    put(s, "%s%s", i > 0 ? " " : "", value_word(c, option, i));
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

static void bash_value(Script *s, const CommandRow *c, size_t i) {
  const OptionRow *o = &option_rows[i];
  put(s, "        ");
  if (o->letter != 0) put(s, "-%c | ", o->letter);
  put(s, "--%s) ", o->text);
  switch (value_kind(o->argument, i)) {
    case VALUE_ANY: break;
    case VALUE_FILE: put(s, "_dalembert_files file \"$cur\"; "); break;
    case VALUE_FOLDER: put(s, "_dalembert_files folder \"$cur\"; "); break;
    case VALUE_WORDS:
      put(s, "_dalembert_words '");
      words(s, c, i);
      put(s, "' \"$cur\"; ");
  }
  put(s, "return ;;\n");
}

static void bash_command(Script *s, const CommandRow *c) {
  put(s, "    %s)\n      options='", c->name);
  const char *gap = "";
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (command_takes(c, i)) {
      put(s, "%s--%s", gap, option_rows[i].text);
      if (option_rows[i].letter != 0) put(s, " -%c", option_rows[i].letter);
      gap = " ";
    }
  put(s, "'\n      argument='%s", takes_file(c) ? "model:" : "");
  words(s, c, OPTION_COUNT);
  put(s, "'\n      case $prev in\n");
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (command_takes(c, i) && option_rows[i].argument != NULL) bash_value(s, c, i);
  put(s, "      esac ;;\n");
}

static void bash(Script *s) {
  put(s, "%s", bash_start);
  put(s, "  if ((COMP_CWORD == 1)); then\n    _dalembert_words '--help --version");
  for (size_t c = 0; c < COMMAND_COUNT; c++) put(s, " %s", command_rows[c].name);
  // bash splits --name=value into three words
  put(s, "' \"$cur\"\n    return\n  fi\n"
         "  if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then "
         "prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  case ${COMP_WORDS[1]} in\n");
  for (size_t c = 0; c < COMMAND_COUNT; c++) bash_command(s, &command_rows[c]);
  put(s, "%s", bash_end);
}

// --- zsh -----------------------------------------------------------------------------------------

static void zsh_action(Script *s, const CommandRow *c, size_t i, const char *argument) {
  switch (value_kind(argument, i)) {
    case VALUE_ANY: put(s, "%c", ' '); break;
    case VALUE_FILE: put(s, "_files"); break;
    case VALUE_FOLDER: put(s, "_files -/"); break;
    case VALUE_WORDS:
      put(s, "%c", '(');
      words(s, c, i);
      put(s, "%c", ')');
  }
}

static void zsh_option(Script *s, const CommandRow *c, size_t i) {
  const OptionRow *o = &option_rows[i];
  const bool value = o->argument != NULL;
  put(s, " \\\n        ");
  if (o->letter != 0)
    put(s, "'(-%c --%s)'{-%c%s,--%s%s}'[", o->letter, o->text, o->letter, value ? "+" : "", o->text,
        value ? "=" : "");
  else
    put(s, "'*--%s%s[", o->text, value ? "=" : "");
  quoted(s, o->help);
  put(s, "%c", ']');
  if (value) {
    put(s, ":%s:", o->argument);
    zsh_action(s, c, i, o->argument);
  }
  put(s, "%c", '\'');
}

static void zsh_command(Script *s, const CommandRow *c) {
  put(s, "    %s)\n      _arguments -s", c->name);
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (command_takes(c, i)) zsh_option(s, c, i);
  if (takes_file(c)) {
    put(s, " \\\n        '1:FILE:_dalembert_model' ;;\n");
    return;
  }
  put(s, " \\\n        '1:argument:(");
  words(s, c, OPTION_COUNT);
  put(s, ")' ;;\n");
}

static void zsh(Script *s) {
  put(s,
      "#compdef dalembert\n# completion of dalembert for zsh, written by `dalembert completion "
      "zsh`\n\n"
      "_dalembert_model() {\n  _alternative 'files:model:_files -g \"*.mech\"' 'gallery:gallery:(");
  words(s, &command_rows[0], OPTION_COUNT);
  put(s, ")'\n}\n\n_dalembert() {\n  local -a commands\n  commands=(\n");
  for (size_t c = 0; c < COMMAND_COUNT; c++) {
    put(s, "    '%s:", command_rows[c].name);
    quoted(s, command_rows[c].help);
    put(s, "'\n");
  }
  put(s, "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
         "  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n");
  for (size_t c = 0; c < COMMAND_COUNT; c++) zsh_command(s, &command_rows[c]);
  put(s, "  esac\n}\n\n_dalembert \"$@\"\n");
}

// --- fish ----------------------------------------------------------------------------------------

static void fish_option(Script *s, const CommandRow *c, size_t i) {
  const OptionRow *o = &option_rows[i];
  put(s, "complete -c dalembert -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->text);
  if (o->letter != 0) put(s, " -s %c", o->letter);
  if (o->argument != NULL) {
    const ValueKind kind = value_kind(o->argument, i);
    put(s, "%s", kind == VALUE_FILE ? " -r -F" : " -x");
    if (kind == VALUE_FOLDER) put(s, " -a '(__fish_complete_directories)'");
    if (kind == VALUE_WORDS) {
      put(s, " -a '");
      words(s, c, i);
      put(s, "%c", '\'');
    }
  }
  put(s, " -d '");
  quoted(s, o->help);
  put(s, "'\n");
}

static void fish(Script *s) {
  put(s, "# completion of dalembert for fish, written by `dalembert completion fish`\n\n"
         "complete -c dalembert -f\n"
         "complete -c dalembert -n __fish_use_subcommand -l help -s h -d 'show the commands'\n"
         "complete -c dalembert -n __fish_use_subcommand -l version -s V -d 'show the version'\n");
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    const CommandRow *c = &command_rows[i];
    put(s, "complete -c dalembert -n __fish_use_subcommand -a %s -d '", c->name);
    quoted(s, c->help);
    put(s, "'\ncomplete -c dalembert -n '__fish_seen_subcommand_from %s' -a '", c->name);
    words(s, c, OPTION_COUNT);
    if (takes_file(c)) put(s, " (__fish_complete_suffix .mech)");
    put(s, "'\n");
    for (size_t k = 0; k < OPTION_COUNT; k++)
      if (command_takes(c, k)) fish_option(s, c, k);
  }
}

// --- the command ---------------------------------------------------------------------------------

static const struct {
  const char *shell, *quote, *escaped;
  void (*write)(Script *script);
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
    Script script = {
      .to = open_memstream(&text, &size), .quote = shells[i].quote, .escaped = shells[i].escaped};
    if (script.to != NULL) shells[i].write(&script);
    const bool written =
      script.to != NULL && fclose(script.to) == 0 && !script.failed && text != NULL;
    const int status = written ? write_result(a, text) : EXIT_TROUBLE;
    if (!written) wrong("out of memory");
    free(text);
    return status;
  }
  return wrong("completion is for bash, zsh or fish, not %s", a->file);
}
