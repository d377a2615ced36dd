/* A program around door.c that speaks the protocol of `statekit explore --program`: a JSON object a line. Names are
 * compared as statekit writes them. */
#include "door.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_PLACE ((size_t)-1)

typedef enum { BOOL, INT, DOUBLE, TEXT, LIST, MAP, ANY } kind_t;

/* The payload of an event: anything, nothing, one value, fields. */
typedef enum { FREE, NONE, VALUE, RECORD } form_t;

/* A value in a payload or in the context, with its place and those of the flags which say that it has a value or is
 * null. */
typedef struct {
  const char *name;
  kind_t kind;
  bool is_optional;
  size_t place;
  size_t flag;
  size_t null_flag;
} field_t;

typedef struct {
  const char *name;
  int number;
  form_t form;
  int count;
  const field_t *fields;
} event_t;

static const event_t EVENTS[] = {
  { "\"close\"", DOOR_EVENT_CLOSE, FREE, 0, NULL },
  { "\"open\"", DOOR_EVENT_OPEN, FREE, 0, NULL },
  { "\"lock\"", DOOR_EVENT_LOCK, FREE, 0, NULL },
  { "\"unlock\"", DOOR_EVENT_UNLOCK, FREE, 0, NULL },
  { NULL, -1, FREE, 0, NULL }
};

/* The events that no state names, by their first letters. */
static const event_t PATTERNS[] = {
  { NULL, -1, FREE, 0, NULL }
};

/* The outcome of an event that the chart does not know. */
static const char *const UNKNOWN = "ignored";

/* The states, each with the state after the last one inside it. */
static const struct {
  const char *name;
  int end;
} STATES[] = {
  { "\"root\"", 4 },
  { "\"open\"", 2 },
  { "\"closed\"", 3 },
  { "\"locked\"", 4 },
};

/* The context, each field with the text before it. */
static const struct {
  const char *before;
  field_t field;
} CONTEXT[] = {
  { "", { NULL, ANY, false, NO_PLACE, NO_PLACE, NO_PLACE } }
};

typedef struct {
  char text[1 << 24]; /* one line of input may lead to 100,000 macrosteps with actions */
  size_t length;
} buffer_t;

static char line[1 << 20];
static buffer_t did;
static buffer_t out;
static door_t machine;

static void stop(const char *reason) {
  (void)fprintf(stderr, "%s\n", reason);
  exit(1);
}

/* ---- Writing ---------------------------------------------------------------------------------------------- */

static void append(buffer_t *buffer, const char *text) {
  size_t length = strlen(text);
  if (buffer->length + length >= sizeof buffer->text) {
    stop("an answer is too long");
  }
  (void)memcpy(buffer->text + buffer->length, text, length + 1);
  buffer->length += length;
}

static void append_double(buffer_t *buffer, double number) {
  char text[40];
  int digits;
  for (digits = 1; digits <= 17; digits++) {
    (void)snprintf(text, sizeof text, "%.*g", digits, number);
    if (strtod(text, NULL) == number) {
      break;
    }
  }
  append(buffer, text);
  append(buffer, strpbrk(text, ".eE") == NULL ? ".0" : "");
}

static void append_value(buffer_t *buffer, kind_t kind, const void *value) {
  char text[32];
  switch (kind) {
  case BOOL:
    append(buffer, *(const bool *)value ? "true" : "false");
    break;
  case INT:
    (void)snprintf(text, sizeof text, "%lld", (long long)*(const int64_t *)value);
    append(buffer, text);
    break;
  case DOUBLE:
    append_double(buffer, *(const double *)value);
    break;
  default:
    break;
  }
}

void door_do_light_on(door_t *d) {
  (void)d;
  append(&did, did.length > 0 ? "," : "");
  append(&did, "\"lightOn\"");
}

void door_do_light_off(door_t *d) {
  (void)d;
  append(&did, did.length > 0 ? "," : "");
  append(&did, "\"lightOff\"");
}

void door_do_rattle(door_t *d) {
  (void)d;
  append(&did, did.length > 0 ? "," : "");
  append(&did, "\"rattle\"");
}

/* ---- Reading ---------------------------------------------------------------------------------------------- */

static const char *skip_space(const char *s) {
  while (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n') {
    s++;
  }
  return s;
}

/* The sign behind a value. */
static const char *skip(const char *s) {
  int depth = 0;
  bool is_text = false;
  for (; *s != '\0'; s++) {
    if (*s == '"') {
      is_text = !is_text;
    } else if (is_text) {
      s += *s == '\\' && s[1] != '\0' ? 1 : 0;
    } else if (*s == '{' || *s == '[') {
      depth++;
    } else if (strchr("}],:", *s) != NULL && depth == 0) {
      break;
    } else if (*s == '}' || *s == ']') {
      depth--;
    }
  }
  return s;
}

/* The first key of an object, or the next one behind a value; NULL at the end. */
static const char *next_key(const char *s, const char **value) {
  const char *key = skip_space(s + 1);
  if ((*s != '{' && *s != ',') || *key != '"' || *skip(key) != ':') {
    return NULL;
  }
  *value = skip_space(skip(key) + 1);
  return key;
}

static bool is_name(const char *json, const char *name) {
  return strncmp(json, name, strlen(name)) == 0;
}

/* The value of a member; NULL if the object does not have it. */
static const char *any_member(const char *object, const char *name) {
  const char *value = object;
  const char *key = next_key(object, &value);
  while (key != NULL && !is_name(key, name)) {
    key = next_key(skip(value), &value);
  }
  return key == NULL ? NULL : value;
}

/* The value of a member; NULL if the object does not have it, or if it is null. */
static const char *member(const char *object, const char *name) {
  const char *value = any_member(object, name);
  return value == NULL || is_name(value, "null") ? NULL : value;
}

/* True if an object has no other members than the fields of an event. */
static bool has_only_fields(const char *object, const event_t *event) {
  const char *value = object;
  const char *key = next_key(object, &value);
  while (key != NULL) {
    int i = 0;
    while (i < event->count && !is_name(key, event->fields[i].name)) {
      i++;
    }
    if (i == event->count) {
      return false;
    }
    key = next_key(skip(value), &value);
  }
  return true;
}

static bool read_int(const char *s, int64_t *number) {
  size_t length = strspn(s, "-0123456789");
  *number = strtoll(s, NULL, 10);
  return length > 0 && (s[length] == '\0' || strchr(".eE", s[length]) == NULL);
}

static bool read_bool(const char *s, bool *flag) {
  *flag = is_name(s, "true");
  return *flag || is_name(s, "false");
}

/* Reads a value to its place in a struct. False if it has another type. */
static bool read_value(const field_t *field, const char *s, void *structure) {
  char *place = (char *)structure + (field->place == NO_PLACE ? 0 : field->place);
  bool is_number = *s == '-' || (*s >= '0' && *s <= '9');
  size_t flag = is_name(s, "null") ? field->null_flag : field->flag;
  if (flag != NO_PLACE) {
    *(bool *)((char *)structure + flag) = true;
  }
  if (is_name(s, "null")) {
    return field->is_optional || field->kind == ANY;
  }
  switch (field->kind) {
  case BOOL:
    return read_bool(s, (bool *)place);
  case INT:
    return is_number && read_int(s, (int64_t *)place);
  case DOUBLE:
    *(double *)place = strtod(s, NULL);
    return is_number;
  case LIST:
    return *s == '[';
  case MAP:
    return *s == '{';
  default:
    return true;
  }
}

/* Reads a payload. False if it is not what the chart declares. */
static bool read_data(const event_t *event, const char *json, door_payload_t *data) {
  int i;
  (void)memset(data, 0, sizeof *data);
  for (i = 0; i < event->count; i++) {
    const field_t *field = &event->fields[i];
    const char *value = json == NULL || event->form == VALUE ? json : any_member(json, field->name);
    if (value == NULL ? !field->is_optional : !read_value(field, value, data)) {
      return false;
    }
  }
  switch (event->form) {
  case NONE:
    return json == NULL;
  case RECORD:
    return json == NULL || (*json == '{' && has_only_fields(json, event));
  default:
    return true;
  }
}

/* ---- Answers ---------------------------------------------------------------------------------------------- */

static void answer(const char *outcome) {
  int s;
  int i;
  out.length = 0;
  append(&out, "{\"configuration\":[");
  for (s = 0; s < DOOR_STATE_COUNT; s++) {
    bool is_leaf = door_is_in(&machine, (door_state_t)s);
    int other;
    for (other = s + 1; is_leaf && other < STATES[s].end; other++) {
      is_leaf = !door_is_in(&machine, (door_state_t)other);
    }
    if (is_leaf) {
      append(&out, out.text[out.length - 1] == '[' ? "" : ",");
      append(&out, STATES[s].name);
    }
  }
  append(&out, "],\"did\":[");
  append(&out, did.text);
  append(&out, "],\"context\":{");
  for (i = 0; CONTEXT[i].field.place != NO_PLACE; i++) {
    append(&out, CONTEXT[i].before);
    append_value(&out, CONTEXT[i].field.kind, (const char *)door_context(&machine) + CONTEXT[i].field.place);
  }
  append(&out, CONTEXT[i].before);
  append(&out, door_is_finished(&machine) ? "},\"done\":true" : "},\"done\":false");
  if (outcome != NULL) {
    append(&out, ",\"outcome\":\"");
    append(&out, outcome);
    append(&out, "\"");
  }
  append(&out, "}");
  (void)puts(out.text);
  (void)fflush(stdout);
  did.length = 0;
  did.text[0] = '\0';
}

static void start(const char *json) {
  door_context_t context = *door_first_context();
  const char *values = member(json, "\"context\"");
  int i;
  for (i = 0; values != NULL && CONTEXT[i].field.place != NO_PLACE; i++) {
    const field_t *field = &CONTEXT[i].field;
    const char *value = field->name == NULL ? NULL : member(values, field->name);
    if (value != NULL && !read_value(field, value, &context)) {
      stop("the context does not fit");
    }
  }
  door_start_with(&machine, &context);
  answer(NULL);
}

/* The event of a name in a list; the last one, which has no name, if there is none. */
static const event_t *find_event(const event_t *event, const char *name) {
  while (event->name != NULL && !is_name(name, event->name)) {
    event++;
  }
  return event;
}

static void send(const char *name, const char *data) {
  static const char *const OUTCOMES[] = { "handled", "ignored", "declined", "rejected" };
  const event_t *event = find_event(EVENTS, name);
  door_payload_t payload;
  if (event->name == NULL) {
    event = find_event(PATTERNS, name);
  }
  if (door_is_finished(&machine)) {
    answer("ignored");
  } else if (event->name == NULL) {
    answer(UNKNOWN);
  } else if (!read_data(event, data, &payload)) {
    answer("rejected");
  } else {
    answer(OUTCOMES[door_send(&machine, (door_event_t)event->number, &payload)]);
  }
}

int main(void) {
  while (fgets(line, sizeof line, stdin) != NULL) {
    const char *object = skip_space(line);
    int64_t ms = 0;
    if (member(object, "\"start\"") != NULL) {
      start(member(object, "\"start\""));
    } else if (member(object, "\"event\"") != NULL) {
      send(member(object, "\"event\""), member(object, "\"data\""));
    } else if (member(object, "\"advance\"") != NULL && read_int(member(object, "\"advance\""), &ms)) {
      door_advance(&machine, ms);
      answer(NULL);
    } else {
      (void)puts("{\"cannot\":\"answer this line\"}");
      (void)fflush(stdout);
    }
  }
  return 0;
}
