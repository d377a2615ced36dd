// Longer than others: the text of one program in C, in reading order.

extension CEngine {
  static let choosing = #"""
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

    #? PARALLEL
    /* What a handler does to the tree: everything below `start` is exited, something below it is entered. */
    typedef struct {
      int start; /* NOWHERE: the root itself is exited */
      bool exits;
      bool enters;
    } reach_t;

    static void add_reach(const $p_t *d, int target, reach_t *reaches, int *count) {
      int start = active_on_way(d, target);
      if (start >= 0 && *count < STATE_COUNT) {
        reaches[*count].start = start;
        reaches[*count].exits = STATES[start].kind != PARALLEL || start == target;
        reaches[*count].enters = start != target || STATES[start].initial_count > 0;
        *count = *count + 1;
      }
    }

    static int find_reaches(const $p_t *d, int handler, reach_t *reaches) {
      int count = 0;
      int i;
      #? REENTER
      if (HANDLERS[handler].reenter != STAYS) {
        reaches[0].start = HANDLERS[handler].below;
        reaches[0].exits = true;
        reaches[0].enters = true;
        return 1;
      }
      #end
      for (i = 0; i < HANDLERS[handler].target_count; i++) {
        int target = TARGETS[HANDLERS[handler].target + i];
        #? HISTORY
        int parent = STATES[target].parent;
        if (IS_HISTORY(target) && d->active[parent] && STATES[parent].kind == PARALLEL) {
          int s;
          if (d->has_record[STATES[target].history]) {
            for (s = 0; s < STATE_COUNT; s++) {
              if (d->record[STATES[target].history][s]) {
                add_reach(d, s, reaches, &count);
              }
            }
          } else if (STATES[target].initial_count > 0) {
            for (s = 0; s < STATES[target].initial_count; s++) {
              add_reach(d, TARGETS[STATES[target].initial + s], reaches, &count);
            }
          } else {
            add_reach(d, parent, reaches, &count);
          }
          continue;
        }
        #end
        add_reach(d, target, reaches, &count);
      }
      return count;
    }

    static bool reaches_conflict(const $p_t *d, const reach_t *a, const reach_t *b) {
      if (a->start < 0 || b->start < 0) {
        return true;
      }
      if ((a->exits && is_below(b->start, a->start)) || (b->exits && is_below(a->start, b->start))) {
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

    /* The states that a handler may exit and enter lie between two: true if the first one is at `end` or behind it.
     * Moves `end` to the second one. */
    static bool begins_behind(const $p_t *d, int handler, int *end) {
      reach_t reaches[STATE_COUNT];
      int count = find_reaches(d, handler, reaches);
      int behind = *end;
      bool begins = true;
      int i;
      for (i = 0; i < count; i++) {
        int start = reaches[i].start;
        int last = start < 0 ? STATE_COUNT : STATES[start].end;
        begins = begins && start >= *end;
        behind = last > behind ? last : behind;
      }
      *end = behind;
      return begins;
    }

    /* Of handlers that conflict, one of a deeper state displaces those above it; else the earlier one stays. */
    static void drop_conflicts(const $p_t *d, choice_t *c) {
      choice_t kept;
      int end = 0;
      int i;
      int j;
      kept.count = 0;
      kept.is_forbidden = c->is_forbidden;
      for (i = 0; i < c->count; i++) {
        bool displaces = true;
        if (begins_behind(d, c->handlers[i], &end)) {
          kept.handlers[kept.count] = c->handlers[i];
          kept.count++;
          continue;
        }
        for (j = 0; j < kept.count; j++) {
          if (handlers_conflict(d, kept.handlers[j], c->handlers[i])
              && !is_below(HANDLERS[c->handlers[i]].state, HANDLERS[kept.handlers[j]].state)) {
            displaces = false;
          }
        }
        if (displaces) {
          int count = 0;
          for (j = 0; j < kept.count; j++) {
            if (!handlers_conflict(d, kept.handlers[j], c->handlers[i])) {
              kept.handlers[count] = kept.handlers[j];
              count++;
            }
          }
          kept.handlers[count] = c->handlers[i];
          kept.count = count + 1;
        }
      }
      *c = kept;
    }
    #end

    #? ALWAYS
    /* The answer of one state; an event of NOWHERE asks for what it does without one. */
    static int answer_of($p_t *d, int state, int event) {
      return event == NOWHERE ? always_of(d, state) : handler_of(d, state, event);
    }

    #end

    /* Asks each active leaf and then the states above it, until one answers. */
    static void ask_leaves($p_t *d, int event, choice_t *c) {
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
          #? ALWAYS
          if (add_answer(c, answer_of(d, s, event))) {
            break;
          }
          #end
          #? NOALWAYS
          if (add_answer(c, handler_of(d, s, event))) {
            break;
          }
          #end
        }
      }
    }
    #? SUBTREE

    /* Asks a state only where nothing below it answers. */
    static void ask_subtrees($p_t *d, int event, choice_t *c) {
      bool is_answered[STATE_COUNT];
      int i;
      (void)memset(is_answered, 0, sizeof is_answered);
      for (i = 0; i < STATE_COUNT; i++) {
        int s = UPWARDS[i];
        if (d->active[s]) {
          is_answered[s] = is_answered[s] || add_answer(c, handler_of(d, s, event));
          if (is_answered[s] && STATES[s].parent >= 0) {
            is_answered[STATES[s].parent] = true;
          }
        }
      }
    }
    #end

    static void choose($p_t *d, int event, choice_t *c) {
      c->count = 0;
      c->is_forbidden = false;
      #? SUBTREE
      if (event != NOWHERE) {
        ask_subtrees(d, event, c);
      } else {
        ask_leaves(d, event, c);
      }
      #end
      #? LEAF
      ask_leaves(d, event, c);
      #end
      #? PARALLEL
      if (c->count > 1) {
        drop_conflicts(d, c);
      }
      #end
    }

    """#

  static let macrosteps = #"""
    /* ---- Macrosteps ----------------------------------------------------------------------------------------- */

    static void begin_event($p_t *d, const $p_message_t *message) {
      d->event = message->event;
      #? PAYLOAD
      d->data = message->data;
      #end
    }

    #? ALWAYS RAISE
    /* Takes transitions without an event, then internal events, until there are none. */
    static void come_to_rest($p_t *d) {
      while (!d->halted) {
        choice_t c;
        #? ALWAYS
        choose(d, NOWHERE, &c);
        if (c.count > 0) {
          if (count_step(d)) {
            take(d, &c);
          }
          continue;
        }
        #end
        #? RAISE
        if (d->raised.count > 0) {
          $p_message_t message = pull(&d->raised);
          if (count_step(d)) {
            begin_event(d, &message);
            choose(d, message.event, &c);
            take(d, &c);
          }
          continue;
        }
        #end
        return;
      }
    }

    #end
    static void end_macrostep($p_t *d) {
      #? ALWAYS RAISE
      come_to_rest(d);
      #end
      d->halted = false;
      d->steps = 0;
      #? HOLDS
      (void)memset(d->has_failed, 0, sizeof d->has_failed);
      #end
      #? DONE
      if (is_done(d, 0)) {
        d->finished = true;
        #? RAISE
        d->raised.count = 0;
        #end
        #? SEND
        d->sent.count = 0;
        #end
        #? TIMER
        (void)memset(d->timers, 0, sizeof d->timers);
        #end
      }
      #end
    }

    static $p_outcome_t take_up($p_t *d, const choice_t *c) {
      $p_outcome_t outcome = $P_HANDLED;
      if (c->count == 0 && !c->is_forbidden) {
        outcome = d->declined ? $P_DECLINED : $P_IGNORED;
      }
      take(d, c);
      end_macrostep(d);
      return outcome;
    }

    static $p_outcome_t take_event($p_t *d, const $p_message_t *message) {
      choice_t c;
      begin_event(d, message);
      d->declined = false;
      choose(d, message->event, &c);
      return take_up(d, &c);
    }

    static void fire($p_t *d, int timer) {
      d->timers[timer].serial = 0;
      #? AFTER
      if (d->timers[timer].after >= 0) {
        choice_t c;
        c.count = 0;
        c.is_forbidden = false;
        d->event = NOWHERE;
        d->declined = false;
        (void)add_answer(&c, after_of(d, d->timers[timer].after));
        d->outcome = take_up(d, &c);
        return;
      }
      #end
      #? DELAYED
      {
        $p_message_t message;
        message.event = d->timers[timer].event;
        #? PAYLOAD
        message.data = d->timers[timer].data;
        #end
        d->outcome = take_event(d, &message);
      }
      #end
    }

    #? TIMER SEND
    /* Takes what is queued, and timers up to a time. */
    static void settle($p_t *d, int64_t until) {
      int32_t macrosteps = 0;
      while (!d->finished) {
        #? TIMER
        int first = first_timer(d);
        if (first >= 0 && d->timers[first].due <= d->now) {
          if (macrosteps == $P_MOST_MACROSTEPS) {
            #? SEND
            d->sent.count = 0;
            #end
            return;
          }
          macrosteps++;
          fire(d, first);
          continue;
        }
        #end
        #? SEND
        if (d->sent.count > 0) {
          $p_message_t message;
          if (macrosteps == $P_MOST_MACROSTEPS) {
            d->sent.count = 0;
            return;
          }
          macrosteps++;
          message = pull(&d->sent);
          (void)take_event(d, &message);
          continue;
        }
        #end
        #? TIMER
        if (first >= 0 && d->timers[first].due <= until) {
          d->now = d->timers[first].due;
          continue;
        }
        #end
        break;
      }
      if (d->now < until) {
        d->now = until;
      }
    }

    #end
    /* ---- What the program calls ----------------------------------------------------------------------------- */

    void $p_start($p_t *d) {
      $p_start_with(d, &FIRST_CONTEXT);
    }

    const $p_context_t *$p_first_context(void) {
      return &FIRST_CONTEXT;
    }

    void $p_start_with($p_t *d, const $p_context_t *context) {
      $p_context_t first = *context; /* it may lie in the machine itself */
      (void)memset(d, 0, sizeof *d);
      d->context = first;
      d->event = NOWHERE;
      d->started = true;
      enter_root(d);
      end_macrostep(d);
      #? TIMER SEND
      settle(d, d->now);
      #end
    }

    $p_outcome_t $p_send($p_t *d, $p_event_t event, const $p_payload_t *data) {
      if (!d->started || (int)event >= (int)FIRST_INTERNAL || (int)event < 0) {
        return $P_REJECTED;
      }
      if (d->finished) {
        return $P_IGNORED;
      }
      {
        $p_message_t message;
        $p_outcome_t outcome;
        message.event = (int16_t)event;
        #? PAYLOAD
        message.data = data ? *data : NO_DATA;
        #end
        (void)data;
        outcome = take_event(d, &message);
        #? TIMER SEND
        settle(d, d->now);
        #end
        return outcome;
      }
    }

    void $p_advance($p_t *d, int64_t ms) {
      #? TIMER
      d->outcome = $P_IGNORED;
      #end
      if (d->started && ms >= 0 && ms <= INT64_MAX - d->now) {
        #? TIMER
        settle(d, d->now + ms);
        #end
        #? NOTIMER
        d->now += ms;
        #end
      }
    }

    int64_t $p_next_timer(const $p_t *d) {
      #? TIMER
      int first = first_timer(d);
      return first < 0 ? -1 : d->timers[first].due - d->now;
      #end
      #? NOTIMER
      (void)d;
      return -1;
      #end
    }

    bool $p_is_in(const $p_t *d, $p_state_t state) {
      return d->active[state];
    }

    bool $p_is_finished(const $p_t *d) {
      return d->finished;
    }

    const $p_context_t *$p_context(const $p_t *d) {
      return &d->context;
    }
    """#
}
