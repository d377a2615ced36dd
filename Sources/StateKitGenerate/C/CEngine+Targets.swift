extension CEngine {
  /// The targets of a transition, and what a final state completes: the same for both kinds of transitions.
  static let targets = #"""
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

    /* What history stands for may not go together with another target: the earlier one stays. */
    static void drop_contradictions(transition_t *t) {
      int i = 0;
      while (i < t->target_count) {
        bool contradicts = false;
        int j;
        for (j = 0; j < i; j++) {
          int common = t->targets[i];
          while (common != t->targets[j] && !is_below(t->targets[j], common)) {
            common = STATES[common].parent;
          }
          contradicts = contradicts
            || (common != t->targets[i] && common != t->targets[j] && STATES[common].kind == COMPOUND);
        }
        if (contradicts) {
          remove_target(t, i);
        } else {
          i++;
        }
      }
    }

    /* A final state is entered: its parent is done, and with it parallel states whose regions all are. */
    static void announce_done($p_t *d, int final) {
      int parent = STATES[final].parent;
      bool is_first = true;
      while (parent >= 0 && (is_first || STATES[parent].kind == PARALLEL) && is_done(d, parent)) {
        push(d, &d->raised, STATES[parent].done, NULL);
        parent = STATES[parent].parent;
        is_first = false;
      }
    }
    """#
}
