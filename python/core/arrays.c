// python/core/arrays.c: numbers in and out, by the buffer protocol.
//
// In:    anything with a buffer of doubles as it is; everything else through
//        dalembert._support.doubles
// Out:   arrays made by dalembert._support.empty: NumPy's, or memoryviews without NumPy

#include "core.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void numbers_clear(Numbers *numbers) {
  if (numbers->held) PyBuffer_Release(&numbers->buffer);
  free(numbers->own);
  *numbers = (Numbers){0};
}

void states_clear(States *s) {
  numbers_clear(&s->t);
  numbers_clear(&s->q);
  numbers_clear(&s->v);
}

// --- in ------------------------------------------------------------------------------------------

static bool is_doubles(const Py_buffer *b) {
  const char *format = b->format != NULL ? b->format : "B";
  if (*format == '@' || *format == '=' || *format == '<') format++;
  return strcmp(format, "d") == 0 && b->itemsize == sizeof(double);
}

// Returns room for n numbers, or NULL with an exception.
static double *room(Numbers *numbers, size_t n) {
  if (n <= FEW) return numbers->few;
  double *own = n <= SIZE_MAX / sizeof *own ? malloc(n * sizeof *own) : NULL;
  if (own == NULL) PyErr_NoMemory();
  free(numbers->own);
  numbers->own = own;
  return own;
}

// Reads a number, or a list or tuple of numbers, which would take NumPy longer. Returns false,
// without an exception, for anything else.
static bool get_plain(PyObject *object, Numbers *to) {
  const bool scalar = PyFloat_Check(object) || PyLong_Check(object);
  const bool list = PyList_CheckExact(object), tuple = PyTuple_CheckExact(object);
  const Py_ssize_t n = scalar ? 1 : list ? PyList_Size(object) : tuple ? PyTuple_Size(object) : 0;
  if (n < 1 || n > FEW) return false;
  for (Py_ssize_t i = 0; i < n; i++) {
    PyObject *item = scalar ? object
                     : list ? PyList_GetItem(object, i)
                            : PyTuple_GetItem(object, i);
    if (!PyFloat_Check(item) && !PyLong_Check(item)) return false;
    to->few[i] = PyFloat_AsDouble(item);
    if (!PyErr_Occurred()) continue;
    PyErr_Clear();  // an integer was too large
    return false;
  }
  to->length = n;
  to->buffer.ndim = scalar ? 0 : 1;
  to->buffer.shape = &to->length;
  to->buffer.buf = to->few;
  return true;
}

// Gets the buffer of an object, converted if necessary.
static bool get_buffer(PyObject *object, Numbers *to) {
  if (get_plain(object, to)) return true;
  const int wish = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT;
  if (PyObject_CheckBuffer(object) && PyObject_GetBuffer(object, &to->buffer, wish) == 0) {
    to->held = true;
    if (is_doubles(&to->buffer)) return true;
    numbers_clear(to);
  }
  PyErr_Clear();
  PyObject *made = PyObject_CallFunctionObjArgs(core.doubles, object, NULL);
  if (made == NULL) return false;
  to->held = PyObject_GetBuffer(made, &to->buffer, wish) == 0;
  Py_DECREF(made);  // the buffer keeps it
  if (!to->held) return false;
  if (is_doubles(&to->buffer)) return true;
  PyErr_SetString(PyExc_TypeError, "expected an array of floats");
  return false;
}

// An argument of rows: its leading axes, and the number of rows.
typedef struct {
  int axes;
  const Py_ssize_t *shape;
  size_t rows;
} Shape;

// Reads the numbers of an object whose last axis has the length `width`, if that is not 0.
static bool get_rows(PyObject *object, const char *name, size_t width, Numbers *to, Shape *shape) {
  if (!get_buffer(object, to)) return false;
  const Py_buffer *b = &to->buffer;
  const bool scalar = b->ndim == 0 && width == 1;
  if (width > 0 && !scalar && (b->ndim < 1 || b->shape[b->ndim - 1] != (Py_ssize_t) width)) {
    if (b->ndim < 1)
      PyErr_Format(PyExc_ValueError, "%s is one number, but a state has %zu of them", name, width);
    else
      PyErr_Format(PyExc_ValueError,
                   "the last axis of %s has length %zd, but a state has %zu number%s: "
                   "one state has the shape (%zu,), many have (N, %zu)",
                   name, b->shape[b->ndim - 1], width, width == 1 ? "" : "s", width, width);
    return false;
  }
  *shape =
    (Shape){.axes = width > 0 && !scalar ? b->ndim - 1 : b->ndim, .shape = b->shape, .rows = 1};
  if (shape->axes > MOST_AXES - 2) {
    PyErr_Format(PyExc_ValueError, "%s has too many axes", name);
    return false;
  }
  for (int i = 0; i < shape->axes; i++) shape->rows *= (size_t) b->shape[i];
  to->at = b->buf;
  return true;
}

// Matches the leading axes of an argument with those of the states: they become these, are equal,
// or there are none.
static bool agree(States *s, const char *name, const Shape *shape) {
  if (shape->axes == 0) return true;
  if (s->axes == 0) {
    s->axes = shape->axes;
    s->rows = shape->rows;
    memcpy(s->shape, shape->shape, (size_t) shape->axes * sizeof *s->shape);
    return true;
  }
  bool same = s->axes == shape->axes;
  for (int i = 0; same && i < s->axes; i++) same = s->shape[i] == shape->shape[i];
  if (!same) PyErr_Format(PyExc_ValueError, "%s is not for as many states as the others are", name);
  return same;
}

// Repeats one row for all states.
static bool repeat(Numbers *numbers, size_t rows, size_t width, const double *row) {
  if (rows > 0 && width > SIZE_MAX / rows) {
    PyErr_NoMemory();
    return false;
  }
  double first[FEW], *own = NULL;
  if (row == numbers->few && width <= FEW) {  // `few` may be overwritten
    memcpy(first, row, width * sizeof *first);
    row = first;
  }
  double *before = numbers->own;
  numbers->own = NULL;
  own = room(numbers, rows * width);
  for (size_t i = 0; own != NULL && i < rows; i++)
    for (size_t k = 0; k < width; k++) own[i * width + k] = row != NULL ? row[k] : 0;
  free(before);
  numbers->at = own;
  return own != NULL;
}

static bool fit(const States *s, Numbers *numbers, size_t width, const Shape *shape) {
  if (numbers->at == NULL) return repeat(numbers, s->rows, width, NULL);
  if (shape->axes == 0 && s->axes > 0) return repeat(numbers, s->rows, width, numbers->at);
  return true;
}

static bool get(States *s, size_t n, PyObject *q, const char *q_name, PyObject *v, PyObject *t) {
  *s = (States){.rows = 1};
  Shape of_q = {0}, of_v = {0}, of_t = {0};
  bool good = get_rows(q, q_name, n, &s->q, &of_q) && agree(s, q_name, &of_q);
  if (good && v != NULL && v != Py_None)
    good = get_rows(v, "v", n, &s->v, &of_v) && agree(s, "v", &of_v);
  if (good && t != NULL && t != Py_None)
    good = get_rows(t, "t", 0, &s->t, &of_t) && agree(s, "t", &of_t);
  good = good && fit(s, &s->q, n, &of_q) && fit(s, &s->v, n, &of_v) && fit(s, &s->t, 1, &of_t);
  if (!good) states_clear(s);
  return good;
}

bool states_get(States *s, size_t n, PyObject *q, PyObject *v, PyObject *t) {
  return get(s, n, q, "q", v, t);
}

bool states_get_y(States *s, size_t n, PyObject *t, PyObject *y) {
  return get(s, n, y, "y", NULL, t);
}

bool rows_get(Numbers *to, const States *s, size_t width, PyObject *object, const char *name) {
  Shape shape = {0};
  States same = *s;
  *to = (Numbers){0};
  if (get_rows(object, name, width, to, &shape) && (shape.axes == 0 || s->axes > 0) &&
      agree(&same, name, &shape) && fit(s, to, width, &shape))
    return true;
  if (!PyErr_Occurred())
    PyErr_Format(PyExc_ValueError, "%s has several rows, but there is one state", name);
  numbers_clear(to);
  return false;
}

// --- out -----------------------------------------------------------------------------------------

static PyObject *make_array(int axes, const Py_ssize_t *shape, double **at) {
  PyObject *tuple = PyTuple_New(axes), *array = NULL;
  for (int i = 0; tuple != NULL && i < axes; i++) {
    PyObject *length = PyLong_FromSsize_t(shape[i]);
    if (length == NULL || PyTuple_SetItem(tuple, i, length) != 0) Py_CLEAR(tuple);
  }
  if (tuple != NULL) array = PyObject_CallFunctionObjArgs(core.empty, tuple, NULL);
  Py_XDECREF(tuple);
  if (array == NULL) return NULL;
  Py_buffer buffer;
  if (PyObject_GetBuffer(array, &buffer, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE) != 0) {
    Py_DECREF(array);
    return NULL;
  }
  *at = buffer.buf;  // nobody else has the array until it is returned: it does not move
  PyBuffer_Release(&buffer);
  return array;
}

PyObject *new_array(const States *s, int axes, const Py_ssize_t *shape, double **at) {
  Py_ssize_t all[MOST_AXES] = {0};
  memcpy(all, s->shape, (size_t) s->axes * sizeof *all);
  memcpy(all + s->axes, shape, (size_t) axes * sizeof *all);
  return make_array(s->axes + axes, all, at);
}

PyObject *new_vector(size_t n, double **at) {
  const Py_ssize_t length = (Py_ssize_t) n;
  return make_array(1, &length, at);
}
