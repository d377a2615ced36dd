/* ---- The active states ------------------------------------------------------------------------------------ */

/* A state is active if it is d->state, or if d->state is inside it. */
static bool is_active(const $p_t *d, int state) {
  return d->state == state || (d->state > state && d->state < STATES[state].end);
}

/* The innermost active state around another one, itself included. */
static int active_around(const $p_t *d, int state) {
  while (state >= 0 && !is_active(d, state)) {
    state = STATES[state].parent;
  }
  return state;
}

#? DONE
/* True if a state has come to its end: it is final, or a final state directly inside it is active. */
static bool is_done(const $p_t *d, int state) {
  return STATES[d->state].kind == FINAL && (d->state == state || STATES[d->state].parent == state);
}

#end
