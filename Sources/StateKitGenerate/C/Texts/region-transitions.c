/* ---- Transitions ------------------------------------------------------------------------------------------ */

#? DONE
/* A final state was entered: the state around it is done, and parallel states around that whose regions all are. */
static void announce_done($p_t *d, int final) {
  int parent = STATES[final].parent;
  bool is_first = true;
  #? OUTPUT | output_errors(d, final);
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
  #? HISTORY | bool is_known[$P_HISTORIES]; /* history states that were replaced by what they stand for */
  #? DEFAULTS
  int16_t due[$P_HISTORIES]; /* history states: the actions of their defaults come after the entries of their parents */
  int due_count;
  #end
} transition_t;

static void begin_transition(transition_t *t) {
  t->target_count = 0;
  t->top_count = 0;
  (void)memset(t->toward, 0, sizeof t->toward);
  #? HISTORY | (void)memset(t->is_known, 0, sizeof t->is_known);
  #? DEFAULTS | t->due_count = 0;
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
  while (state > 0 && !d->active[state]) {
    int parent = STATES[state].parent;
    if (t->toward[parent] != 0) {
      return;
    }
    t->toward[parent] = (int16_t)state;
    state = parent;
  }
}

/* Marks the ways to the first states inside a state. */
static void aim_inside(const $p_t *d, transition_t *t, int state) {
  #? HISTORY
  int16_t open[TARGET_COUNT + STATE_COUNT];
  int count = 0;
  #end
  int i;
  for (i = 0; i < STATES[state].initial_count; i++) {
    #? !HISTORY | aim(d, t, TARGETS[STATES[state].initial + i]);
    #? HISTORY
    open[STATES[state].initial_count - 1 - i] = TARGETS[STATES[state].initial + i];
    count++;
    #end
  }
  #? HISTORY
  while (count > 0) {
    int target;
    count--;
    target = open[count];
    if (STATES[target].kind < SHALLOW_HISTORY) {
      aim(d, t, target);
    } else {
      #? !DEFAULTS | (void)push_history(d, target, t->is_known, open, &count);
      #? DEFAULTS
      if (push_history(d, target, t->is_known, open, &count)) {
        t->due[t->due_count] = (int16_t)target;
        t->due_count++;
      }
      #end
    }
  }
  #end
}

#? DEFAULTS
/* The actions of the defaults that lead on from a state. */
static void default_actions($p_t *d, const transition_t *t, int state) {
  int i;
  for (i = 0; i < t->due_count; i++) {
    if (STATES[t->due[i]].parent == state) {
      initial_actions(d, t->due[i]);
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
  if (STATES[state].kind == COMPOUND && t->toward[state] == 0) {
    #? INITIAL | initial_actions(d, state);
    aim_inside(d, t, state);
  }
  #? DEFAULTS | default_actions(d, t, state);
  if (STATES[state].kind == PARALLEL) {
    return region_from(state + 1, state);
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
    state = next;
  }
}

#? HISTORY
/* Replaces history states among the targets of handlers by what they stand for, and makes way for that. */
static void resolve_targets($p_t *d, transition_t *t) {
  int16_t open[TARGET_COUNT + STATE_COUNT];
  #? DEFAULTS
  int16_t defaults[$P_HISTORIES]; /* their actions come at once: the states around them are active */
  int default_count = 0;
  #end
  int count = t->target_count;
  int i;
  for (i = 0; i < count; i++) {
    open[i] = t->targets[count - 1 - i];
  }
  t->target_count = 0;
  while (count > 0) {
    int target;
    count--;
    target = open[count];
    if (STATES[target].kind < SHALLOW_HISTORY) {
      add_target(d, t, target);
    } else {
      #? !DEFAULTS | (void)push_history(d, target, t->is_known, open, &count);
      #? DEFAULTS
      if (push_history(d, target, t->is_known, open, &count)) {
        if (d->active[STATES[target].parent]) {
          defaults[default_count] = (int16_t)target;
          default_count++;
        } else {
          t->due[t->due_count] = (int16_t)target;
          t->due_count++;
        }
      }
      #end
    }
  }
  exit_tops(d, t);
  #? DEFAULTS
  for (i = 0; i < default_count; i++) {
    initial_actions(d, defaults[i]);
  }
  #end
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
  if (event == NO_EVENT && (c.count == 0 || !count_step(d))) {
    return c.count > 0;
  }
  #end
  if (c.count > 0) {
    take_all(d, &c);
  }
  #? FORBIDDEN | return c.count > 0 || c.is_forbidden;
  #? !FORBIDDEN | return c.count > 0;
}
