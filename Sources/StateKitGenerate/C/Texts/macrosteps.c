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
  d->halted = false;
  d->steps = 0;
  #? GOTO
  #? REENTER
  if (d->state == NOWHERE) {
    d->state = $P_STATE_ROOT; /* the limit came between its exit and its entry */
  }
  #end
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
/* Handles one event and the steps that follow from it. */
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
  $p_context_t first = *context; /* `context` may point into *d */
  (void)memset(d, 0, sizeof *d);
  d->context = first;
  d->started = true;
  #? EVENT | d->event = NO_EVENT;
  enter_root(d);
  #? STEPS | end_macrostep(d);
  #? TIMER SEND | settle(d, d->now);
}

$p_outcome_t $p_send($p_t *d, $p_event_t event, const $p_payload_t *data) {
  #? TIMER SEND | $p_outcome_t outcome;
  $p_message_t message;
  #? INTERNAL | if (!d->started || (int)event < 0 || (int)event >= (int)FIRST_INTERNAL) {
  #? !INTERNAL | if (!d->started || (int)event < 0 || (int)event >= (int)$P_EVENT_COUNT) {
    return $P_REJECTED;
  }
  #? DONE
  if (d->finished) {
    return $P_IGNORED;
  }
  #end
  message = message_of((int)event, data);
  #? TIMER SEND
  outcome = process(d, &message);
  settle(d, d->now);
  return outcome;
  #end
  #? !TIMER
  #? !SEND | return process(d, &message);
  #end
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
  return d->started && (int)state >= 0 && (int)state < STATE_COUNT && is_active(d, (int)state);
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
