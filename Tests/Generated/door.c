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
static int on_enter_state(door_t *d, int state) {
  (void)d;
  switch (state) {
  case DOOR_STATE_OPEN:
    door_do_light_on(d);
    return NOWHERE;
  default:
    break;
  }
  return NOWHERE;
}

/* The actions on the exit of a state. */
static int on_exit_state(door_t *d, int state) {
  (void)d;
  switch (state) {
  case DOOR_STATE_OPEN:
    door_do_light_off(d);
    return NOWHERE;
  default:
    break;
  }
  return NOWHERE;
}

/* The actions on the way to the first state inside a state. */
static int on_initial(door_t *d, int state) {
  (void)d;
  (void)state;
  return NOWHERE;
}

/* The actions of a handler, by its number. */
static int on_transition(door_t *d, int handler) {
  (void)d;
  switch (handler) {
  case 4: /* in locked */
    door_do_rattle(d);
    return NOWHERE;
  default:
    break;
  }
  return NOWHERE;
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

/* ---- Transitions ---------------------------------------------------------------------------------------- */

static door_task_t *begin_transition(door_t *d) {
  door_task_t *t = &d->tasks[d->depth];
  (void)memset(t, 0, sizeof *t);
  t->finishing = NOWHERE;
  d->depth++;
  return t;
}

/* A list of actions may end with a state to go to: at once, inside the transition that is on its way. */
static void go_on(door_t *d, int state) {
  (void)d;
  (void)state;
}

static void add_target(door_task_t *t, int state) {
  int i;
  for (i = 0; i < t->target_count; i++) {
    if (t->targets[i] == state) {
      return;
    }
  }
  t->targets[t->target_count] = (int16_t)state;
  t->target_count++;
}

static void remove_target(door_task_t *t, int index) {
  int i;
  t->target_count--;
  for (i = index; i < t->target_count; i++) {
    t->targets[i] = t->targets[i + 1];
  }
}

/* The state below which a target makes way; NOWHERE if nothing has to. */
static int makes_way_below(const door_t *d, int target) {
  int start = active_on_way(d, target);
  return start >= 0 && STATES[start].kind == PARALLEL && start != target ? NOWHERE : start;
}

/* The last active state below another one; NOWHERE if there is none. */
static int last_active_below(const door_t *d, int state) {
  int s;
  for (s = STATES[state].end - 1; s > state; s--) {
    if (d->active[s]) {
      return s;
    }
  }
  return NOWHERE;
}

/* The last state in the way of a transition, which is exited next; NOWHERE if nothing is in the way. */
static int in_the_way(const door_t *d, const door_task_t *t) {
  int last = NOWHERE;
  int i;
  for (i = 0; i < t->target_count; i++) {
    int start = makes_way_below(d, t->targets[i]);
    int s = start < 0 ? NOWHERE : last_active_below(d, start);
    last = s > last ? s : last;
  }
  return last;
}

static void exit_state(door_t *d, int state) {
  d->changes++;
  d->active[state] = false;
  go_on(d, on_exit_state(d, state));
}

static void enter_state(door_t *d, door_task_t *t, int state) {
  bool leads_on = false;
  int i = 0;
  d->changes++;
  while (i < t->target_count) {
    leads_on = leads_on || is_below(t->targets[i], state);
    if (t->targets[i] == state) {
      remove_target(t, i);
    } else {
      i++;
    }
  }
  t->regions[state] = STATES[state].kind == PARALLEL ? d->changes : 0;
  if (!leads_on) {
    t->completing[state] = d->changes;
  }
  d->entry[state] = d->changes;
  d->active[state] = true;
  t->finishing = STATES[state].kind == FINAL ? (int16_t)state : NOWHERE;
  go_on(d, on_enter_state(d, state));
}

/* Makes the first entry in document order; false if nothing is left to enter. */
static bool make_entry(door_t *d, door_task_t *t) {
  bool on_way[STATE_COUNT];
  int i = 0;
  int s;
  while (i < t->target_count) {
    int target = t->targets[i];
    if (d->active[target]) {
      t->completing[target] = d->entry[target]; /* reached: it stays as it is from now on */
      remove_target(t, i);
    } else {
      i++;
    }
  }
  (void)memset(on_way, 0, sizeof on_way);
  for (i = 0; i < t->target_count; i++) {
    for (s = t->targets[i]; s >= 0; s = STATES[s].parent) {
      on_way[s] = true;
    }
  }
  for (s = 0; s < STATE_COUNT; s++) {
    int parent = STATES[s].parent;
    if (IS_HISTORY(s)) {
      continue;
    }
    if (!d->active[s]) {
      bool is_owed = parent >= 0 && STATES[parent].kind == PARALLEL && d->active[parent]
        && (t->regions[parent] == d->entry[parent] || t->completing[parent] == d->entry[parent]);
      if (on_way[s] || is_owed) {
        enter_state(d, t, s);
        return true;
      }
    } else if (t->completing[s] == d->entry[s] && STATES[s].kind == COMPOUND && STATES[s].initial_count > 0
               && t->initial_taken[s] != d->entry[s] && !on_way[s] && !has_active_child(d, s)) {
      t->initial_taken[s] = d->entry[s];
      for (i = 0; i < STATES[s].initial_count; i++) {
        add_target(t, TARGETS[STATES[s].initial + i]);
      }
      if (STATES[s].has_initial_actions) {
        go_on(d, on_initial(d, s));
      }
      return true;
    }
  }
  return false;
}

/* Carries out transitions until none is on its way. Before each exit and each entry it looks afresh. */
static void run_transitions(door_t *d) {
  while (d->depth > 0) {
    door_task_t *t = &d->tasks[d->depth - 1];
    int state;
    if (!t->is_acting) {
      state = in_the_way(d, t);
      if (state >= 0) {
        exit_state(d, state);
        continue;
      }
    }
    if (t->next_handler < t->handler_count) {
      t->is_acting = true;
      t->next_handler++;
      go_on(d, on_transition(d, t->handlers[t->next_handler - 1]));
      continue;
    }
    if (t->is_acting) {
      t->is_acting = false;
      continue;
    }
    if (!make_entry(d, t)) {
      d->depth--;
    }
  }
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

/* What a handler does to the tree: everything below `start` is exited, something below it is entered. */
typedef struct {
  int start; /* NOWHERE: the root itself is exited */
  bool exits;
  bool enters;
} reach_t;

/* The answer of one state; an event of NOWHERE asks for what it does without one. */
static int answer_of(door_t *d, int state, int event) {
  return handler_of(d, state, event);
}

/* Asks each active leaf and then the states above it, until one answers. */
static void ask_leaves(door_t *d, int event, choice_t *c) {
  bool is_asked[STATE_COUNT];
  int leaf;
  (void)memset(is_asked, 0, sizeof is_asked);
  for (leaf = 0; leaf < STATE_COUNT; leaf++) {
    int s;
    if (!d->active[leaf] || has_active_child(d, leaf)) {
      continue;
    }
    for (s = leaf; s >= 0 && !is_asked[s]; s = STATES[s].parent) {
      is_asked[s] = true;
      if (add_answer(c, answer_of(d, s, event))) {
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

/* ---- Macrosteps ----------------------------------------------------------------------------------------- */

/* Takes the chosen handlers, as one transition. */
static void take(door_t *d, const choice_t *c) {
  door_task_t *t;
  int i;
  int j;
  if (c->count == 0) {
    return;
  }
  t = begin_transition(d);
  for (i = 0; i < c->count; i++) {
    int h = c->handlers[i];
    for (j = 0; j < HANDLERS[h].target_count; j++) {
      add_target(t, TARGETS[HANDLERS[h].target + j]);
    }
    t->handlers[i] = (int16_t)h;
  }
  t->handler_count = (int16_t)c->count;
  run_transitions(d);
}

static void begin_event(door_t *d, const door_message_t *message) {
  d->event = message->event;
}

/* Takes transitions without an event, then internal events, until there are none. */
static void come_to_rest(door_t *d) {
  while (!d->halted) {
    return;
  }
}

static void end_macrostep(door_t *d) {
  come_to_rest(d);
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

/* Takes what is queued, and timers up to a time. */
static void settle(door_t *d, int64_t until) {
  int32_t macrosteps = 0;
  while (!d->finished) {
    break;
  }
  (void)macrosteps;
  if (d->now < until) {
    d->now = until;
  }
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
  add_target(begin_transition(d), 0);
  run_transitions(d);
  end_macrostep(d);
  settle(d, d->now);
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
    settle(d, d->now);
    return outcome;
  }
}

void door_advance(door_t *d, int64_t ms) {
  if (d->started && ms >= 0) {
    settle(d, d->now + ms);
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
