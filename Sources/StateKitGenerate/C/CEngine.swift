// Longer than others: the text of one program in C, in reading order.

/// The C that is the same for every chart: queues, timers, macrosteps. `CTemplate` chooses what a chart needs.
enum CEngine {
  static let queues = #"""
    /* ---- Events ----------------------------------------------------------------------------------------------- */

    static $p_message_t message_of(int event, const $p_payload_t *data) {
      $p_message_t message;
      message.event = (int16_t)event;
      #? PAYLOAD | message.data = data == NULL ? NO_DATA : *data;
      #? !PAYLOAD | (void)data;
      return message;
    }

    #? RAISE SEND
    /* Puts an event at the end of a queue; it is lost if the queue is full. */
    static void push($p_t *d, $p_queue_t *queue, int event, const $p_payload_t *data) {
      if (queue->count == $P_QUEUE) {
        d->lost_events = true;
        return;
      }
      queue->messages[(queue->first + queue->count) % $P_QUEUE] = message_of(event, data);
      queue->count++;
    }

    /* Takes the first event out of a queue. */
    static $p_message_t pull($p_queue_t *queue) {
      int first = queue->first;
      queue->first = (int16_t)((first + 1) % $P_QUEUE);
      queue->count--;
      return queue->messages[first];
    }

    #end
    #? STEPS
    /* Ends the macrostep at a limit. */
    static void halt($p_t *d) {
      d->halted = true;
      #? GOTO | d->depth = 0;
      #? RAISE | d->raised.count = 0;
      #? SEND | d->sent.count = 0;
    }

    /* Counts a step of the macrostep; false if there were too many. */
    static bool count_step($p_t *d) {
      if (d->steps == $P_MOST_STEPS) {
        halt(d);
        return false;
      }
      d->steps++;
      return true;
    }

    #end
    #? GOTO
    static void begin_transition($p_t *d, int target, int handler) {
      $p_transition_t *t = &d->transitions[d->depth];
      t->target = (int16_t)target;
      t->handler = (int16_t)handler;
      t->reached = NOWHERE;
      #? HISTORY | t->completed = NOWHERE;
      #? DONE | t->final = NOWHERE;
      d->depth++;
    }

    /* goToState: a transition inside the one that is under way. It comes first. */
    static void go_to($p_t *d, int target) {
      if (count_step(d)) {
        if (d->depth == $P_NESTED) {
          halt(d);
        } else {
          begin_transition(d, target, NO_HANDLER);
        }
      }
    }

    #end
    #? FAIL
    /* An error ends a list of actions: the chart hears of it as an event. */
    static void failed($p_t *d) {
      push(d, &d->raised, $P_EVENT_ERROR_EXECUTION, NULL);
    }

    #end
    #? HOLDS
    /* True if a guard holds. Its error is false, and raised once in a macrostep. */
    static bool holds($p_t *d, int result, int handler) {
      if (result == FAILED && !d->has_failed[handler]) {
        d->has_failed[handler] = true;
        failed(d);
      }
      return result == 1;
    }

    #end
    #? TIMER
    static void set_timer($p_t *d, int slot, int64_t delay) {
      d->timers[slot].due = d->now + delay;
      d->timers[slot].serial = ++d->timer_serial;
    }

    /* The timer that is due first; NOWHERE if none is running. */
    static int first_timer(const $p_t *d) {
      int first = NOWHERE;
      int i;
      for (i = 0; i < $P_TIMERS; i++) {
        const $p_timer_t *timer = &d->timers[i];
        if (timer->serial != 0
            && (first < 0 || timer->due < d->timers[first].due
                || (timer->due == d->timers[first].due && timer->serial < d->timers[first].serial))) {
          first = i;
        }
      }
      return first;
    }

    #end
    #? AFTER
    /* The timers of a state run while it is active. */
    static void start_timers($p_t *d, int state) {
      int i;
      for (i = 0; i < AFTER_COUNT; i++) {
        if (AFTERS[i].state == state) {
          set_timer(d, i, AFTERS[i].delay);
        }
      }
    }

    static void stop_timers($p_t *d, int state) {
      int i;
      for (i = 0; i < AFTER_COUNT; i++) {
        if (AFTERS[i].state == state) {
          d->timers[i].serial = 0;
        }
      }
    }

    #end
    #? LATER
    /* Sends an event later. Behind the timers of the states there are some for events. */
    static void send_later($p_t *d, int64_t delay, int event, const $p_payload_t *data, int id) {
      int slot = AFTER_COUNT;
      while (slot < $P_TIMERS && d->timers[slot].serial != 0) {
        slot++;
      }
      if (slot == $P_TIMERS) {
        d->lost_events = true;
        return;
      }
      set_timer(d, slot, delay);
      d->timers[slot].id = (int16_t)id;
      d->timers[slot].message = message_of(event, data);
    }

    #end
    #? CANCEL
    static void cancel($p_t *d, int id) {
      int slot;
      for (slot = AFTER_COUNT; slot < $P_TIMERS; slot++) {
        if (d->timers[slot].id == id) {
          d->timers[slot].serial = 0;
        }
      }
    }

    #end
    """#

  /// Checked arithmetic, and `&&` and `||` of sides that can fail.
  static let arithmetic = #"""
    #? add
    static bool add(int64_t a, int64_t b, int64_t *sum) {
      if ((b > 0 && a > INT64_MAX - b) || (b < 0 && a < INT64_MIN - b)) {
        return false;
      }
      *sum = a + b;
      return true;
    }

    #end
    #? subtract
    static bool subtract(int64_t a, int64_t b, int64_t *difference) {
      if ((b < 0 && a > INT64_MAX + b) || (b > 0 && a < INT64_MIN + b)) {
        return false;
      }
      *difference = a - b;
      return true;
    }

    #end
    #? multiply
    static bool multiply(int64_t a, int64_t b, int64_t *product) {
      if (a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
                : (b > 0 ? a < INT64_MIN / b : a != 0 && b < INT64_MAX / a)) {
        return false;
      }
      *product = a * b;
      return true;
    }

    #end
    #? divide
    static bool divide(int64_t a, int64_t b, int64_t *quotient) {
      if (b == 0 || (a == INT64_MIN && b == -1)) {
        return false;
      }
      *quotient = a / b;
      return true;
    }

    #end
    #? modulo
    static bool modulo(int64_t a, int64_t b, int64_t *rest) {
      if (b == 0 || (a == INT64_MIN && b == -1)) {
        return false;
      }
      *rest = a % b;
      return true;
    }

    #end
    #? to_int
    static bool to_int(double a, int64_t *whole) {
      if (!(a > -9223372036854775808.0 && a < 9223372036854775808.0)) {
        return false;
      }
      *whole = (int64_t)a;
      return true;
    }

    #end
    #? is_finite
    static bool is_finite(double a) {
      return a - a == 0.0;
    }

    #end
    #? both
    /* `&&` of two sides that are 1, 0 or FAILED: an error does not count where the other side decides. */
    static int both(int a, int b) {
      return a == 0 || b == 0 ? 0 : (a == 1 && b == 1 ? 1 : FAILED);
    }

    #end
    #? either
    /* `||` of two sides that are 1, 0 or FAILED: an error does not count where the other side decides. */
    static int either(int a, int b) {
      return a == 1 || b == 1 ? 1 : (a == 0 && b == 0 ? 0 : FAILED);
    }

    #end
    """#

  static let macrosteps = #"""
    /* ---- Macrosteps ------------------------------------------------------------------------------------------- */

    #? ALWAYS RAISE
    /* Takes transitions without an event, then raised events, until there are none. */
    static void come_to_rest($p_t *d) {
      while (!d->halted) {
        #? ALWAYS
        if (react(d, NO_EVENT)) {
          continue;
        }
        #end
        #? RAISE
        if (d->raised.count > 0) {
          $p_message_t message = pull(&d->raised);
          if (count_step(d)) {
            #? EVENT | d->event = message.event;
            #? PAYLOAD | d->data = message.data;
            (void)react(d, message.event);
          }
          continue;
        }
        #end
        return;
      }
    }

    #end
    #? STEPS
    static void end_macrostep($p_t *d) {
      #? ALWAYS RAISE | come_to_rest(d);
      #? STEPS
      d->halted = false;
      d->steps = 0;
      #end
      #? HOLDS | (void)memset(d->has_failed, 0, sizeof d->has_failed);
      #? DONE
      if (is_done(d, $P_STATE_ROOT)) {
        d->finished = true;
        #? RAISE | d->raised.count = 0;
        #? SEND | d->sent.count = 0;
        #? TIMER | (void)memset(d->timers, 0, sizeof d->timers);
      }
      #end
    }

    #end
    /* Handles one event, and what it leads to. */
    static $p_outcome_t process($p_t *d, const $p_message_t *message) {
      $p_outcome_t outcome = $P_HANDLED;
      #? EVENT | d->event = message->event;
      #? PAYLOAD | d->data = message->data;
      #? GUARDS | d->declined = false;
      if (!react(d, message->event)) {
        #? GUARDS | outcome = d->declined ? $P_DECLINED : $P_IGNORED;
        #? !GUARDS | outcome = $P_IGNORED;
      }
      #? STEPS | end_macrostep(d);
      return outcome;
    }

    #? TIMER
    static void fire($p_t *d, int slot) {
      d->timers[slot].serial = 0;
      #? AFTER
      if (slot < AFTER_COUNT) {
        /* Only the state of the timer is asked. */
        int handler = handler_of(d, AFTERS[slot].state, AFTER_EVENT + slot);
        #? EVENT | d->event = NO_EVENT;
        if (handler >= 0) {
          take(d, handler);
        }
        #? STEPS | end_macrostep(d);
        return;
      }
      #end
      #? LATER
      {
        $p_message_t message = d->timers[slot].message;
        (void)process(d, &message);
      }
      #end
    }

    #end
    #? TIMER SEND
    /* Takes the events that were sent, and timers up to a time. */
    static void settle($p_t *d, int64_t until) {
      int32_t macrosteps = 0;
      while (!$p_is_finished(d)) {
        #? TIMER
        int first = first_timer(d);
        if (first >= 0 && d->timers[first].due <= d->now) {
          if (macrosteps == $P_MOST_MACROSTEPS) {
            #? SEND | d->sent.count = 0;
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
          (void)process(d, &message);
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
    /* ---- What the program calls ------------------------------------------------------------------------------- */

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
      d->started = true;
      #? EVENT | d->event = NO_EVENT;
      enter_root(d);
      #? STEPS | end_macrostep(d);
      #? TIMER SEND | settle(d, d->now);
    }

    $p_outcome_t $p_send($p_t *d, $p_event_t event, const $p_payload_t *data) {
      $p_outcome_t outcome;
      $p_message_t message = message_of((int)event, data);
      if (!d->started || (int)event < 0 || (int)event >= (int)FIRST_INTERNAL) {
        return $P_REJECTED;
      }
      #? DONE
      if (d->finished) {
        return $P_IGNORED;
      }
      #end
      outcome = process(d, &message);
      #? TIMER SEND | settle(d, d->now);
      return outcome;
    }

    void $p_advance($p_t *d, int64_t ms) {
      if (d->started && ms >= 0 && ms <= INT64_MAX - d->now) {
        #? TIMER SEND | settle(d, d->now + ms);
        #? !TIMER
        #? !SEND | d->now += ms;
        #end
      }
    }

    int64_t $p_next_timer(const $p_t *d) {
      #? TIMER
      int first = first_timer(d);
      return first < 0 ? -1 : d->timers[first].due - d->now;
      #end
      #? !TIMER
      (void)d;
      return -1;
      #end
    }

    bool $p_is_in(const $p_t *d, $p_state_t state) {
      return d->started && is_active(d, (int)state);
    }

    bool $p_is_finished(const $p_t *d) {
      #? DONE | return d->finished;
      #? !DONE
      (void)d;
      return false;
      #end
    }

    const $p_context_t *$p_context(const $p_t *d) {
      return &d->context;
    }
    """#
}
