// Made by `make texts` from the files in Texts; change those.

enum CTexts {
  static let active = #"""
    /* ---- The active states ------------------------------------------------------------------------------------ */

    #? !PARALLEL
    /* A state is active if it is d->state, or if d->state is inside it. */
    static bool is_active(const $p_t *d, int state) {
      return d->state == state || (d->state > state && d->state < STATES[state].end);
    }

    #end
    #? PARALLEL
    static bool is_active(const $p_t *d, int state) {
      return d->active[state];
    }

    /* The state after the last one inside another; NOWHERE contains all. */
    static int end_of(int state) {
      return state < 0 ? STATE_COUNT : STATES[state].end;
    }

    static bool is_inside(int state, int ancestor) {
      return state > ancestor && state < end_of(ancestor);
    }

    #end
    /* The state itself if it is active, else the nearest active one around it. */
    static int active_around(const $p_t *d, int state) {
      while (state >= 0 && !is_active(d, state)) {
        state = STATES[state].parent;
      }
      return state;
    }

    #? !PARALLEL
    #? DONE
    /* True if a state has come to its end: it is final, or a final state directly inside it is active. */
    static bool is_done(const $p_t *d, int state) {
      return STATES[d->state].kind == FINAL && (d->state == state || STATES[d->state].parent == state);
    }

    #end

    #end
    #? PARALLEL
    #? HISTORY
    /* What a history state stands for: what it remembers, else its default, else the state around it. */
    static int history_targets(const $p_t *d, int history, int16_t *found) {
      int count = 0;
      int i;
      if (d->has_record[index_of(history)]) {
        for (i = 0; i < STATE_COUNT; i++) {
          if (d->record[index_of(history)][i]) {
            found[count] = (int16_t)i;
            count++;
          }
        }
      } else if (STATES[history].initial_count > 0) {
        for (; count < STATES[history].initial_count; count++) {
          found[count] = TARGETS[STATES[history].initial + count];
        }
      } else {
        found[0] = STATES[history].parent;
        count = 1;
      }
      return count;
    }

    #end
    #? DONE
    /* True if a state has come to its end: it is final, has an active final child, or only regions that are done. */
    static bool is_done(const $p_t *d, int state) {
      bool done[STATE_COUNT];
      int s;
      for (s = STATES[state].end - 1; s >= state; s--) {
        int child;
        done[s] = d->active[s] && (STATES[s].kind == FINAL || STATES[s].kind == PARALLEL);
        for (child = s + 1; child < STATES[s].end; child = STATES[child].end) {
          if (STATES[s].kind == COMPOUND && d->active[child] && STATES[child].kind == FINAL) {
            done[s] = true;
          }
          if (STATES[s].kind == PARALLEL && STATES[child].kind < SHALLOW_HISTORY && !done[child]) {
            done[s] = false;
          }
        }
      }
      return done[state];
    }

    #end

    #end

    """#

  static let arithmetic = #"""
    #? add
    static bool add(int64_t a, int64_t b, int64_t *sum) {
      if ((b > 0 && a > INT64_MAX - b) || (b < 0 && a < INT64_MIN - b)) {
        return false;
      }
      *sum = a + b;
      return true;
    }

    #end
    #? subtract
    static bool subtract(int64_t a, int64_t b, int64_t *difference) {
      if ((b < 0 && a > INT64_MAX + b) || (b > 0 && a < INT64_MIN + b)) {
        return false;
      }
      *difference = a - b;
      return true;
    }

    #end
    #? multiply
    static bool multiply(int64_t a, int64_t b, int64_t *product) {
      if (a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
                : (b > 0 ? a < INT64_MIN / b : a != 0 && b < INT64_MAX / a)) {
        return false;
      }
      *product = a * b;
      return true;
    }

    #end
    #? divide
    static bool divide(int64_t a, int64_t b, int64_t *quotient) {
      if (b == 0 || (a == INT64_MIN && b == -1)) {
        return false;
      }
      *quotient = a / b;
      return true;
    }

    #end
    #? modulo
    static bool modulo(int64_t a, int64_t b, int64_t *rest) {
      if (b == 0 || (a == INT64_MIN && b == -1)) {
        return false;
      }
      *rest = a % b;
      return true;
    }

    #end
    #? to_int
    static bool to_int(double a, int64_t *whole) {
      if (!(a > -9223372036854775808.0 && a < 9223372036854775808.0)) {
        return false;
      }
      *whole = (int64_t)a;
      return true;
    }

    #end
    #? is_finite
    static bool is_finite(double a) {
      return a - a == 0.0;
    }

    #end
    #? both
    /* `&&` of two sides that are 1, 0 or FAILED: an error does not count where the other side decides. */
    static int both(int a, int b) {
      return a == 0 || b == 0 ? 0 : (a == 1 && b == 1 ? 1 : FAILED);
    }

    #end
    #? either
    /* `||` of two sides that are 1, 0 or FAILED: an error does not count where the other side decides. */
    static int either(int a, int b) {
      return a == 1 || b == 1 ? 1 : (a == 0 && b == 0 ? 0 : FAILED);
    }

    #end

    """#

  static let choosing = #"""
    /* ---- Choosing ------------------------------------------------------------------------------------------- */

    /* The handlers that an event chooses, at most one for each innermost active state, in document order. */
    typedef struct {
      int16_t handlers[STATE_COUNT];
      int count;
      #? FORBIDDEN | bool is_forbidden; /* a state handles the event and does nothing */
    } choice_t;

    /* Adds what a state answers; false if it has no answer. */
    static bool add_answer(choice_t *c, int handler) {
      if (handler >= 0) {
        c->handlers[c->count] = (int16_t)handler;
        c->count++;
      }
      #? FORBIDDEN | c->is_forbidden = c->is_forbidden || handler == FORBIDDEN;
      return handler != NO_HANDLER;
    }

    #? LEAF ALWAYS
    /* Asks each innermost active state and then the states around it, until one answers. */
    static void ask_paths($p_t *d, int event, choice_t *c) {
      bool is_asked[STATE_COUNT];
      int i;
      (void)memset(is_asked, 0, sizeof is_asked);
      for (i = 0; i < d->leaf_count; i++) {
        int state = d->leaves[i];
        while (state >= 0 && !is_asked[state]) {
          is_asked[state] = true;
          state = add_answer(c, handler_of(d, state, event)) ? NOWHERE : STATES[state].parent;
        }
      }
    }

    #end
    #? SUBTREE
    /* Asks a state only where no state inside it answers. */
    static void ask_subtrees($p_t *d, int event, choice_t *c) {
      bool is_answered[STATE_COUNT];
      int s;
      int i;
      (void)memset(is_answered, 0, sizeof is_answered);
      for (s = STATE_COUNT - 1; s >= 0; s--) {
        if (d->active[s]) {
          is_answered[s] = is_answered[s] || add_answer(c, handler_of(d, s, event));
          if (is_answered[s] && STATES[s].parent >= 0) {
            is_answered[STATES[s].parent] = true;
          }
        }
      }
      for (i = 0; i < c->count / 2; i++) {
        int16_t handler = c->handlers[i];
        c->handlers[i] = c->handlers[c->count - 1 - i];
        c->handlers[c->count - 1 - i] = handler;
      }
    }

    #end
    #? CONFLICT
    /* What a handler does to the tree: everything inside `start` is exited, something inside it is entered. */
    typedef struct {
      int start; /* NOWHERE: the root itself is exited */
      bool exits;
      bool enters;
    } reach_t;

    static void add_reach(const $p_t *d, int target, reach_t *reaches, int *count) {
      int start = active_around(d, target);
      if (start >= 0 && *count < STATE_COUNT) {
        reaches[*count].start = start;
        reaches[*count].exits = STATES[start].kind != PARALLEL || start == target;
        reaches[*count].enters = start != target || STATES[start].initial_count > 0;
        *count = *count + 1;
      }
    }

    static int find_reaches(const $p_t *d, int handler, reach_t *reaches) {
      int count = 0;
      int i;
      if (HANDLERS[handler].top != STATE_COUNT) {
        reaches[0].start = HANDLERS[handler].top;
        reaches[0].exits = true;
        reaches[0].enters = true;
        return 1;
      }
      for (i = 0; i < HANDLERS[handler].target_count; i++) {
        int target = TARGETS[HANDLERS[handler].target + i];
        #? HISTORY
        int parent = STATES[target].parent;
        if (STATES[target].kind >= SHALLOW_HISTORY && d->active[parent] && STATES[parent].kind == PARALLEL) {
          int16_t found[STATE_COUNT];
          int found_count = history_targets(d, target, found);
          int j;
          for (j = 0; j < found_count; j++) {
            add_reach(d, found[j], reaches, &count);
          }
          continue;
        }
        #end
        add_reach(d, target, reaches, &count);
      }
      return count;
    }

    static bool has_active_child(const $p_t *d, int state) {
      int child;
      for (child = state + 1; child < STATES[state].end; child = STATES[child].end) {
        if (d->active[child]) {
          return true;
        }
      }
      return false;
    }

    static bool reaches_conflict(const $p_t *d, const reach_t *a, const reach_t *b) {
      if (a->start < 0 || b->start < 0) {
        return true;
      }
      if ((a->exits && is_inside(b->start, a->start)) || (b->exits && is_inside(a->start, b->start))) {
        return true;
      }
      return a->start == b->start
        && ((a->exits && b->exits && has_active_child(d, a->start))
            || (STATES[a->start].kind == COMPOUND && a->enters && b->enters));
    }

    static bool handlers_conflict(const $p_t *d, int first, int second) {
      reach_t a[STATE_COUNT];
      reach_t b[STATE_COUNT];
      int a_count = find_reaches(d, first, a);
      int b_count = find_reaches(d, second, b);
      int i;
      int j;
      for (i = 0; i < a_count; i++) {
        for (j = 0; j < b_count; j++) {
          if (reaches_conflict(d, &a[i], &b[j])) {
            return true;
          }
        }
      }
      return false;
    }

    /* Of handlers that conflict, one of a state inside those of the others wins, else the earlier one stays. */
    static void drop_conflicts(const $p_t *d, choice_t *c) {
      int kept = 0;
      int i;
      for (i = 0; i < c->count; i++) {
        int handler = c->handlers[i];
        bool displaces = true;
        bool conflicts[STATE_COUNT];
        int j;
        for (j = 0; j < kept; j++) {
          conflicts[j] = handlers_conflict(d, c->handlers[j], handler);
          if (conflicts[j] && !is_inside(HANDLERS[handler].state, HANDLERS[c->handlers[j]].state)) {
            displaces = false;
          }
        }
        if (displaces) {
          int count = 0;
          for (j = 0; j < kept; j++) {
            if (!conflicts[j]) {
              c->handlers[count] = c->handlers[j];
              count++;
            }
          }
          c->handlers[count] = (int16_t)handler;
          kept = count + 1;
        }
      }
      c->count = kept;
    }

    #end
    /* The handlers for an event. NO_EVENT asks for what the active states do without one. */
    static void choose($p_t *d, int event, choice_t *c) {
      c->count = 0;
      #? FORBIDDEN | c->is_forbidden = false;
      #? SUBTREE
      #? ALWAYS
      if (event == NO_EVENT) {
        ask_paths(d, event, c);
      } else {
        ask_subtrees(d, event, c);
      }
      #end
      #? !ALWAYS | ask_subtrees(d, event, c);
      #end
      #? LEAF | ask_paths(d, event, c);
      #? CONFLICT
      if (c->count > 1) {
        drop_conflicts(d, c);
      }
      #end
    }

    """#

  static let functions = #"""
    /* ---- What the chart says ---------------------------------------------------------------------------------- */

    #insert functions

    """#

  static let harness = #"""
    /* A program around $p.c that speaks the protocol of `statekit explore --program`: a JSON object a line. Names are
     * compared as statekit writes them. */
    #include "$p.h"

    #include <stddef.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>

    #define NO_PLACE ((size_t)-1)

    typedef enum { BOOL, INT, DOUBLE, TEXT, LIST, MAP, ANY } kind_t;

    /* The payload of an event: anything, nothing, one value, fields. */
    typedef enum { FREE, NONE, VALUE, RECORD } form_t;

    /* A value in a payload or in the context, with its place and that of the flag which says that it is there. */
    typedef struct {
      const char *name;
      kind_t kind;
      bool is_optional;
      size_t place;
      size_t flag;
    } field_t;

    typedef struct {
      const char *name;
      int number;
      form_t form;
      int count;
      const field_t *fields;
    } event_t;

    #insert payloads
    static const event_t EVENTS[] = {
      #insert events
    };

    /* The events that no state names, by their first letters. */
    static const event_t PATTERNS[] = {
      #insert patterns
    };

    /* The outcome of an event that the chart does not know. */
    static const char *const UNKNOWN = "$unknown";

    /* The states, each with the state after the last one inside it. */
    static const struct {
      const char *name;
      int end;
    } STATES[] = {
      #insert states
    };

    #? TEXTS
    static const struct {
      const char *name;
      int number;
    } TEXTS[] = {
      #insert texts
      { NULL, 0 }
    };

    #end
    /* The context, each field with the text before it. */
    static const struct {
      const char *before;
      field_t field;
    } CONTEXT[] = {
      #insert context
    };

    typedef struct {
      char text[1 << 24]; /* one line of input may lead to 100,000 macrosteps with actions */
      size_t length;
    } buffer_t;

    static char line[1 << 20];
    static buffer_t did;
    static buffer_t out;
    static $p_t machine;

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

    #? TEXTS
    static void append_text(buffer_t *buffer, $p_text_t text) {
      int i = 0;
      while (TEXTS[i].name != NULL && TEXTS[i].number != (int)text) {
        i++;
      }
      append(buffer, TEXTS[i].name == NULL ? "\"\"" : TEXTS[i].name);
    }

    #end
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
      #? TEXTS
      case TEXT:
        append_text(buffer, *(const $p_text_t *)value);
        break;
      #end
      default:
        break;
      }
    }

    #insert functions
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

    /* The value of a member; NULL if the object does not have it, or if it is null. */
    static const char *member(const char *object, const char *name) {
      const char *value = object;
      const char *key = next_key(object, &value);
      while (key != NULL && !is_name(key, name)) {
        key = next_key(skip(value), &value);
      }
      return key == NULL || is_name(value, "null") ? NULL : value;
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

    #? TEXTS
    static bool read_known_text(const char *s, $p_text_t *text) {
      int i = 0;
      while (TEXTS[i].name != NULL && !is_name(s, TEXTS[i].name)) {
        i++;
      }
      *text = ($p_text_t)TEXTS[i].number;
      return *s == '"';
    }

    #end
    /* Reads a value to its place in a struct. False if it has another type. */
    static bool read_value(const field_t *field, const char *s, void *structure) {
      char *place = (char *)structure + (field->place == NO_PLACE ? 0 : field->place);
      bool is_number = *s == '-' || (*s >= '0' && *s <= '9');
      if (field->flag != NO_PLACE) {
        *(bool *)((char *)structure + field->flag) = true;
      }
      switch (field->kind) {
      case BOOL:
        return read_bool(s, (bool *)place);
      case INT:
        return is_number && read_int(s, (int64_t *)place);
      case DOUBLE:
        *(double *)place = strtod(s, NULL);
        return is_number;
      #? TEXTS
      case TEXT:
        return read_known_text(s, ($p_text_t *)place);
      #end
      case LIST:
        return *s == '[';
      case MAP:
        return *s == '{';
      default:
        return true;
      }
    }

    /* Reads a payload. False if it is not what the chart declares. */
    static bool read_data(const event_t *event, const char *json, $p_payload_t *data) {
      int i;
      (void)memset(data, 0, sizeof *data);
      for (i = 0; i < event->count; i++) {
        const field_t *field = &event->fields[i];
        const char *value = json == NULL || event->form == VALUE ? json : member(json, field->name);
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
      for (s = 0; s < $P_STATE_COUNT; s++) {
        bool is_leaf = $p_is_in(&machine, ($p_state_t)s);
        int other;
        for (other = s + 1; is_leaf && other < STATES[s].end; other++) {
          is_leaf = !$p_is_in(&machine, ($p_state_t)other);
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
        append_value(&out, CONTEXT[i].field.kind, (const char *)$p_context(&machine) + CONTEXT[i].field.place);
      }
      append(&out, CONTEXT[i].before);
      append(&out, $p_is_finished(&machine) ? "},\"done\":true" : "},\"done\":false");
      if (outcome != NULL) {
        append(&out, ",\"outcome\":\"");
        append(&out, outcome);
        append(&out, "\"");
      }
      append(&out, "}");
      #? RAISE SEND LATER
      if (machine.lost_events) {
        out.length = 0;
        append(&out, "{\"cannot\":\"hold so many events: generate it with a longer --queue\"}");
      }
      #end
      (void)puts(out.text);
      (void)fflush(stdout);
      did.length = 0;
      did.text[0] = '\0';
    }

    static void start(const char *json) {
      $p_context_t context = *$p_first_context();
      const char *values = member(json, "\"context\"");
      int i;
      for (i = 0; values != NULL && CONTEXT[i].field.place != NO_PLACE; i++) {
        const field_t *field = &CONTEXT[i].field;
        const char *value = field->name == NULL ? NULL : member(values, field->name);
        if (value != NULL && !read_value(field, value, &context)) {
          stop("the context does not fit");
        }
      }
      $p_start_with(&machine, &context);
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
      $p_payload_t payload;
      if (event->name == NULL) {
        event = find_event(PATTERNS, name);
      }
      if ($p_is_finished(&machine)) {
        answer("ignored");
      } else if (event->name == NULL) {
        answer(UNKNOWN);
      } else if (!read_data(event, data, &payload)) {
        answer("rejected");
      } else {
        answer(OUTCOMES[$p_send(&machine, ($p_event_t)event->number, &payload)]);
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
          $p_advance(&machine, ms);
          answer(NULL);
        } else {
          (void)puts("{\"cannot\":\"answer this line\"}");
          (void)fflush(stdout);
        }
      }
      return 0;
    }

    """#

  static let headerComment = #"""
    /* $p.h: a state machine in C99. Made by `statekit generate`: change the chart, not this file.
     *
     * $title
     *
     * A $p_t takes $bytes bytes where each type is aligned to its size. There is no heap and no recursion.
     * Call $p_start(&d) first, then $p_send(&d, event, data) for each event and $p_advance(&d, ms) as time goes by.
     #? HOST_ACTIONS
     * The program defines the functions $p_do_..., which the chart calls for. They must not call $p_send,
     * $p_advance or $p_start.
     #end
     */

    """#

  static let header = #"""
    #ifndef $P_H
    #define $P_H

    #include <stdbool.h>
    #include <stdint.h>

    #? STEPS | #define $P_MOST_STEPS 1000 /* transitions and raised events of one macrostep */
    #? SEND TIMER | #define $P_MOST_MACROSTEPS 100000 /* macrosteps of one call */
    #? RAISE SEND | #define $P_QUEUE $queue /* events that a queue holds */
    #? TIMER | #define $P_TIMERS $timers /* timers that run at the same time */
    #? GOTO | #define $P_NESTED $nested /* transitions inside one another, by goToState */
    #? HISTORY | #define $P_HISTORIES $histories /* history states */
    #? PARALLEL | #define $P_LEAVES $leaves /* innermost active states */
    #? HOLDS | #define $P_HANDLERS $handlers /* handlers of the chart */

    /* The states, in document order. */
    typedef enum {
      #insert state names
      $P_STATE_COUNT
    } $p_state_t;

    #? INTERNAL | /* The events. Only the chart raises the last $internal. */
    #? !INTERNAL | /* The events. */
    typedef enum {
      #insert event names
      $P_EVENT_COUNT
    } $p_event_t;

    typedef enum {
      $P_HANDLED,  /* a state has handled the event */
      $P_IGNORED,  /* no active state has a handler for the event */
      #? GUARDS | $P_DECLINED, /* there are handlers, and all their guards are false */
      #? !GUARDS | $P_DECLINED, /* never: the chart has no guards */
      #? INTERNAL | $P_REJECTED  /* only the chart raises this event, or the machine was not started */
      #? !INTERNAL | $P_REJECTED  /* the chart has no such event, or the machine was not started */
    } $p_outcome_t;

    #? TEXTS
    /* The texts that the chart knows. */
    typedef enum {
      $P_TEXT_OTHER_TEXT,
      #insert text names
      $P_TEXT_COUNT
    } $p_text_t;

    #end
    #? PAYLOAD | /* The payload of an event: the member that is called like the event. */
    #? !PAYLOAD | /* The payload of an event: no event of the chart has one. */
    typedef union {
      #insert payload
    } $p_payload_t;

    /* The data of the chart. */
    typedef struct {
      #insert context
    } $p_context_t;

    typedef struct {
      #? PAYLOAD | $p_payload_t data;
      int16_t event;
    } $p_message_t;

    #? RAISE SEND
    /* Events that wait, the oldest first. */
    typedef struct {
      $p_message_t messages[$P_QUEUE];
      int16_t first;
      int16_t count;
    } $p_queue_t;

    #end
    #? TIMER
    /* A timer of a state, or an event that is sent later. */
    typedef struct {
      int64_t due;
      uint32_t serial; /* 0: it is not running */
      #? LATER
      $p_message_t message;
      int16_t id;
      #end
    } $p_timer_t;

    #end
    #? GOTO
    /* A transition under way. */
    typedef struct {
      int16_t target; /* not entered yet */
      int16_t handler; /* its exits and actions are still to come */
      int16_t reached; /* the target that was entered: its first state is still to come */
      #? DONE | int16_t final; /* a final state that was entered */
      #? HISTORY | int16_t completed; /* the state whose first state came last */
    } $p_transition_t;

    #end
    /* A machine. Read it with the functions below. */
    typedef struct {
      $p_context_t context;
      int64_t now; /* ms since the start */
      #? TIMER
      $p_timer_t timers[$P_TIMERS];
      uint32_t timer_serial;
      #end
      #? RAISE | $p_queue_t raised; /* events of this macrostep */
      #? SEND | $p_queue_t sent;
      #? PAYLOAD | $p_payload_t data; /* of the event that is handled */
      #? GOTO
      $p_transition_t transitions[$P_NESTED]; /* under way, the inner ones last */
      int16_t depth; /* how many there are */
      #end
      #? EVENT | int16_t event; /* that is handled; -1: none */
      #? STEPS | int16_t steps; /* of this macrostep */
      #? !PARALLEL | int16_t state; /* the innermost active state; those around it are active, too */
      #? PARALLEL
      int16_t leaves[$P_LEAVES]; /* the innermost active states, in document order */
      int16_t leaf_count;
      bool active[$P_STATE_COUNT];
      #end
      #? HISTORY
      #? !PARALLEL | int16_t record[$P_HISTORIES]; /* what history states remember */
      #? PARALLEL
      bool record[$P_HISTORIES][$P_STATE_COUNT]; /* what history states remember */
      bool has_record[$P_HISTORIES];
      #end
      #end
      #? HOLDS | bool has_failed[$P_HANDLERS]; /* a guard had an error in this macrostep */
      bool started;
      #? DONE | bool finished;
      #? STEPS | bool halted; /* a limit ended the macrostep */
      #? GUARDS | bool declined; /* a guard was false */
      #? RAISE SEND LATER | bool lost_events; /* a queue was full */
    } $p_t;

    /* Begins, with the first values of the chart or with others. */
    void $p_start($p_t *d);
    void $p_start_with($p_t *d, const $p_context_t *context);
    const $p_context_t *$p_first_context(void);

    #? PAYLOAD | /* Handles an event, and what it leads to. `data` may be NULL for an event without a payload. */
    #? !PAYLOAD | /* Handles an event, and what it leads to. `data` may be NULL. */
    $p_outcome_t $p_send($p_t *d, $p_event_t event, const $p_payload_t *data);

    #? TIMER | /* Moves the clock by milliseconds; timers that are due fire. A negative number does nothing. */
    #? !TIMER | /* Moves the clock by milliseconds. The chart has no timers. */
    void $p_advance($p_t *d, int64_t ms);

    /* The milliseconds until the next timer is due; -1 if none is running. */
    int64_t $p_next_timer(const $p_t *d);

    /* True if the state is active. */
    bool $p_is_in(const $p_t *d, $p_state_t state);

    #? DONE | /* True if the machine has come to its end. */
    #? !DONE | /* Always false: the chart has no end. */
    bool $p_is_finished(const $p_t *d);

    /* The data of the chart now. */
    const $p_context_t *$p_context(const $p_t *d);

    #? HOST_ACTIONS
    /* The program defines what the chart calls for. */
    #insert host actions

    #end
    #? HOST_GUARDS
    /* The program answers these guards. */
    #insert host guards

    #end

    #endif

    """#

  static let macrosteps = #"""
    /* ---- Macrosteps ------------------------------------------------------------------------------------------- */

    #? ALWAYS RAISE
    /* Takes transitions without an event, then raised events, until there are none. */
    static void come_to_rest($p_t *d) {
      while (!d->halted) {
        #? ALWAYS
        if (react(d, NO_EVENT)) {
          continue;
        }
        #end
        #? RAISE
        if (d->raised.count > 0) {
          $p_message_t message = pull(&d->raised);
          if (count_step(d)) {
            #? EVENT | d->event = message.event;
            #? PAYLOAD | d->data = message.data;
            (void)react(d, message.event);
          }
          continue;
        }
        #end
        return;
      }
    }

    #end
    #? STEPS
    static void end_macrostep($p_t *d) {
      #? ALWAYS RAISE | come_to_rest(d);
      d->halted = false;
      d->steps = 0;
      #? HOLDS | (void)memset(d->has_failed, 0, sizeof d->has_failed);
      #? DONE
      if (is_done(d, $P_STATE_ROOT)) {
        d->finished = true;
        #? RAISE | d->raised.count = 0;
        #? SEND | d->sent.count = 0;
        #? TIMER | (void)memset(d->timers, 0, sizeof d->timers);
      }
      #end
    }

    #end
    /* Handles one event and the steps that follow from it. */
    static $p_outcome_t process($p_t *d, const $p_message_t *message) {
      $p_outcome_t outcome = $P_HANDLED;
      #? EVENT | d->event = message->event;
      #? PAYLOAD | d->data = message->data;
      #? GUARDS | d->declined = false;
      if (!react(d, message->event)) {
        #? GUARDS | outcome = d->declined ? $P_DECLINED : $P_IGNORED;
        #? !GUARDS | outcome = $P_IGNORED;
      }
      #? STEPS | end_macrostep(d);
      return outcome;
    }

    #? TIMER
    static void fire($p_t *d, int slot) {
      d->timers[slot].serial = 0;
      #? AFTER
      if (slot < AFTER_COUNT) {
        /* Only the state of the timer is asked. */
        int handler = handler_of(d, AFTERS[slot].state, AFTER_EVENT + slot);
        #? EVENT | d->event = NO_EVENT;
        if (handler >= 0) {
          take(d, handler);
        }
        #? STEPS | end_macrostep(d);
        return;
      }
      #end
      #? LATER
      {
        $p_message_t message = d->timers[slot].message;
        (void)process(d, &message);
      }
      #end
    }

    #end
    #? TIMER SEND
    /* Takes the events that were sent, and timers up to a time. */
    static void settle($p_t *d, int64_t until) {
      int32_t macrosteps = 0;
      while (!$p_is_finished(d)) {
        #? TIMER
        int first = first_timer(d);
        if (first >= 0 && d->timers[first].due <= d->now) {
          if (macrosteps == $P_MOST_MACROSTEPS) {
            #? SEND | d->sent.count = 0;
            return;
          }
          macrosteps++;
          fire(d, first);
          continue;
        }
        #end
        #? SEND
        if (d->sent.count > 0) {
          $p_message_t message;
          if (macrosteps == $P_MOST_MACROSTEPS) {
            d->sent.count = 0;
            return;
          }
          macrosteps++;
          message = pull(&d->sent);
          (void)process(d, &message);
          continue;
        }
        #end
        #? TIMER
        if (first >= 0 && d->timers[first].due <= until) {
          d->now = d->timers[first].due;
          continue;
        }
        #end
        break;
      }
      if (d->now < until) {
        d->now = until;
      }
    }

    #end
    /* ---- What the program calls ------------------------------------------------------------------------------- */

    void $p_start($p_t *d) {
      $p_start_with(d, &FIRST_CONTEXT);
    }

    const $p_context_t *$p_first_context(void) {
      return &FIRST_CONTEXT;
    }

    void $p_start_with($p_t *d, const $p_context_t *context) {
      $p_context_t first = *context; /* `context` may point into *d */
      (void)memset(d, 0, sizeof *d);
      d->context = first;
      d->started = true;
      #? EVENT | d->event = NO_EVENT;
      enter_root(d);
      #? STEPS | end_macrostep(d);
      #? TIMER SEND | settle(d, d->now);
    }

    $p_outcome_t $p_send($p_t *d, $p_event_t event, const $p_payload_t *data) {
      #? TIMER SEND | $p_outcome_t outcome;
      $p_message_t message;
      #? INTERNAL | if (!d->started || (int)event < 0 || (int)event >= (int)FIRST_INTERNAL) {
      #? !INTERNAL | if (!d->started || (int)event < 0 || (int)event >= (int)$P_EVENT_COUNT) {
        return $P_REJECTED;
      }
      #? DONE
      if (d->finished) {
        return $P_IGNORED;
      }
      #end
      message = message_of((int)event, data);
      #? TIMER SEND
      outcome = process(d, &message);
      settle(d, d->now);
      return outcome;
      #end
      #? !TIMER
      #? !SEND | return process(d, &message);
      #end
    }

    void $p_advance($p_t *d, int64_t ms) {
      if (d->started && ms >= 0 && ms <= INT64_MAX - d->now) {
        #? TIMER SEND | settle(d, d->now + ms);
        #? !TIMER
        #? !SEND | d->now += ms;
        #end
      }
    }

    int64_t $p_next_timer(const $p_t *d) {
      #? TIMER
      int first = first_timer(d);
      return first < 0 ? -1 : d->timers[first].due - d->now;
      #end
      #? !TIMER
      (void)d;
      return -1;
      #end
    }

    bool $p_is_in(const $p_t *d, $p_state_t state) {
      return d->started && (int)state >= 0 && (int)state < STATE_COUNT && is_active(d, (int)state);
    }

    bool $p_is_finished(const $p_t *d) {
      #? DONE | return d->finished;
      #? !DONE
      (void)d;
      return false;
      #end
    }

    const $p_context_t *$p_context(const $p_t *d) {
      return &d->context;
    }

    """#

  static let pathTransitions = #"""
    /* ---- Transitions ------------------------------------------------------------------------------------------ */

    #? DONE
    /* A final state was entered: the state around it is done. */
    static void announce_done($p_t *d, int final) {
      int parent = STATES[final].parent;
      if (parent >= 0 && d->state == final) {
        push(d, &d->raised, STATES[parent].done, NULL);
      }
    }

    #end
    #? HISTORY
    /* Before states inside `top` are exited, history states among them remember what is active beside them. */
    static void record($p_t *d, int top) {
      int i;
      for (i = 0; i < $P_HISTORIES; i++) {
        int parent = STATES[HISTORIES[i]].parent;
        if (parent > top && is_active(d, parent)) {
          int kept = d->state;
          while (STATES[HISTORIES[i]].kind == SHALLOW_HISTORY && kept != parent && STATES[kept].parent != parent) {
            kept = STATES[kept].parent;
          }
          d->record[i] = (int16_t)kept;
        }
      }
    }

    #end
    #? GOTO
    /* A transition under way does not go on inside a state that was exited. */
    static void forget($p_t *d, int state) {
      int i;
      for (i = 0; i < d->depth; i++) {
        if (d->transitions[i].reached == state) {
          d->transitions[i].reached = NOWHERE;
        }
        #? HISTORY
        if (d->transitions[i].completed == state) {
          d->transitions[i].completed = NOWHERE;
        }
        #end
      }
    }

    #end
    /* Exits the active states inside `top`, the innermost first. */
    static void exit_below($p_t *d, int top) {
      #? HISTORY | record(d, top);
      while (d->state != top) {
        int state = d->state;
        d->state = STATES[state].parent;
        #? GOTO | forget(d, state);
        #? AFTER | stop_timers(d, state);
        #? EXIT | exit_actions(d, state);
      }
    }

    static void enter_state($p_t *d, int state) {
      d->state = (int16_t)state;
      #? AFTER | start_timers(d, state);
      #? ENTER | entry_actions(d, state);
      #? DONE
      #? !GOTO
      if (STATES[state].kind == FINAL) {
        announce_done(d, state);
      }
      #end
      #end
    }

    /* Where to go on from a target that is active now: to the first state inside it; NOWHERE if there is none. */
    static int next_target($p_t *d, int target) {
      #? HISTORY
      if (STATES[target].kind >= SHALLOW_HISTORY) {
        int remembered = d->record[index_of(target)];
        if (remembered != NOWHERE) {
          return remembered;
        }
        if (STATES[target].initial == NOWHERE) {
          return STATES[target].parent;
        }
      }
      #end
      #? INITIAL | initial_actions(d, target);
      #? !INITIAL | (void)d;
      return STATES[target].initial;
    }

    #? !GOTO
    /* Enters the states between d->state and a target inside it, the outermost first; then the first states inside. */
    static void enter($p_t *d, int target) {
      int16_t way[STATE_COUNT];
      #? HISTORY
      int completed = NOWHERE; /* history may lead back to the state that began in it: that one rests */
      while (target != NOWHERE && target != completed) {
      #end
      #? !HISTORY | while (target != NOWHERE) {
        int count = 0;
        int state = target;
        #? HISTORY
        if (STATES[target].kind >= SHALLOW_HISTORY) {
          state = STATES[target].parent;
        } else {
          completed = target;
        }
        #end
        for (; state != d->state; state = STATES[state].parent) {
          way[count] = (int16_t)state;
          count++;
        }
        while (count > 0) {
          count--;
          enter_state(d, way[count]);
        }
        target = next_target(d, target);
      }
    }

    /* Carries out a handler: exits, its actions, entries; its actions alone if it has no target. */
    static void take($p_t *d, int handler) {
      int target = HANDLERS[handler].target;
      if (target != NOWHERE) {
        int top = active_around(d, target);
        #? REENTER | top = HANDLERS[handler].top < top ? HANDLERS[handler].top : top; /* the outer one of the two */
        exit_below(d, top);
      }
      #? ACTIONS | transition_actions(d, handler);
      enter(d, target);
    }

    #end
    #? GOTO
    /* A target was reached: goes on to the first state inside it. */
    static void complete($p_t *d, $p_transition_t *t) {
      #? HISTORY
      if (t->completed == d->state) {
        t->target = NOWHERE; /* history led back to the state that began in it: that one rests */
        return;
      }
      t->completed = d->state;
      #end
      t->target = (int16_t)next_target(d, d->state);
    }

    /* Makes one entry on the way to the target of a transition. */
    static void approach($p_t *d, $p_transition_t *t) {
      int state = t->target;
      exit_below(d, active_around(d, state));
      #? HISTORY
      if (STATES[state].kind >= SHALLOW_HISTORY) {
        #? DEFAULTS
        if (STATES[state].initial != NOWHERE && d->state != STATES[state].parent
            && d->record[index_of(state)] == NOWHERE) {
          state = STATES[state].parent; /* the actions of its default come after this entry */
        } else
        #end
        {
          t->target = (int16_t)next_target(d, state);
          return;
        }
      }
      #end
      if (d->state == state) {
        complete(d, t);
        return;
      }
      while (STATES[state].parent != d->state) {
        state = STATES[state].parent;
      }
      if (state == t->target) {
        t->target = NOWHERE;
        t->reached = (int16_t)state;
      }
      #? DONE | t->final = STATES[state].kind == FINAL ? (int16_t)state : NOWHERE;
      enter_state(d, state);
    }

    /* Carries out the innermost transition: exits, the actions of its handler, entries. Returns early where goToState
     * begins another one. */
    static void carry_out($p_t *d) {
      int depth = d->depth;
      $p_transition_t *t = &d->transitions[depth - 1];
      if (t->handler != NO_HANDLER) {
        #? REENTER ACTIONS | int handler = t->handler;
        t->handler = NO_HANDLER;
        if (t->target != NOWHERE) {
          int top = active_around(d, t->target);
          #? REENTER | top = HANDLERS[handler].top < top ? HANDLERS[handler].top : top; /* the outer one of the two */
          exit_below(d, top);
        }
        #? ACTIONS | transition_actions(d, handler);
      }
      while (d->depth == depth) {
        #? DONE
        if (t->final != NOWHERE) {
          announce_done(d, t->final);
          t->final = NOWHERE;
        }
        #end
        if (t->target != NOWHERE) {
          approach(d, t);
        } else if (t->reached != NOWHERE && t->reached == d->state) {
          t->reached = NOWHERE;
          complete(d, t);
        } else {
          d->depth--;
        }
      }
    }

    static void run_transitions($p_t *d) {
      while (d->depth > 0) {
        carry_out(d);
      }
    }

    static void take($p_t *d, int handler) {
      begin_transition(d, HANDLERS[handler].target, handler);
      run_transitions(d);
    }

    #end
    static void enter_root($p_t *d) {
      #? HISTORY
      int i;
      for (i = 0; i < $P_HISTORIES; i++) {
        d->record[i] = NOWHERE;
      }
      #end
      d->state = NOWHERE;
      #? !GOTO | enter(d, $P_STATE_ROOT);
      #? GOTO
      begin_transition(d, $P_STATE_ROOT, NO_HANDLER);
      run_transitions(d);
      #end
    }

    /* Lets the active states answer an event, the innermost first. False if none has a handler for it. */
    static bool react($p_t *d, int event) {
      int handler = NO_HANDLER;
      int state;
      for (state = d->state; state >= 0 && handler == NO_HANDLER; state = STATES[state].parent) {
        handler = handler_of(d, state, event);
      }
      #? ALWAYS
      if (event == NO_EVENT && handler >= 0 && !count_step(d)) {
        return true;
      }
      #end
      if (handler >= 0) {
        take(d, handler);
      }
      return handler != NO_HANDLER;
    }

    """#

  static let queues = #"""
    /* ---- Events ----------------------------------------------------------------------------------------------- */

    static $p_message_t message_of(int event, const $p_payload_t *data) {
      $p_message_t message;
      message.event = (int16_t)event;
      #? PAYLOAD | message.data = data == NULL ? NO_DATA : *data;
      #? !PAYLOAD | (void)data;
      return message;
    }

    #? RAISE SEND
    /* Puts an event at the end of a queue; it is lost if the queue is full. */
    static void push($p_t *d, $p_queue_t *queue, int event, const $p_payload_t *data) {
      if (queue->count == $P_QUEUE) {
        d->lost_events = true;
        return;
      }
      queue->messages[(queue->first + queue->count) % $P_QUEUE] = message_of(event, data);
      queue->count++;
    }

    /* Takes the first event out of a queue. */
    static $p_message_t pull($p_queue_t *queue) {
      int first = queue->first;
      queue->first = (int16_t)((first + 1) % $P_QUEUE);
      queue->count--;
      return queue->messages[first];
    }

    #end
    #? STEPS
    /* Ends the macrostep at a limit. */
    static void halt($p_t *d) {
      d->halted = true;
      #? GOTO | d->depth = 0;
      #? RAISE | d->raised.count = 0;
      #? SEND | d->sent.count = 0;
    }

    /* Counts a step of the macrostep; false if there were too many. */
    static bool count_step($p_t *d) {
      if (d->steps == $P_MOST_STEPS) {
        halt(d);
        return false;
      }
      d->steps++;
      return true;
    }

    #end
    #? GOTO
    static void begin_transition($p_t *d, int target, int handler) {
      $p_transition_t *t = &d->transitions[d->depth];
      t->target = (int16_t)target;
      t->handler = (int16_t)handler;
      t->reached = NOWHERE;
      #? HISTORY | t->completed = NOWHERE;
      #? DONE | t->final = NOWHERE;
      d->depth++;
    }

    /* goToState: a transition inside the one that is under way. It comes first. */
    static void go_to($p_t *d, int target) {
      if (count_step(d)) {
        if (d->depth == $P_NESTED) {
          halt(d);
        } else {
          begin_transition(d, target, NO_HANDLER);
        }
      }
    }

    #end
    #? FAIL
    /* An error ends a list of actions: the chart hears of it as an event. */
    static void failed($p_t *d) {
      push(d, &d->raised, $P_EVENT_ERROR_EXECUTION, NULL);
    }

    #end
    #? HOLDS
    /* True if a guard holds. Its error is false, and raised once in a macrostep. */
    static bool holds($p_t *d, int result, int handler) {
      if (result == FAILED && !d->has_failed[handler]) {
        d->has_failed[handler] = true;
        failed(d);
      }
      return result == 1;
    }

    #end
    #? TIMER
    static void set_timer($p_t *d, int slot, int64_t delay) {
      d->timers[slot].due = d->now + delay;
      d->timers[slot].serial = ++d->timer_serial;
    }

    /* The timer that is due first; NOWHERE if none is running. */
    static int first_timer(const $p_t *d) {
      int first = NOWHERE;
      int i;
      for (i = 0; i < $P_TIMERS; i++) {
        const $p_timer_t *timer = &d->timers[i];
        if (timer->serial != 0
            && (first < 0 || timer->due < d->timers[first].due
                || (timer->due == d->timers[first].due && timer->serial < d->timers[first].serial))) {
          first = i;
        }
      }
      return first;
    }

    #end
    #? AFTER
    /* The timers of a state run while it is active. */
    static void start_timers($p_t *d, int state) {
      int i;
      for (i = 0; i < AFTER_COUNT; i++) {
        if (AFTERS[i].state == state) {
          set_timer(d, i, AFTERS[i].delay);
        }
      }
    }

    static void stop_timers($p_t *d, int state) {
      int i;
      for (i = 0; i < AFTER_COUNT; i++) {
        if (AFTERS[i].state == state) {
          d->timers[i].serial = 0;
        }
      }
    }

    #end
    #? LATER
    /* Sends an event later. Behind the timers of the states there are some for events. */
    static void send_later($p_t *d, int64_t delay, int event, const $p_payload_t *data, int id) {
      int slot = AFTER_COUNT;
      while (slot < $P_TIMERS && d->timers[slot].serial != 0) {
        slot++;
      }
      if (slot == $P_TIMERS) {
        d->lost_events = true;
        return;
      }
      set_timer(d, slot, delay);
      d->timers[slot].id = (int16_t)id;
      d->timers[slot].message = message_of(event, data);
    }

    #end
    #? CANCEL
    static void cancel($p_t *d, int id) {
      int slot;
      for (slot = AFTER_COUNT; slot < $P_TIMERS; slot++) {
        if (d->timers[slot].id == id) {
          d->timers[slot].serial = 0;
        }
      }
    }

    #end

    """#

  static let regionTransitions = #"""
    /* ---- Transitions ------------------------------------------------------------------------------------------ */

    #? DONE
    /* A final state was entered: the state around it is done, and parallel states around that whose regions all are. */
    static void announce_done($p_t *d, int final) {
      int parent = STATES[final].parent;
      bool is_first = true;
      while (parent >= 0 && (is_first || STATES[parent].kind == PARALLEL) && is_done(d, parent)) {
        push(d, &d->raised, STATES[parent].done, NULL);
        parent = STATES[parent].parent;
        is_first = false;
      }
    }

    #end
    /* What a transition exits and enters. */
    typedef struct {
      int16_t targets[TARGET_COUNT + STATE_COUNT];
      int target_count;
      int16_t tops[STATE_COUNT]; /* everything inside these is exited; in document order, none inside another */
      int top_count;
      int16_t toward[STATE_COUNT]; /* the state inside this one on the way to a target; 0 if there is none */
      #? HISTORY
      int16_t waiting[$P_HISTORIES]; /* history states among the targets, not replaced yet */
      int waiting_count;
      #end
    } transition_t;

    static void begin_transition(transition_t *t) {
      t->target_count = 0;
      t->top_count = 0;
      (void)memset(t->toward, 0, sizeof t->toward);
      #? HISTORY | t->waiting_count = 0;
    }

    /* Everything inside a state is to be exited. Of states inside one another the outer one counts. */
    static void add_top(transition_t *t, int state) {
      int begin = t->top_count;
      int end;
      while (begin > 0 && t->tops[begin - 1] > state) {
        begin--;
      }
      if (begin > 0 && state < end_of(t->tops[begin - 1])) {
        return;
      }
      end = begin;
      while (end < t->top_count && t->tops[end] < end_of(state)) {
        end++;
      }
      if (end < t->top_count) {
        (void)memmove(&t->tops[begin + 1], &t->tops[end], (size_t)(t->top_count - end) * sizeof t->tops[0]);
      }
      t->tops[begin] = (int16_t)state;
      t->top_count += begin + 1 - end;
    }

    /* A target makes way: everything inside the innermost active state around it is exited. */
    static void add_top_of(const $p_t *d, transition_t *t, int target) {
      int top = active_around(d, target);
      if (top < 0 || STATES[top].kind != PARALLEL || top == target) {
        add_top(t, top);
      }
    }

    #? HISTORY
    static void add_target(const $p_t *d, transition_t *t, int target) {
      int i = 0;
      while (i < t->target_count && t->targets[i] != target) {
        i++;
      }
      if (i == t->target_count) {
        t->targets[i] = (int16_t)target;
        t->target_count++;
        add_top_of(d, t, target);
      }
    }

    /* Before the states inside `top` are exited, history states among them remember what is active beside them. */
    static void record($p_t *d, int top) {
      int h;
      for (h = 0; h < $P_HISTORIES; h++) {
        int parent = STATES[HISTORIES[h]].parent;
        int i;
        if (!d->active[parent] || !is_inside(parent, top)) {
          continue;
        }
        d->has_record[h] = true;
        (void)memset(d->record[h], 0, sizeof d->record[h]);
        for (i = 0; i < d->leaf_count; i++) {
          int kept = d->leaves[i];
          if (kept == parent || is_inside(kept, parent)) {
            while (STATES[HISTORIES[h]].kind == SHALLOW_HISTORY && kept != parent && STATES[kept].parent != parent) {
              kept = STATES[kept].parent;
            }
            d->record[h][kept] = true;
          }
        }
      }
    }

    #end
    static void exit_state($p_t *d, int state) {
      d->active[state] = false;
      #? AFTER | stop_timers(d, state);
      #? EXIT | exit_actions(d, state);
    }

    /* Exits everything inside the tops, the last state first. */
    static void exit_tops($p_t *d, const transition_t *t) {
      int leaf = d->leaf_count - 1;
      int i;
      #? HISTORY
      for (i = 0; i < t->top_count; i++) {
        record(d, t->tops[i]);
      }
      #end
      for (i = t->top_count - 1; i >= 0; i--) {
        int top = t->tops[i];
        while (d->leaves[leaf] >= end_of(top)) {
          leaf--;
        }
        while (d->leaves[leaf] > top) {
          int state = d->leaves[leaf];
          int parent = STATES[state].parent;
          d->leaves[leaf] = (int16_t)parent;
          if (leaf > 0 && d->leaves[leaf - 1] > parent) {
            /* Another region is active. */
            (void)memmove(&d->leaves[leaf], &d->leaves[leaf + 1],
                          (size_t)(d->leaf_count - leaf - 1) * sizeof d->leaves[0]);
            d->leaf_count--;
            leaf--;
          }
          exit_state(d, state);
        }
      }
    }

    /* Marks the way to a target. Of targets that cannot be active together the earlier one stays. */
    static void aim(const $p_t *d, transition_t *t, int target) {
      int state = target;
      #? HISTORY
      if (STATES[target].kind >= SHALLOW_HISTORY) {
        int i = 0;
        while (i < t->waiting_count && t->waiting[i] != target) {
          i++;
        }
        t->waiting[i] = (int16_t)target;
        t->waiting_count = i < t->waiting_count ? t->waiting_count : i + 1;
        return;
      }
      #end
      while (state > 0 && !d->active[state]) {
        int parent = STATES[state].parent;
        if (t->toward[parent] != 0) {
          return;
        }
        t->toward[parent] = (int16_t)state;
        state = parent;
      }
    }

    #? HISTORY
    /* Replaces history states among the targets by what they stand for. One that uses its default waits until the state
     * around it is active: then come the actions of the default. */
    static void resolve_history($p_t *d, transition_t *t) {
      int i = 0;
      while (i < t->waiting_count) {
        int16_t found[STATE_COUNT];
        int history = t->waiting[i];
        int count;
        int j;
        bool is_default = !d->has_record[index_of(history)] && STATES[history].initial_count > 0;
        if (is_default && !d->active[STATES[history].parent]) {
          aim(d, t, STATES[history].parent);
          i++;
          continue;
        }
        t->waiting_count--;
        for (j = i; j < t->waiting_count; j++) {
          t->waiting[j] = t->waiting[j + 1];
        }
        #? INITIAL
        if (is_default) {
          initial_actions(d, history);
        }
        #end
        count = history_targets(d, history, found);
        for (j = 0; j < count; j++) {
          aim(d, t, found[j]);
        }
      }
    }

    #end
    /* The first region of a parallel state from another state on; NOWHERE if there is none. */
    static int region_from(int state, int parallel) {
      while (state < STATES[parallel].end && STATES[state].kind >= SHALLOW_HISTORY) {
        state = STATES[state].end;
      }
      return state < STATES[parallel].end ? state : NOWHERE;
    }

    /* The state to enter next inside another one, in which nothing is active yet; NOWHERE: it rests. */
    static int first_inside($p_t *d, transition_t *t, int state) {
      if (state == NOWHERE) {
        return $P_STATE_ROOT;
      }
      if (STATES[state].kind == PARALLEL) {
        return region_from(state + 1, state);
      }
      if (STATES[state].kind == COMPOUND && t->toward[state] == 0) {
        int i;
        #? INITIAL | initial_actions(d, state);
        for (i = 0; i < STATES[state].initial_count; i++) {
          aim(d, t, TARGETS[STATES[state].initial + i]);
        }
        #? HISTORY | resolve_history(d, t);
      }
      return t->toward[state] != 0 ? t->toward[state] : NOWHERE;
    }

    static void enter_state($p_t *d, int state) {
      d->active[state] = true;
      #? AFTER | start_timers(d, state);
      #? ENTER | entry_actions(d, state);
      #? DONE
      if (STATES[state].kind == FINAL) {
        announce_done(d, state);
      }
      #end
    }

    /* Enters, in document order, the ways to the targets inside a state, regions of parallel states, and first states.
     * `leaf` is the place of the state among the innermost active ones. Returns the place of the last one inside it. */
    static int enter_inside($p_t *d, transition_t *t, int top, int leaf) {
      int state = top;
      for (;;) {
        int next = first_inside(d, t, state);
        if (next == NOWHERE) {
          while (state != top && next == NOWHERE) {
            int parent = STATES[state].parent;
            if (parent >= 0 && STATES[parent].kind == PARALLEL) {
              next = region_from(STATES[state].end, parent);
            }
            state = parent;
          }
          if (next == NOWHERE) {
            return leaf;
          }
          leaf++;
          (void)memmove(&d->leaves[leaf + 1], &d->leaves[leaf], (size_t)(d->leaf_count - leaf) * sizeof d->leaves[0]);
          d->leaf_count++;
        }
        d->leaves[leaf] = (int16_t)next;
        enter_state(d, next);
        #? HISTORY | resolve_history(d, t);
        state = next;
      }
    }

    #? HISTORY
    /* Replaces history states among the targets of handlers by what they stand for, and makes way for that. One that
     * uses its default stays if the state around it is not active. */
    static void resolve_targets($p_t *d, transition_t *t) {
      int16_t targets[TARGET_COUNT + STATE_COUNT];
      int16_t defaults[TARGET_COUNT];
      int count = t->target_count;
      int default_count = 0;
      int i;
      (void)memcpy(targets, t->targets, sizeof targets);
      t->target_count = 0;
      for (i = 0; i < count; i++) {
        int16_t found[STATE_COUNT];
        int found_count = 1;
        int j = 0;
        while (targets[j] != targets[i]) {
          j++;
        }
        if (j < i) {
          continue; /* another handler has the same target */
        }
        found[0] = targets[i];
        if (STATES[targets[i]].kind >= SHALLOW_HISTORY) {
          bool is_default = !d->has_record[index_of(targets[i])] && STATES[targets[i]].initial_count > 0;
          if (!is_default || d->active[STATES[targets[i]].parent]) {
            found_count = history_targets(d, targets[i], found);
          }
          if (is_default && found[0] != targets[i]) {
            defaults[default_count] = targets[i];
            default_count++;
          }
        }
        for (j = 0; j < found_count; j++) {
          add_target(d, t, found[j]);
        }
      }
      exit_tops(d, t);
      #? INITIAL
      for (i = 0; i < default_count; i++) {
        initial_actions(d, defaults[i]);
      }
      #end
      #? !INITIAL | (void)defaults;
    }

    #end
    /* Takes the chosen handlers as one transition: exits, their actions, entries. */
    static void take_all($p_t *d, const choice_t *c) {
      transition_t t;
      int leaf = 0;
      int i;
      int j;
      begin_transition(&t);
      for (i = 0; i < c->count; i++) {
        int top = HANDLERS[c->handlers[i]].top;
        if (top != STATE_COUNT) {
          add_top(&t, top);
        }
        for (j = 0; j < HANDLERS[c->handlers[i]].target_count; j++) {
          int target = TARGETS[HANDLERS[c->handlers[i]].target + j];
          t.targets[t.target_count] = (int16_t)target;
          t.target_count++;
          if (top == STATE_COUNT || !is_inside(target, top)) {
            add_top_of(d, &t, target);
          }
        }
      }
      exit_tops(d, &t);
      #? ACTIONS
      for (i = 0; i < c->count; i++) {
        transition_actions(d, c->handlers[i]);
      }
      #end
      #? HISTORY | resolve_targets(d, &t);
      for (i = 0; i < t.target_count; i++) {
        aim(d, &t, t.targets[i]);
      }
      #? HISTORY | resolve_history(d, &t);
      for (i = 0; i < t.top_count; i++) {
        while (d->leaves[leaf] < t.tops[i]) {
          leaf++;
        }
        leaf = enter_inside(d, &t, t.tops[i], leaf);
      }
    }

    #? AFTER
    static void take($p_t *d, int handler) {
      choice_t c;
      c.handlers[0] = (int16_t)handler;
      c.count = 1;
      take_all(d, &c);
    }

    #end
    static void enter_root($p_t *d) {
      transition_t t;
      begin_transition(&t);
      d->leaves[0] = NOWHERE;
      d->leaf_count = 1;
      (void)enter_inside(d, &t, NOWHERE, 0);
    }

    /* Lets the active states answer an event. False if none has a handler for it. */
    static bool react($p_t *d, int event) {
      choice_t c;
      choose(d, event, &c);
      #? ALWAYS
      if (event == NO_EVENT && c.count > 0 && !count_step(d)) {
        return true;
      }
      #end
      if (c.count > 0) {
        take_all(d, &c);
      }
      #? FORBIDDEN | return c.count > 0 || c.is_forbidden;
      #? !FORBIDDEN | return c.count > 0;
    }

    """#

  static let tables = #"""
    /* $p.c: made by `statekit generate` from a chart. $p.h says how it is used.
     *
     * The states of the chart:
    #insert tree
     */
    #include "$p.h"

    #include <string.h>

    /* ---- The chart -------------------------------------------------------------------------------------------- */

    #? DONE HISTORY PARALLEL
    typedef enum { ATOMIC, COMPOUND, PARALLEL, FINAL, SHALLOW_HISTORY, DEEP_HISTORY } kind_t;

    #end
    enum {
      STATE_COUNT = $P_STATE_COUNT,
      #? INTERNAL | FIRST_INTERNAL = $firstInternal, /* only the chart raises the rest */
      #? TIMER
      AFTER_COUNT = $afters,
      AFTER_EVENT = $P_EVENT_COUNT, /* the first timer of a state, where an event is asked for */
      #end
      #? HOLDS both either | FAILED = -1, /* instead of true or false */
      #? FORBIDDEN | FORBIDDEN = -2, /* instead of a handler: the event is to do nothing */
      NOWHERE = -1, /* instead of a state */
      #? ALWAYS EVENT DONE PARALLEL | NO_EVENT = -1, /* instead of an event */
      NO_HANDLER = -1 /* instead of a handler */
    };

    /* The handlers, by their states and events. */
    enum {
      #insert handler names
    };

    /* The states, in document order. `end` is the index behind the last state inside a state. */
    static const struct {
      int16_t parent;
      int16_t end;
      #? DONE HISTORY PARALLEL | kind_t kind;
      #? !PARALLEL
      #? !HISTORY | int16_t initial; /* the first state inside */
      #? HISTORY | int16_t initial; /* the first state inside; of history: its default */
      #end
      #? PARALLEL
      int16_t initial; /* the first states inside; of history: its default. In TARGETS */
      int16_t initial_count;
      #end
      #? DONE | int16_t done; /* the event that says that the state is done */
    } STATES[STATE_COUNT] = {
      #insert states
    };

    /* Where the handlers lead. */
    static const struct {
      #? !PARALLEL | int16_t target;
      #? PARALLEL
      int16_t state;
      int16_t target; /* in TARGETS */
      int16_t target_count;
      #end
      #? PARALLEL REENTER | int16_t top; /* everything inside it is exited; STATE_COUNT: depends on what is active */
    } HANDLERS[] = {
      #insert handlers
    };

    #? PARALLEL
    static const int16_t TARGETS[] = {
      #insert targets
    };

    enum { TARGET_COUNT = sizeof TARGETS / sizeof TARGETS[0] };

    #end
    #? HISTORY
    static const int16_t HISTORIES[$P_HISTORIES] = {
      #insert histories
    };

    /* The place of a history state in d->record. */
    static int index_of(int history) {
      int i = 0;
      while (HISTORIES[i] != history) {
        i++;
      }
      return i;
    }

    #end
    #? AFTER
    /* The timers that start when a state is entered. */
    static const struct {
      int16_t state;
      int64_t delay; /* ms */
    } AFTERS[AFTER_COUNT] = {
      #insert afters
    };

    #end
    #? PAYLOAD
    static const $p_payload_t NO_DATA;

    #end
    static const $p_context_t FIRST_CONTEXT = { $context };

    """#
}
