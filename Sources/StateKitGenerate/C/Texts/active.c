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
/* Puts what a history state stands for on a stack, the first state on top: what it remembers, else its default, else the
 * state around it. A history state that is known adds nothing. True if it uses its default. */
static bool push_history(const $p_t *d, int history, bool *is_known, int16_t *open, int *count) {
  int h = index_of(history);
  int i;
  if (is_known[h]) {
    return false;
  }
  is_known[h] = true;
  if (d->has_record[h]) {
    for (i = STATE_COUNT - 1; i >= 0; i--) {
      if (d->record[h][i]) {
        open[*count] = (int16_t)i;
        *count = *count + 1;
      }
    }
    return false;
  }
  if (STATES[history].initial_count == 0) {
    open[*count] = STATES[history].parent;
    *count = *count + 1;
    return false;
  }
  for (i = STATES[history].initial_count - 1; i >= 0; i--) {
    open[*count] = TARGETS[STATES[history].initial + i];
    *count = *count + 1;
  }
  return true;
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
