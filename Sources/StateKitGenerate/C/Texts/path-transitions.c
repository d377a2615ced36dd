/* ---- Transitions ------------------------------------------------------------------------------------------ */

#? DONE
/* A final state was entered: the state around it is done. */
static void announce_done($p_t *d, int final) {
  int parent = STATES[final].parent;
  if (d->state != final) {
    return;
  }
  #? OUTPUT | output_errors(d, final);
  if (parent >= 0) {
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
    if (HAS_ACTIONS[index_of(state)] && d->state != STATES[state].parent && d->record[index_of(state)] == NOWHERE) {
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
  if (event == NO_EVENT && (handler < 0 || !count_step(d))) {
    return handler >= 0;
  }
  #end
  if (handler >= 0) {
    take(d, handler);
  }
  return handler != NO_HANDLER;
}
