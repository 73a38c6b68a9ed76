# tools/embed.cmake: write the gallery as C data.
#
#   cmake "-DMODELS=a.mech;b.mech" -DOUT=models_data.c -P tools/embed.cmake
#
# Texts become arrays of bytes, so any content is safe; a zero byte ends each, not counted in its
# size. Models are sorted by name. An empty last entry keeps the array valid without any model.

set(names)
foreach(model ${MODELS})
  get_filename_component(name ${model} NAME)
  string(REGEX REPLACE "\\.mech$" "" name ${name})
  list(APPEND names ${name})
  set(path_of_${name} ${model})
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
  string(APPEND arrays "static const unsigned char model_${count}[] = {\n  ${bytes}0x00\n};\n\n")
  string(APPEND entries
    "  {\"${name}\", (const char *) model_${count}, sizeof model_${count} - 1},\n")
  math(EXPR count "${count} + 1")
endforeach()

file(WRITE ${OUT}
  "// The model gallery. Written by tools/embed.cmake from models/*.mech; do not edit.\n\n"
  "#include \"api/models_data.h\"\n\n"
  "${arrays}"
  "const EmbeddedModel embedded_models[] = {\n${entries}  {NULL, NULL, 0},\n};\n\n"
  "const size_t embedded_models_count = ${count};\n")
