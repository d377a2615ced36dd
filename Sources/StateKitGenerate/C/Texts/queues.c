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
  d->timers[slot].due = delay < INT64_MAX - d->now ? d->now + delay : INT64_MAX;
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
