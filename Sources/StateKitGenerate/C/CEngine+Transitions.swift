// Longer than others: the text of one program in C, in reading order.

extension CEngine {
  /// Transitions of charts with `goToState`, which makes one inside another: each step looks at the active states afresh.
  static let transitions = #"""
    /* ---- Transitions ---------------------------------------------------------------------------------------- */

    typedef $p_task_t transition_t;

    static transition_t *begin_transition($p_t *d) {
      transition_t *t = &d->tasks[d->depth];
      (void)memset(t, 0, sizeof *t);
      t->finishing = NOWHERE;
      #? HISTORY
      t->recorded_at = UINT32_MAX;
      #end
      d->depth++;
      return t;
    }

    /* Ends the macrostep at a limit: what is on its way is dropped. */
    static void halt($p_t *d) {
      d->depth = 0;
      d->halted = true;
      #? RAISE
      d->raised.count = 0;
      #end
      #? SEND
      d->sent.count = 0;
      #end
    }

    static bool count_step($p_t *d) {
      if (d->steps == $P_MOST_STEPS) {
        halt(d);
        return false;
      }
      d->steps++;
      return true;
    }

    /* A list of actions may end with a state to go to: at once, inside the transition that is on its way. */
    static void go_on($p_t *d, int state) {
      if (state >= 0 && count_step(d)) {
        if (d->depth == $P_NESTED) {
          halt(d);
        } else {
          transition_t *t = begin_transition(d);
          t->targets[0] = (int16_t)state;
          t->target_count = 1;
        }
      }
    }

    \#(targets)

    /* The state below which a target makes way; NOWHERE if nothing has to. */
    static int makes_way_below(const $p_t *d, int target) {
      int start = active_on_way(d, target);
      return start >= 0 && STATES[start].kind == PARALLEL && start != target ? NOWHERE : start;
    }

    /* The last active state below another one; NOWHERE if there is none. */
    static int last_active_below(const $p_t *d, int state) {
      int s;
      for (s = STATES[state].end - 1; s > state; s--) {
        if (d->active[s]) {
          return s;
        }
      }
      return NOWHERE;
    }

    /* The last state in the way of a transition, which is exited next; NOWHERE if nothing is in the way. */
    static int in_the_way(const $p_t *d, const transition_t *t) {
      int last = NOWHERE;
      int i;
      #? REENTER
      if (t->exits_root) {
        return d->active[0] ? (last_active_below(d, 0) < 0 ? 0 : last_active_below(d, 0)) : NOWHERE;
      }
      for (i = 0; i < STATE_COUNT; i++) {
        if (t->reenter_below[i]) {
          int s = last_active_below(d, i);
          last = s > last ? s : last;
        }
      }
      #end
      for (i = 0; i < t->target_count; i++) {
        int start = makes_way_below(d, t->targets[i]);
        int s = start < 0 ? NOWHERE : last_active_below(d, start);
        last = s > last ? s : last;
      }
      return last;
    }

    static bool is_leaving(const $p_t *d, const transition_t *t, int state) {
      int i;
      if (!d->active[state]) {
        return false;
      }
      #? REENTER
      if (t->exits_root) {
        return true;
      }
      for (i = STATES[state].parent; i >= 0; i = STATES[i].parent) {
        if (t->reenter_below[i]) {
          return true;
        }
      }
      #end
      for (i = 0; i < t->target_count; i++) {
        int start = makes_way_below(d, t->targets[i]);
        if (start >= 0 && is_below(state, start)) {
          return true;
        }
      }
      return false;
    }

    /* Remembers, for each history state, what is active beside it before its parent is exited. */
    static void record($p_t *d, transition_t *t) {
      int s;
      (void)memset(t->leaving, 0, sizeof t->leaving);
      for (s = 0; s < STATE_COUNT; s++) {
        t->leaving[s] = is_leaving(d, t, s);
      }
      for (s = 0; s < STATE_COUNT; s++) {
        int parent = STATES[s].parent;
        bool is_outer = false;
        int i;
        if (!IS_HISTORY(s) || !t->leaving[parent]) {
          continue;
        }
        for (i = 0; i + 1 < d->depth; i++) {
          is_outer = is_outer || d->tasks[i].leaving[parent];
        }
        if (is_outer) {
          continue;
        }
        d->has_record[STATES[s].history] = true;
        for (i = 0; i < STATE_COUNT; i++) {
          bool is_kept;
          if (STATES[s].kind == DEEP) {
            is_kept = (i == parent || is_below(i, parent)) && d->active[i] && !has_active_child(d, i);
          } else {
            is_kept = has_active_child(d, parent) ? d->active[i] && STATES[i].parent == parent : i == parent;
          }
          d->record[STATES[s].history][i] = is_kept;
        }
      }
    }

    /* Replaces history states among the targets by what they stand for; true if there was one. */
    static bool resolve_history($p_t *d, transition_t *t) {
      bool is_changed = false;
      int i = 0;
      while (i < t->target_count) {
        int s = t->targets[i];
        int parent = STATES[s].parent;
        int16_t after[STATE_COUNT];
        int after_count = 0;
        int j;
        if (!IS_HISTORY(s)) {
          i++;
          continue;
        }
        if (!d->has_record[STATES[s].history] && STATES[s].initial_count > 0 && STATES[s].has_initial_actions
            && !d->active[parent]) {
          i++; /* the actions of a default come after the entry of its parent */
          continue;
        }
        for (j = i + 1; j < t->target_count; j++) {
          after[after_count] = t->targets[j];
          after_count++;
        }
        t->target_count = i;
        if (d->has_record[STATES[s].history]) {
          for (j = 0; j < STATE_COUNT; j++) {
            if (d->record[STATES[s].history][j]) {
              add_target(t, j);
            }
          }
        } else if (STATES[s].initial_count > 0) {
          for (j = 0; j < STATES[s].initial_count; j++) {
            add_target(t, TARGETS[STATES[s].initial + j]);
          }
          if (STATES[s].has_initial_actions) {
            t->defaults[t->default_count] = (int16_t)s;
            t->default_count++;
          }
        } else {
          add_target(t, parent);
        }
        for (j = 0; j < after_count; j++) {
          add_target(t, after[j]);
        }
        is_changed = true;
      }
      return is_changed;
    }

    static void exit_state($p_t *d, int state) {
      d->changes++;
      d->active[state] = false;
      #? AFTER
      {
        int i;
        for (i = 0; i < TIMER_COUNT; i++) {
          if (d->timers[i].after >= 0 && AFTERS[d->timers[i].after].state == state) {
            d->timers[i].serial = 0;
          }
        }
      }
      #end
      go_on(d, on_exit_state(d, state));
    }

    static void enter_state($p_t *d, transition_t *t, int state) {
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
      #? AFTER
      for (i = 0; i < AFTER_COUNT; i++) {
        if (AFTERS[i].state == state) {
          set_timer(d, i, AFTERS[i].delay, i, NOWHERE);
        }
      }
      #end
      t->finishing = STATES[state].kind == FINAL ? (int16_t)state : NOWHERE;
      go_on(d, on_enter_state(d, state));
    }

    /* Makes the first entry in document order; false if nothing is left to enter. */
    static bool make_entry($p_t *d, transition_t *t) {
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
      #? HISTORY
      drop_contradictions(t);
      #end
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
    static void run_transitions($p_t *d) {
      while (d->depth > 0) {
        transition_t *t = &d->tasks[d->depth - 1];
        int state;
        #? DONE
        if (t->finishing >= 0) {
          state = t->finishing;
          t->finishing = NOWHERE;
          if (d->active[state]) {
            announce_done(d, state);
          }
          continue;
        }
        #end
        if (!t->is_acting) {
          state = in_the_way(d, t);
          if (state >= 0) {
            #? HISTORY
            if (t->recorded_at != d->changes) {
              record(d, t);
            }
            t->recorded_at = d->changes + 1U;
            #end
            exit_state(d, state);
            continue;
          }
          #? HISTORY
          (void)memset(t->leaving, 0, sizeof t->leaving);
          t->recorded_at = UINT32_MAX;
          #end
          #? REENTER
          (void)memset(t->reenter_below, 0, sizeof t->reenter_below);
          t->exits_root = false;
          #end
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
        #? HISTORY
        if (resolve_history(d, t)) {
          continue;
        }
        if (t->next_default < t->default_count) {
          t->next_default++;
          go_on(d, on_initial(d, t->defaults[t->next_default - 1]));
          continue;
        }
        #end
        if (!make_entry(d, t)) {
          d->depth--;
        }
      }
    }

    /* Takes the chosen handlers, as one transition. */
    static void take($p_t *d, const choice_t *c) {
      transition_t *t;
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
        #? REENTER
        if (HANDLERS[h].reenter != STAYS) {
          int below = HANDLERS[h].below;
          if (HANDLERS[h].target_count == 0) {
            add_target(t, HANDLERS[h].state);
          }
          if (below < 0) {
            t->exits_root = true;
          } else {
            t->reenter_below[below] = true;
            if (STATES[below].kind == PARALLEL) {
              t->regions[below] = d->entry[below];
            }
          }
        }
        #end
        t->handlers[i] = (int16_t)h;
      }
      t->handler_count = (int16_t)c->count;
      run_transitions(d);
    }

    static void enter_root($p_t *d) {
      add_target(begin_transition(d), 0);
      run_transitions(d);
    }

    """#
}
