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
  int i = 0;
  if (start < 0) {
    return;
  }
  while (i < *count && reaches[i].start != start) {
    i++;
  }
  if (i == *count) {
    reaches[i].start = start;
    reaches[i].exits = false;
    reaches[i].enters = false;
    *count = *count + 1;
  }
  reaches[i].exits = reaches[i].exits || STATES[start].kind != PARALLEL || start == target;
  reaches[i].enters = reaches[i].enters || start != target || STATES[start].initial_count > 0;
}

static int find_reaches(const $p_t *d, int handler, reach_t *reaches) {
  #? HISTORY
  int16_t open[TARGET_COUNT + STATE_COUNT];
  int open_count = 0;
  bool is_known[$P_HISTORIES] = { false };
  #end
  int count = 0;
  int i;
  if (HANDLERS[handler].top != STATE_COUNT) {
    reaches[0].start = HANDLERS[handler].top;
    reaches[0].exits = true;
    reaches[0].enters = true;
    return 1;
  }
  #? !HISTORY
  for (i = 0; i < HANDLERS[handler].target_count; i++) {
    add_reach(d, TARGETS[HANDLERS[handler].target + i], reaches, &count);
  }
  #end
  #? HISTORY
  for (i = 0; i < HANDLERS[handler].target_count; i++) {
    open[open_count] = TARGETS[HANDLERS[handler].target + i];
    open_count++;
  }
  while (open_count > 0) {
    int target;
    open_count--;
    target = open[open_count];
    if (STATES[target].kind >= SHALLOW_HISTORY && d->active[STATES[target].parent]
        && STATES[STATES[target].parent].kind == PARALLEL) {
      (void)push_history(d, target, is_known, open, &open_count);
    } else {
      add_reach(d, target, reaches, &count);
    }
  }
  #end
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
