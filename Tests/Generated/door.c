/* door.c: made by `statekit generate` from a chart. door.h says how it is used.
 *
 * The states of the chart:
 *   root     compound, begins in closed
 *     open   atomic
 *     closed atomic
 *     locked atomic
 */
#include "door.h"

#include <string.h>

/* ---- The chart -------------------------------------------------------------------------------------------- */

enum {
  STATE_COUNT = DOOR_STATE_COUNT,
  NOWHERE = -1, /* instead of a state */
  NO_HANDLER = -1 /* instead of a handler */
};

/* The handlers, by their states and events. */
enum {
  OPEN_ON_CLOSE,
  CLOSED_ON_OPEN,
  CLOSED_ON_LOCK,
  LOCKED_ON_UNLOCK,
  LOCKED_ON_OPEN,
};

/* The states, in document order. `end` is the index behind the last state inside a state. */
static const struct {
  int16_t parent;
  int16_t end;
  int16_t initial; /* the first state inside */
} STATES[STATE_COUNT] = {
  [DOOR_STATE_ROOT]   = { NOWHERE,         4, DOOR_STATE_CLOSED },
  [DOOR_STATE_OPEN]   = { DOOR_STATE_ROOT, 2, NOWHERE },
  [DOOR_STATE_CLOSED] = { DOOR_STATE_ROOT, 3, NOWHERE },
  [DOOR_STATE_LOCKED] = { DOOR_STATE_ROOT, 4, NOWHERE },
};

/* Where the handlers lead. */
static const struct {
  int16_t target;
} HANDLERS[] = {
  [OPEN_ON_CLOSE]    = { DOOR_STATE_CLOSED },
  [CLOSED_ON_OPEN]   = { DOOR_STATE_OPEN },
  [CLOSED_ON_LOCK]   = { DOOR_STATE_LOCKED },
  [LOCKED_ON_UNLOCK] = { DOOR_STATE_CLOSED },
  [LOCKED_ON_OPEN]   = { NOWHERE },
};

static const door_context_t FIRST_CONTEXT = { 0 };

/* ---- The active states ------------------------------------------------------------------------------------ */

/* A state is active if it is d->state, or if d->state is inside it. */
static bool is_active(const door_t *d, int state) {
  return d->state == state || (d->state > state && d->state < STATES[state].end);
}

/* The state itself if it is active, else the nearest active one around it. */
static int active_around(const door_t *d, int state) {
  while (state >= 0 && !is_active(d, state)) {
    state = STATES[state].parent;
  }
  return state;
}

/* ---- Events ----------------------------------------------------------------------------------------------- */

static door_message_t message_of(int event, const door_payload_t *data) {
  door_message_t message;
  message.event = (int16_t)event;
  (void)data;
  return message;
}

/* ---- What the chart says ---------------------------------------------------------------------------------- */

/* The actions on the entry of a state. */
static void entry_actions(door_t *d, int state) {
  switch (state) {
  case DOOR_STATE_OPEN:
    door_do_light_on(d);
    break;
  default:
    break;
  }
}

/* The actions on the exit of a state. */
static void exit_actions(door_t *d, int state) {
  switch (state) {
  case DOOR_STATE_OPEN:
    door_do_light_off(d);
    break;
  default:
    break;
  }
}

/* The actions of a handler, between exits and entries. */
static void transition_actions(door_t *d, int handler) {
  switch (handler) {
  case LOCKED_ON_OPEN:
    door_do_rattle(d);
    break;
  default:
    break;
  }
}

/* The handler of a state for an event; NO_HANDLER if it has none. */
static int handler_of(door_t *d, int state, int event) {
  (void)d;
  switch (state) {
  case DOOR_STATE_OPEN:
    switch (event) {
    case DOOR_EVENT_CLOSE:
      return OPEN_ON_CLOSE; /* to closed */
    default:
      break;
    }
    break;
  case DOOR_STATE_CLOSED:
    switch (event) {
    case DOOR_EVENT_OPEN:
      return CLOSED_ON_OPEN; /* to open */
    case DOOR_EVENT_LOCK:
      return CLOSED_ON_LOCK; /* to locked */
    default:
      break;
    }
    break;
  case DOOR_STATE_LOCKED:
    switch (event) {
    case DOOR_EVENT_OPEN:
      return LOCKED_ON_OPEN;
    case DOOR_EVENT_UNLOCK:
      return LOCKED_ON_UNLOCK; /* to closed */
    default:
      break;
    }
    break;
  default:
    break;
  }
  return NO_HANDLER;
}

/* ---- Transitions ------------------------------------------------------------------------------------------ */

/* Exits the active states inside `top`, the innermost first. */
static void exit_below(door_t *d, int top) {
  while (d->state != top) {
    int state = d->state;
    d->state = STATES[state].parent;
    exit_actions(d, state);
  }
}

static void enter_state(door_t *d, int state) {
  d->state = (int16_t)state;
  entry_actions(d, state);
}

/* Where to go on from a target that is active now: to the first state inside it; NOWHERE if there is none. */
static int next_target(door_t *d, int target) {
  (void)d;
  return STATES[target].initial;
}

/* Enters the states between d->state and a target inside it, the outermost first; then the first states inside. */
static void enter(door_t *d, int target) {
  int16_t way[STATE_COUNT];
  while (target != NOWHERE) {
    int count = 0;
    int state = target;
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
static void take(door_t *d, int handler) {
  int target = HANDLERS[handler].target;
  if (target != NOWHERE) {
    int top = active_around(d, target);
    exit_below(d, top);
  }
  transition_actions(d, handler);
  enter(d, target);
}

static void enter_root(door_t *d) {
  d->state = NOWHERE;
  enter(d, DOOR_STATE_ROOT);
}

/* Lets the active states answer an event, the innermost first. False if none has a handler for it. */
static bool react(door_t *d, int event) {
  int handler = NO_HANDLER;
  int state;
  for (state = d->state; state >= 0 && handler == NO_HANDLER; state = STATES[state].parent) {
    handler = handler_of(d, state, event);
  }
  if (handler >= 0) {
    take(d, handler);
  }
  return handler != NO_HANDLER;
}

/* ---- Macrosteps ------------------------------------------------------------------------------------------- */

/* Handles one event and the steps that follow from it. */
static door_outcome_t process(door_t *d, const door_message_t *message) {
  door_outcome_t outcome = DOOR_HANDLED;
  if (!react(d, message->event)) {
    outcome = DOOR_IGNORED;
  }
  return outcome;
}

/* ---- What the program calls ------------------------------------------------------------------------------- */

void door_start(door_t *d) {
  door_start_with(d, &FIRST_CONTEXT);
}

const door_context_t *door_first_context(void) {
  return &FIRST_CONTEXT;
}

void door_start_with(door_t *d, const door_context_t *context) {
  door_context_t first = *context; /* `context` may point into *d */
  (void)memset(d, 0, sizeof *d);
  d->context = first;
  d->started = true;
  enter_root(d);
}

door_outcome_t door_send(door_t *d, door_event_t event, const door_payload_t *data) {
  door_message_t message;
  if (!d->started || (int)event < 0 || (int)event >= (int)DOOR_EVENT_COUNT) {
    return DOOR_REJECTED;
  }
  message = message_of((int)event, data);
  return process(d, &message);
}

void door_advance(door_t *d, int64_t ms) {
  if (d->started && ms >= 0 && ms <= INT64_MAX - d->now) {
    d->now += ms;
  }
}

int64_t door_next_timer(const door_t *d) {
  (void)d;
  return -1;
}

bool door_is_in(const door_t *d, door_state_t state) {
  return d->started && (int)state >= 0 && (int)state < STATE_COUNT && is_active(d, (int)state);
}

bool door_is_finished(const door_t *d) {
  (void)d;
  return false;
}

const door_context_t *door_context(const door_t *d) {
  return &d->context;
}
