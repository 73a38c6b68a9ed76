# tools/embed.cmake: writes text files as C data.
#
#   cmake "-DFILES=a.mech;b.mech" -DLIST=embedded_models -DOUT=models_data.c -P tools/embed.cmake
#
# The result defines `const EmbeddedText LIST[]` and `LIST_count` (base/embedded.h). Texts become
# arrays of bytes, so any content is safe; each ends with a zero byte that its size does not count.
# They are sorted by name: the name of the file without its ending. An empty last entry keeps the
# array valid if there are no files.

set(names)
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  string(REGEX REPLACE "\\.[a-z0-9]+$" "" name ${name})
  list(APPEND names ${name})
  set(path_of_${name} ${file})
endforeach()
list(SORT names)

set(arrays "")
set(entries "")
set(count 0)
foreach(name ${names})
  file(READ ${path_of_${name}} hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1, " bytes "${hex}")
  string(REPEAT "0x.., " 16 line)
  string(REGEX REPLACE "(${line})" "\\1\n  " bytes "${bytes}")
  string(APPEND arrays "static const unsigned char text_${count}[] = {\n  ${bytes}0x00\n};\n\n")
  string(APPEND entries
    "  {\"${name}\", (const char *) text_${count}, sizeof text_${count} - 1},\n")
  math(EXPR count "${count} + 1")
endforeach()

file(WRITE ${OUT}
  "// Written by tools/embed.cmake; do not edit.\n\n"
  "#include \"base/embedded.h\"\n\n"
  "${arrays}"
  "const EmbeddedText ${LIST}[] = {\n${entries}  {NULL, NULL, 0},\n};\n\n"
  "const size_t ${LIST}_count = ${count};\n")
