// Longer than others: the text of one program in C, in reading order.

/// The part of a generated C file that is the same for every chart: transitions, macrosteps, queues and the clock.
///
/// `$p` and `$P` stand for the prefix of the chart in small and capital letters. Lines from `#? WORD` to `#end` are
/// only written for charts that need them; `#? A B` needs one of the two.
enum CEngine {
  static let text = #"""
    /* ---- The active states ---------------------------------------------------------------------------------- */

    static bool is_below(int state, int ancestor) {
      return state > ancestor && state < STATES[ancestor].end;
    }

    /* The deepest active state on the way from the root to a state; NOWHERE if none is active. */
    static int active_on_way(const $p_t *d, int state) {
      while (state >= 0 && !d->active[state]) {
        state = STATES[state].parent;
      }
      return state;
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

    /* True if an active state is final, has an active final child, or has only regions that are done. */
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
          if (STATES[s].kind == PARALLEL && !IS_HISTORY(child) && !done[child]) {
            done[s] = false;
          }
        }
      }
      return done[state];
    }

    /* ---- Queues --------------------------------------------------------------------------------------------- */

    static void push($p_t *d, $p_queue_t *queue, int event, const $p_payload_t *data) {
      int end;
      if (queue->count == $P_QUEUE) {
        d->lost_events = true;
        return;
      }
      end = (queue->first + queue->count) % $P_QUEUE;
      queue->messages[end].event = (int16_t)event;
      #? PAYLOAD
      queue->messages[end].data = data ? *data : NO_DATA;
      #end
      (void)data;
      queue->count++;
    }

    static $p_message_t pull($p_queue_t *queue) {
      int first = queue->first;
      queue->first = (int16_t)((first + 1) % $P_QUEUE);
      queue->count--;
      return queue->messages[first];
    }

    /* An error ends a list of actions: the chart hears of it as an event. */
    static void failed($p_t *d) {
      push(d, &d->raised, $P_EVENT_ERROR_EXECUTION, NULL);
    }

    static void set_timer($p_t *d, int slot, int64_t delay, int after, int event) {
      d->timers[slot].due = d->now + delay;
      d->timers[slot].serial = ++d->timer_serial;
      d->timers[slot].after = (int16_t)after;
      d->timers[slot].event = (int16_t)event;
      d->timers[slot].id = NOWHERE;
      #? PAYLOAD
      d->timers[slot].data = NO_DATA;
      #end
    }

    /* Sends an event later. Behind the slots of the states' timers there are some for events. */
    static void send_later($p_t *d, int64_t delay, int event, const $p_payload_t *data, int id) {
      int slot = TIMER_COUNT - $P_QUEUE;
      while (slot < TIMER_COUNT && d->timers[slot].serial != 0) {
        slot++;
      }
      if (slot == TIMER_COUNT) {
        d->lost_events = true;
        return;
      }
      set_timer(d, slot, delay, NOWHERE, event);
      d->timers[slot].id = (int16_t)id;
      #? PAYLOAD
      d->timers[slot].data = data ? *data : NO_DATA;
      #end
      (void)data;
    }

    /* The timer that is due first; NOWHERE if none is running. */
    static int first_timer(const $p_t *d) {
      int first = NOWHERE;
      int i;
      for (i = 0; i < TIMER_COUNT; i++) {
        if (d->timers[i].serial != 0
            && (first < 0 || d->timers[i].due < d->timers[first].due
                || (d->timers[i].due == d->timers[first].due && d->timers[i].serial < d->timers[first].serial))) {
          first = i;
        }
      }
      return first;
    }

    static void cancel($p_t *d, int id) {
      int i;
      for (i = 0; i < TIMER_COUNT; i++) {
        if (d->timers[i].after < 0 && d->timers[i].id == id) {
          d->timers[i].serial = 0;
        }
      }
    }

    """#
}
