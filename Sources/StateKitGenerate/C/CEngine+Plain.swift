// Longer than others: the text of one program in C, in reading order.

extension CEngine {
  /// Transitions of charts without `goToState`: what is exited and entered is known before the first exit.
  static let plain = #"""
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

    static bool count_step($p_t *d) {
      if (d->steps == $P_MOST_STEPS) {
        d->halted = true;
        #? RAISE
        d->raised.count = 0;
        #end
        #? SEND
        d->sent.count = 0;
        #end
        return false;
      }
      d->steps++;
      return true;
    }

    static void begin_transition(transition_t *t) {
      t->target_count = 0;
      t->top_count = 0;
      t->exits_root = false;
      (void)memset(t->completes, 0, sizeof t->completes);
    }

    \#(targets)

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
    static void add_tops(const $p_t *d, transition_t *t) {
      int i;
      for (i = 0; i < t->target_count; i++) {
        int start = active_on_way(d, t->targets[i]);
        if (start >= 0 && (STATES[start].kind != PARALLEL || start == t->targets[i])) {
          add_top(t, start);
        }
      }
    }

    static bool is_leaving(const $p_t *d, const transition_t *t, int state) {
      int i;
      for (i = 0; i < t->top_count; i++) {
        if (d->active[state] && is_below(state, t->tops[i])) {
          return true;
        }
      }
      return d->active[state] && t->exits_root;
    }

    /* Remembers, for each history state, what is active beside it before its parent is exited. */
    static void record($p_t *d, const transition_t *t) {
      int h;
      for (h = 0; h < STATE_COUNT; h++) {
        int parent = STATES[h].parent;
        bool *kept;
        int s;
        if (!IS_HISTORY(h) || !is_leaving(d, t, parent)) {
          continue;
        }
        kept = d->record[STATES[h].history];
        d->has_record[STATES[h].history] = true;
        for (s = parent; s < STATES[parent].end; s++) {
          bool is_leaf = d->active[s] && !has_active_child(d, s);
          kept[s] = STATES[h].kind == DEEP || s == parent ? is_leaf : d->active[s] && STATES[s].parent == parent;
        }
      }
    }

    static void exit_state($p_t *d, int state) {
      d->active[state] = false;
      #? AFTER
      {
        int i;
        for (i = 0; i < AFTER_COUNT; i++) {
          if (AFTERS[i].state == state) {
            d->timers[i].serial = 0;
          }
        }
      }
      #end
      on_exit_state(d, state);
    }

    static void exit_below($p_t *d, int top) {
      int s;
      for (s = STATES[top].end - 1; s > top; s--) {
        if (d->active[s]) {
          exit_state(d, s);
        }
      }
    }

    /* Exits everything below the tops, the last state first. */
    static void exit_tops($p_t *d, const transition_t *t) {
      int i;
      #? HISTORY
      record(d, t);
      #end
      #? REENTER
      if (t->exits_root) {
        exit_below(d, 0);
        exit_state(d, 0);
        return;
      }
      #end
      for (i = t->top_count - 1; i >= 0; i--) {
        exit_below(d, t->tops[i]);
      }
    }

    /* Replaces a history state among the targets by what it stands for. Its default has actions: they come after the
     * entry of its parent. */
    static bool resolve_history($p_t *d, transition_t *t, int index) {
      int h = t->targets[index];
      int parent = STATES[h].parent;
      bool has_record = d->has_record[STATES[h].history];
      int16_t after[STATE_COUNT];
      int after_count = 0;
      int i;
      if (!has_record && STATES[h].initial_count > 0 && STATES[h].has_initial_actions && !d->active[parent]) {
        return false;
      }
      for (i = index + 1; i < t->target_count; i++) {
        after[after_count] = t->targets[i];
        after_count++;
      }
      t->target_count = index;
      for (i = 0; has_record && i < STATE_COUNT; i++) {
        if (d->record[STATES[h].history][i]) {
          add_target(t, i);
        }
      }
      for (i = 0; !has_record && i < STATES[h].initial_count; i++) {
        add_target(t, TARGETS[STATES[h].initial + i]);
      }
      if (!has_record && STATES[h].initial_count == 0) {
        add_target(t, parent);
      }
      for (i = 0; i < after_count; i++) {
        add_target(t, after[i]);
      }
      return true;
    }

    /* Replaces the history states among the targets, and makes way for what they stand for. False if there are none. */
    static bool resolve_targets($p_t *d, transition_t *t) {
      int16_t defaults[STATE_COUNT];
      int default_count = 0;
      bool is_changed = false;
      int i = 0;
      while (i < t->target_count) {
        int s = t->targets[i];
        if (!IS_HISTORY(s) || !resolve_history(d, t, i)) {
          i++;
          continue;
        }
        is_changed = true;
        if (!d->has_record[STATES[s].history] && STATES[s].has_initial_actions) {
          defaults[default_count] = (int16_t)s;
          default_count++;
        }
      }
      if (is_changed) {
        t->exits_root = false;
        t->top_count = 0;
        add_tops(d, t);
        exit_tops(d, t);
        for (i = 0; i < default_count; i++) {
          on_initial(d, defaults[i]);
        }
        drop_contradictions(t);
      }
      return is_changed;
    }

    /* Marks the ways to the targets. Targets that are active are reached. */
    static void aim(const $p_t *d, transition_t *t) {
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

    static void enter_state($p_t *d, int state) {
      d->active[state] = true;
      #? AFTER
      {
        int i;
        for (i = 0; i < AFTER_COUNT; i++) {
          if (AFTERS[i].state == state) {
            set_timer(d, i, AFTERS[i].delay, i, NOWHERE);
          }
        }
      }
      #end
      on_enter_state(d, state);
      #? DONE
      if (STATES[state].kind == FINAL) {
        announce_done(d, state);
      }
      #end
    }

    /* Goes on to the first states inside a state that has just been entered, or reached. */
    static void take_initial($p_t *d, transition_t *t, int state) {
      int i;
      for (i = 0; i < STATES[state].initial_count; i++) {
        add_target(t, TARGETS[STATES[state].initial + i]);
      }
      if (STATES[state].has_initial_actions) {
        on_initial(d, state);
      }
      #? HISTORY
      (void)resolve_targets(d, t);
      #end
      aim(d, t);
    }

    /* Enters, in document order, the ways to the targets, the regions of parallel states, and first states. */
    static void enter_targets($p_t *d, transition_t *t) {
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
          #? HISTORY
          if (resolve_targets(d, t)) {
            aim(d, t);
          }
          #end
        }
        if (t->completes[s] && STATES[s].kind == COMPOUND && STATES[s].initial_count > 0 && !t->is_above_target[s]
            && !has_active_child(d, s)) {
          take_initial(d, t, s);
        }
        s++;
      }
    }

    /* Carries out a transition: exits, the actions of its handlers, entries. */
    static void carry_out($p_t *d, transition_t *t, const choice_t *c) {
      int i;
      add_tops(d, t);
      exit_tops(d, t);
      for (i = 0; i < c->count; i++) {
        on_transition(d, c->handlers[i]);
      }
      #? HISTORY
      (void)resolve_targets(d, t);
      #end
      enter_targets(d, t);
    }

    /* Takes the chosen handlers, as one transition. */
    static void take($p_t *d, const choice_t *c) {
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
        #? REENTER
        if (HANDLERS[h].reenter != STAYS) {
          int below = HANDLERS[h].below;
          if (HANDLERS[h].target_count == 0) {
            add_target(&t, HANDLERS[h].state);
          }
          if (below < 0) {
            t.exits_root = true;
          } else {
            add_top(&t, below);
            t.completes[below] = true;
          }
        }
        #end
      }
      carry_out(d, &t, c);
    }

    static void enter_root($p_t *d) {
      transition_t t;
      choice_t c;
      c.count = 0;
      begin_transition(&t);
      add_target(&t, 0);
      carry_out(d, &t, &c);
    }

    """#
}
