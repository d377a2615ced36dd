/* $file.c: made by `statekit generate` from a chart. $file.h says how it is used.
 *
 * The states of the chart:
#insert tree
 */
#include "$file.h"

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

#? DEFAULTS
#? GOTO
/* The history states whose defaults have actions. */
static const bool HAS_ACTIONS[$P_HISTORIES] = {
  #insert actions of defaults
};

#end
#end
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
