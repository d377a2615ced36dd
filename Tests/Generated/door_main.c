/* A program around door.c that speaks the protocol of `statekit explore --program`: a JSON object a line. */
#include "door.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];
static char done_actions[1 << 18];
static size_t done_length;
static door_t machine;

/* ---- JSON ----------------------------------------------------------------------------------------------- */

static const char *skip_space(const char *s) {
  while (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n') {
    s++;
  }
  return s;
}

static const char *skip_text(const char *s) {
  for (s++; *s != '\0' && *s != '"'; s++) {
    if (*s == '\\' && s[1] != '\0') {
      s++;
    }
  }
  return *s == '"' ? s + 1 : s;
}

static const char *skip_value(const char *s) {
  int depth = 0;
  do {
    s = skip_space(s);
    if (*s == '"') {
      s = skip_text(s);
    } else if (*s == '{' || *s == '[') {
      depth++;
      s++;
    } else if (*s == '}' || *s == ']') {
      depth--;
      s++;
    } else if (*s != '\0') {
      s++;
      while (depth == 0 && *s != '\0' && strchr(",}] \t\r\n", *s) == NULL) {
        s++;
      }
    }
  } while (depth > 0 && *s != '\0');
  return s;
}

static unsigned read_hex(const char *s) {
  unsigned number = 0;
  int i;
  for (i = 0; i < 4 && s[i] != '\0'; i++) {
    const char *digits = "0123456789abcdef";
    const char *found = strchr(digits, s[i] >= 'A' && s[i] <= 'F' ? s[i] - 'A' + 'a' : s[i]);
    number = number * 16U + (found != NULL ? (unsigned)(found - digits) : 0U);
  }
  return number;
}

/* Reads a text in quotes, escapes resolved; false where it does not fit. */
static bool read_text(const char *s, char *out, size_t size) {
  size_t n = 0;
  if (*s != '"') {
    return false;
  }
  for (s++; *s != '\0' && *s != '"'; s++) {
    unsigned code = (unsigned char)*s;
    bool is_byte = true;
    if (n + 5 > size) {
      return false;
    }
    if (*s == '\\' && s[1] != '\0') {
      const char *escapes = "b\bf\fn\nr\rt\t";
      const char *found = strchr(escapes, *++s);
      code = (unsigned char)*s;
      if (found != NULL && *s >= 'b') {
        code = (unsigned char)found[1];
      } else if (*s == 'u') {
        is_byte = false;
        code = read_hex(s + 1);
        s += 4;
        if (code >= 0xD800U && code < 0xDC00U && s[1] == '\\' && s[2] == 'u') {
          code = 0x10000U + ((code - 0xD800U) << 10) + (read_hex(s + 3) - 0xDC00U);
          s += 6;
        }
      }
    }
    if (is_byte || code < 0x80U) {
      out[n++] = (char)code;
    } else if (code < 0x800U) {
      out[n++] = (char)(0xC0U | (code >> 6));
      out[n++] = (char)(0x80U | (code & 0x3FU));
    } else if (code < 0x10000U) {
      out[n++] = (char)(0xE0U | (code >> 12));
      out[n++] = (char)(0x80U | ((code >> 6) & 0x3FU));
      out[n++] = (char)(0x80U | (code & 0x3FU));
    } else {
      out[n++] = (char)(0xF0U | (code >> 18));
      out[n++] = (char)(0x80U | ((code >> 12) & 0x3FU));
      out[n++] = (char)(0x80U | ((code >> 6) & 0x3FU));
      out[n++] = (char)(0x80U | (code & 0x3FU));
    }
  }
  out[n] = '\0';
  return *s == '"';
}

/* The next member of an object, after `s`; NULL at its end. Reads the key, returns the value. */
static const char *next_member(const char *s, char *key, size_t size) {
  s = skip_space(s);
  if (*s == '{' || *s == ',') {
    s = skip_space(s + 1);
  }
  if (!read_text(s, key, size)) {
    return NULL;
  }
  s = skip_space(skip_text(s));
  return *s == ':' ? skip_space(s + 1) : NULL;
}

/* The value of a member; NULL if the object does not have it. */
static const char *member(const char *object, const char *name) {
  char key[1024];
  const char *value = *object == '{' ? next_member(object, key, sizeof key) : NULL;
  while (value != NULL && strcmp(key, name) != 0) {
    value = next_member(skip_value(value), key, sizeof key);
  }
  return value;
}

static bool read_int(const char *s, int64_t *number) {
  size_t length = strspn(s, "-0123456789");
  if (length == 0 || (s[length] != '\0' && strchr(".eE", s[length]) != NULL)) {
    return false;
  }
  *number = strtoll(s, NULL, 10);
  return true;
}

static const char *const STATE_NAMES[] = {
  "\"root\"",
  "\"open\"",
  "\"closed\"",
  "\"locked\""
};

/* For each state, the state after the last one inside. */
static const int ENDS[] = {
  4,
  2,
  3,
  4
};

typedef struct {
  const char *name;
  int number;
} name_t;

static const name_t EVENTS[] = {
  { "close", DOOR_EVENT_CLOSE },
  { "open", DOOR_EVENT_OPEN },
  { "lock", DOOR_EVENT_LOCK },
  { "unlock", DOOR_EVENT_UNLOCK },
  { NULL, -1 }
};

/* What an event is that no state names, by its first letters. */
static const name_t PATTERNS[] = {
  { NULL, -1 }
};

enum { KNOWS_ALL_EVENTS = 0 };

/* ---- Answers -------------------------------------------------------------------------------------------- */

static void did(const char *text) {
  size_t length = strlen(text);
  if (done_length + length >= sizeof done_actions) {
    (void)fputs("too many actions for one answer\n", stderr);
    exit(1);
  }
  (void)memcpy(done_actions + done_length, text, length + 1);
  done_length += length;
}

static void begin_action(const char *name, bool has_data) {
  if (done_length > 0) {
    did(",");
  }
  if (has_data) {
    did("{\"name\":");
  }
  did(name);
  if (has_data) {
    did(",\"data\":");
  }
}

void door_do_light_on(door_t *d) {
  (void)d;
  begin_action("\"lightOn\"", false);
}

void door_do_light_off(door_t *d) {
  (void)d;
  begin_action("\"lightOff\"", false);
}

void door_do_rattle(door_t *d) {
  (void)d;
  begin_action("\"rattle\"", false);
}

/* Reads a payload; false where it is not what the chart declares. */
static bool read_data(int event, const char *json, door_payload_t *data) {
  int text = 0;
  (void)text;
  (void)data;
  if (json != NULL && strncmp(json, "null", 4) == 0) {
    json = NULL;
  }
  switch (event) {
  default:
    return true;
  }
}

static bool read_context(const char *json, door_context_t *context) {
  int text = 0;
  (void)text;
  (void)context;
  (void)json;
  return true;
}

static void write_context(const door_context_t *context) {
  (void)context;
}

static void answer(const char *outcome) {
  const char *comma = "";
  int s;
  if (machine.lost_events) {
    (void)puts("{\"cannot\":\"hold so many events: generate it with a longer --queue\"}");
    (void)fflush(stdout);
    return;
  }
  (void)printf("{\"configuration\":[");
  for (s = 0; s < DOOR_STATE_COUNT; s++) {
    bool is_leaf = door_is_in(&machine, (door_state_t)s);
    int other;
    for (other = s + 1; is_leaf && other < ENDS[s]; other++) {
      is_leaf = !door_is_in(&machine, (door_state_t)other);
    }
    if (is_leaf) {
      (void)printf("%s%s", comma, STATE_NAMES[s]);
      comma = ",";
    }
  }
  (void)printf("],\"did\":[%s]", done_actions);
  if (outcome != NULL) {
    (void)printf(",\"outcome\":\"%s\"", outcome);
  }
  (void)printf(",\"context\":{");
  write_context(door_context(&machine));
  (void)printf("},\"done\":%s}\n", door_is_finished(&machine) ? "true" : "false");
  (void)fflush(stdout);
  done_length = 0;
  done_actions[0] = '\0';
}

static void start(const char *json) {
  door_context_t context;
  const char *values = member(json, "context");
  context = *door_first_context();
  if (values != NULL && !read_context(values, &context)) {
    (void)fputs("the context does not fit\n", stderr);
    exit(1);
  }
  door_start_with(&machine, &context);
  answer(NULL);
}

static void send(const char *json, const char *data) {
  static const char *const OUTCOMES[] = { "handled", "ignored", "declined", "rejected" };
  char name[4096];
  const name_t *event = EVENTS;
  door_payload_t payload;
  if (!read_text(json, name, sizeof name)) {
    (void)fputs("the name of an event is no text\n", stderr);
    exit(1);
  }
  while (event->name != NULL && strcmp(event->name, name) != 0) {
    event++;
  }
  if (event->name == NULL) {
    event = PATTERNS;
    while (event->name != NULL && strncmp(event->name, name, strlen(event->name)) != 0) {
      event++;
    }
  }
  (void)memset(&payload, 0, sizeof payload);
  if (door_is_finished(&machine)) {
    answer("ignored");
  } else if (event->name == NULL) {
    answer(KNOWS_ALL_EVENTS ? "rejected" : "ignored");
  } else if (!read_data(event->number, data, &payload)) {
    answer("rejected");
  } else {
    answer(OUTCOMES[door_send(&machine, (door_event_t)event->number, &payload)]);
  }
}

int main(void) {
  while (fgets(line, sizeof line, stdin) != NULL) {
    const char *object = skip_space(line);
    if (member(object, "start") != NULL) {
      start(member(object, "start"));
    } else if (member(object, "event") != NULL) {
      send(member(object, "event"), member(object, "data"));
    } else if (member(object, "advance") != NULL) {
      int64_t ms = 0;
      (void)read_int(member(object, "advance"), &ms);
      door_advance(&machine, ms);
      answer(NULL);
    } else {
      (void)puts("{\"cannot\":\"answer this line\"}");
      (void)fflush(stdout);
    }
  }
  return 0;
}
