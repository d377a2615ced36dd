/* door.c: made by `statekit generate` from a chart. door.h tells how it is used. */
#include "door.h"

#include <string.h>

enum {
  STATE_COUNT = DOOR_STATE_COUNT,
  FIRST_INTERNAL = DOOR_EVENT_COUNT
};

/* ---- The chart ------------------------------------------------------------------------------------------ */

enum { ATOMIC, COMPOUND, PARALLEL, FINAL, SHALLOW, DEEP };
enum { STAYS, REENTERS };
enum { NOWHERE = -1, FORBIDDEN = -2, FAILED = -1 };

/* The states: `end` is the state after the last one inside, `initial` and `count` are targets in TARGETS, `done`
 * is the event that tells that a state is done. */
static const struct {
  int16_t parent;
  int16_t end;
  int16_t kind;
  int16_t initial;
  int16_t initial_count;
  bool has_initial_actions;
  int16_t done;
  int16_t history;
} STATES[STATE_COUNT] = {
  /* parent           end  kind      initial  count  actions  done     history  */
  { NOWHERE,         4,   COMPOUND, 0,       1,     false,   NOWHERE, -1,      }, /* DOOR_STATE_ROOT */
  { DOOR_STATE_ROOT, 2,   ATOMIC,   0,       0,     false,   NOWHERE, -1,      }, /* DOOR_STATE_OPEN */
  { DOOR_STATE_ROOT, 3,   ATOMIC,   0,       0,     false,   NOWHERE, -1,      }, /* DOOR_STATE_CLOSED */
  { DOOR_STATE_ROOT, 4,   ATOMIC,   0,       0,     false,   NOWHERE, -1,      }, /* DOOR_STATE_LOCKED */
};

#define IS_HISTORY(state) (STATES[state].kind >= SHALLOW)

static const int16_t TARGETS[] = {
  DOOR_STATE_CLOSED,
  DOOR_STATE_CLOSED,
  DOOR_STATE_OPEN,
  DOOR_STATE_LOCKED,
  DOOR_STATE_CLOSED
};

/* The handlers: the state, its targets in TARGETS, and the state below which everything is exited first. */
static const struct {
  int16_t state;
  int16_t target;
  int16_t target_count;
  int16_t reenter;
  int16_t below;
} HANDLERS[] = {
  { DOOR_STATE_OPEN, 1, 1, STAYS, NOWHERE }, /* 0 */
  { DOOR_STATE_CLOSED, 2, 1, STAYS, NOWHERE }, /* 1 */
  { DOOR_STATE_CLOSED, 3, 1, STAYS, NOWHERE }, /* 2 */
  { DOOR_STATE_LOCKED, 4, 1, STAYS, NOWHERE }, /* 3 */
  { DOOR_STATE_LOCKED, 5, 0, STAYS, NOWHERE }, /* 4 */
};

static const door_context_t FIRST_CONTEXT = { 0 };

/* ---- The active states ---------------------------------------------------------------------------------- */

static bool is_below(int state, int ancestor) {
  return state > ancestor && state < STATES[ancestor].end;
}

/* The deepest active state on the way from the root to a state; NOWHERE if none is active. */
static int active_on_way(const door_t *d, int state) {
  while (state >= 0 && !d->active[state]) {
    state = STATES[state].parent;
  }
  return state;
}

static bool has_active_child(const door_t *d, int state) {
  int child;
  for (child = state + 1; child < STATES[state].end; child = STATES[child].end) {
    if (d->active[child]) {
      return true;
    }
  }
  return false;
}

/* ---- Queues --------------------------------------------------------------------------------------------- */

/* ---- What the chart says ------------------------------------------------------------------------------- */

/* The actions on the entry of a state. */
static void on_enter_state(door_t *d, int state) {
  (void)d;
  switch (state) {
  case DOOR_STATE_OPEN:
    door_do_light_on(d);
    break;
  default:
    break;
  }
}

/* The actions on the exit of a state. */
static void on_exit_state(door_t *d, int state) {
  (void)d;
  switch (state) {
  case DOOR_STATE_OPEN:
    door_do_light_off(d);
    break;
  default:
    break;
  }
}

/* The actions on the way to the first state inside a state. */
static void on_initial(door_t *d, int state) {
  (void)d;
  (void)state;
}

/* The actions of a handler, by its number. */
static void on_transition(door_t *d, int handler) {
  (void)d;
  switch (handler) {
  case 4: /* in locked */
    door_do_rattle(d);
    break;
  default:
    break;
  }
}

/* The answer of a state to an event: the number of a handler, FORBIDDEN, or NOWHERE. */
static int handler_of(door_t *d, int state, int event) {
  (void)d;
  (void)event;
  switch (state) {
  case DOOR_STATE_OPEN:
    switch (event) {
    case DOOR_EVENT_CLOSE:
      return 0; /* to closed */
    default:
      break;
    }
    break;
  case DOOR_STATE_CLOSED:
    switch (event) {
    case DOOR_EVENT_OPEN:
      return 1; /* to open */
    case DOOR_EVENT_LOCK:
      return 2; /* to locked */
    default:
      break;
    }
    break;
  case DOOR_STATE_LOCKED:
    switch (event) {
    case DOOR_EVENT_OPEN:
      return 4;
    case DOOR_EVENT_UNLOCK:
      return 3; /* to closed */
    default:
      break;
    }
    break;
  default:
    break;
  }
  return NOWHERE;
}

/* ---- Choosing ------------------------------------------------------------------------------------------- */

/* The handlers that an event chooses, at most one for each active leaf. */
typedef struct {
  int16_t handlers[STATE_COUNT];
  int count;
  bool is_forbidden; /* a state handles the event and does nothing */
} choice_t;

/* Adds what a state answers; false if it has no answer. */
static bool add_answer(choice_t *c, int handler) {
  if (handler == NOWHERE) {
    return false;
  }
  if (handler == FORBIDDEN) {
    c->is_forbidden = true;
  } else {
    c->handlers[c->count] = (int16_t)handler;
    c->count++;
  }
  return true;
}

/* Asks each active leaf and then the states above it, until one answers. */
static void ask_leaves(door_t *d, int event, choice_t *c) {
  bool is_asked[STATE_COUNT];
  int leaf;
  (void)memset(is_asked, 0, sizeof is_asked);
  for (leaf = 0; leaf < STATE_COUNT; leaf = d->active[leaf] ? leaf + 1 : STATES[leaf].end) {
    int s;
    if (!d->active[leaf] || has_active_child(d, leaf)) {
      continue;
    }
    for (s = leaf; s >= 0 && !is_asked[s]; s = STATES[s].parent) {
      is_asked[s] = true;
      if (add_answer(c, handler_of(d, s, event))) {
        break;
      }
    }
  }
}

static void choose(door_t *d, int event, choice_t *c) {
  c->count = 0;
  c->is_forbidden = false;
  ask_leaves(d, event, c);
}

/* ---- Transitions ---------------------------------------------------------------------------------------- */

/* The way from the active states to the targets of some handlers. */
typedef struct {
  int16_t targets[STATE_COUNT];
  int16_t tops[STATE_COUNT]; /* everything below these is exited; in document order */
  int target_count;
  int top_count;
  bool exits_root;
  bool is_target[STATE_COUNT];
  bool is_above_target[STATE_COUNT];
  bool completes[STATE_COUNT]; /* its first states are entered, too */
} transition_t;

static void begin_transition(transition_t *t) {
  t->target_count = 0;
  t->top_count = 0;
  t->exits_root = false;
  (void)memset(t->completes, 0, sizeof t->completes);
}

static void add_target(transition_t *t, int state) {
  int i;
  for (i = 0; i < t->target_count; i++) {
    if (t->targets[i] == state) {
      return;
    }
  }
  t->targets[t->target_count] = (int16_t)state;
  t->target_count++;
}

static void remove_target(transition_t *t, int index) {
  int i;
  t->target_count--;
  for (i = index; i < t->target_count; i++) {
    t->targets[i] = t->targets[i + 1];
  }
}

/* Everything below a state is to be exited. Of states inside one another the outer one counts. */
static void add_top(transition_t *t, int state) {
  int kept = 0;
  int i;
  for (i = 0; i < t->top_count; i++) {
    if (t->tops[i] == state || is_below(state, t->tops[i])) {
      return;
    }
  }
  for (i = 0; i < t->top_count; i++) {
    if (!is_below(t->tops[i], state)) {
      t->tops[kept] = t->tops[i];
      kept++;
    }
  }
  for (i = kept; i > 0 && t->tops[i - 1] > state; i--) {
    t->tops[i] = t->tops[i - 1];
  }
  t->tops[i] = (int16_t)state;
  t->top_count = kept + 1;
}

/* The targets make way: everything below the deepest active state above each is exited. */
static void add_tops(const door_t *d, transition_t *t) {
  int i;
  for (i = 0; i < t->target_count; i++) {
    int start = active_on_way(d, t->targets[i]);
    if (start >= 0 && (STATES[start].kind != PARALLEL || start == t->targets[i])) {
      add_top(t, start);
    }
  }
}

static void exit_state(door_t *d, int state) {
  d->active[state] = false;
  on_exit_state(d, state);
}

static void exit_below(door_t *d, int top) {
  int s;
  for (s = STATES[top].end - 1; s > top; s--) {
    if (d->active[s]) {
      exit_state(d, s);
    }
  }
}

/* Exits everything below the tops, the last state first. */
static void exit_tops(door_t *d, const transition_t *t) {
  int i;
  for (i = t->top_count - 1; i >= 0; i--) {
    exit_below(d, t->tops[i]);
  }
}

/* Marks the ways to the targets. Targets that are active are reached. */
static void aim(const door_t *d, transition_t *t) {
  int i = 0;
  (void)memset(t->is_target, 0, sizeof t->is_target);
  (void)memset(t->is_above_target, 0, sizeof t->is_above_target);
  while (i < t->target_count) {
    int s = t->targets[i];
    if (d->active[s]) {
      t->completes[s] = true;
      remove_target(t, i);
      continue;
    }
    t->is_target[s] = true;
    for (s = STATES[s].parent; s >= 0 && !t->is_above_target[s]; s = STATES[s].parent) {
      t->is_above_target[s] = true;
    }
    i++;
  }
}

static void enter_state(door_t *d, int state) {
  d->active[state] = true;
  on_enter_state(d, state);
}

/* Goes on to the first states inside a state that has just been entered, or reached. */
static void take_initial(door_t *d, transition_t *t, int state) {
  int i;
  for (i = 0; i < STATES[state].initial_count; i++) {
    add_target(t, TARGETS[STATES[state].initial + i]);
  }
  if (STATES[state].has_initial_actions) {
    on_initial(d, state);
  }
  aim(d, t);
}

/* Enters, in document order, the ways to the targets, the regions of parallel states, and first states. */
static void enter_targets(door_t *d, transition_t *t) {
  int s = 0;
  aim(d, t);
  while (s < STATE_COUNT) {
    int parent = STATES[s].parent;
    if (!d->active[s]) {
      bool is_region = parent >= 0 && STATES[parent].kind == PARALLEL && t->completes[parent];
      if (IS_HISTORY(s) || (!is_region && !t->is_target[s] && !t->is_above_target[s])) {
        s = STATES[s].end;
        continue;
      }
      t->completes[s] = true;
      enter_state(d, s);
    }
    if (t->completes[s] && STATES[s].kind == COMPOUND && STATES[s].initial_count > 0 && !t->is_above_target[s]
        && !has_active_child(d, s)) {
      take_initial(d, t, s);
    }
    s++;
  }
}

/* Carries out a transition: exits, the actions of its handlers, entries. */
static void carry_out(door_t *d, transition_t *t, const choice_t *c) {
  int i;
  add_tops(d, t);
  exit_tops(d, t);
  for (i = 0; i < c->count; i++) {
    on_transition(d, c->handlers[i]);
  }
  enter_targets(d, t);
}

/* Takes the chosen handlers, as one transition. */
static void take(door_t *d, const choice_t *c) {
  transition_t t;
  int i;
  int j;
  if (c->count == 0) {
    return;
  }
  begin_transition(&t);
  for (i = 0; i < c->count; i++) {
    int h = c->handlers[i];
    for (j = 0; j < HANDLERS[h].target_count; j++) {
      add_target(&t, TARGETS[HANDLERS[h].target + j]);
    }
  }
  carry_out(d, &t, c);
}

static void enter_root(door_t *d) {
  transition_t t;
  choice_t c;
  c.count = 0;
  begin_transition(&t);
  add_target(&t, 0);
  carry_out(d, &t, &c);
}

/* ---- Macrosteps ----------------------------------------------------------------------------------------- */

static void begin_event(door_t *d, const door_message_t *message) {
  d->event = message->event;
}

static void end_macrostep(door_t *d) {
  d->halted = false;
  d->steps = 0;
}

static door_outcome_t take_up(door_t *d, const choice_t *c) {
  door_outcome_t outcome = DOOR_HANDLED;
  if (c->count == 0 && !c->is_forbidden) {
    outcome = d->declined ? DOOR_DECLINED : DOOR_IGNORED;
  }
  take(d, c);
  end_macrostep(d);
  return outcome;
}

static door_outcome_t take_event(door_t *d, const door_message_t *message) {
  choice_t c;
  begin_event(d, message);
  d->declined = false;
  choose(d, message->event, &c);
  return take_up(d, &c);
}

/* ---- What the program calls ----------------------------------------------------------------------------- */

void door_start(door_t *d) {
  door_start_with(d, &FIRST_CONTEXT);
}

const door_context_t *door_first_context(void) {
  return &FIRST_CONTEXT;
}

void door_start_with(door_t *d, const door_context_t *context) {
  door_context_t first = *context; /* it may lie in the machine itself */
  (void)memset(d, 0, sizeof *d);
  d->context = first;
  d->event = NOWHERE;
  d->started = true;
  enter_root(d);
  end_macrostep(d);
}

door_outcome_t door_send(door_t *d, door_event_t event, const door_payload_t *data) {
  if (!d->started || (int)event >= (int)FIRST_INTERNAL || (int)event < 0) {
    return DOOR_REJECTED;
  }
  if (d->finished) {
    return DOOR_IGNORED;
  }
  {
    door_message_t message;
    door_outcome_t outcome;
    message.event = (int16_t)event;
    (void)data;
    outcome = take_event(d, &message);
    return outcome;
  }
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
  return d->active[state];
}

bool door_is_finished(const door_t *d) {
  return d->finished;
}

const door_context_t *door_context(const door_t *d) {
  return &d->context;
}
