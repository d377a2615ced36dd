#ifndef $P_H
#define $P_H

#include <stdbool.h>
#include <stdint.h>

#? STEPS | #define $P_MOST_STEPS 1000 /* transitions and raised events of one macrostep */
#? SEND TIMER | #define $P_MOST_MACROSTEPS 100000 /* macrosteps of one call */
#? RAISE SEND | #define $P_QUEUE $queue /* events that a queue holds */
#? TIMER | #define $P_TIMERS $timers /* timers that run at the same time */
#? GOTO | #define $P_NESTED $nested /* transitions inside one another, by goToState */
#? HISTORY | #define $P_HISTORIES $histories /* history states */
#? PARALLEL | #define $P_LEAVES $leaves /* innermost active states */
#? HOLDS | #define $P_HANDLERS $handlers /* handlers of the chart */

/* The states, in document order. */
typedef enum {
  #insert state names
  $P_STATE_COUNT
} $p_state_t;

#? INTERNAL | /* The events. Only the chart raises the last $internal. */
#? !INTERNAL | /* The events. */
typedef enum {
  #insert event names
  $P_EVENT_COUNT
} $p_event_t;

typedef enum {
  $P_HANDLED,  /* a state has handled the event */
  $P_IGNORED,  /* no active state has a handler for the event */
  #? GUARDS | $P_DECLINED, /* there are handlers, and all their guards are false */
  #? !GUARDS | $P_DECLINED, /* never: the chart has no guards */
  #? INTERNAL | $P_REJECTED  /* only the chart raises this event, or the machine was not started */
  #? !INTERNAL | $P_REJECTED  /* the chart has no such event, or the machine was not started */
} $p_outcome_t;

#? TEXTS
/* The texts that the chart knows. */
typedef enum {
  $P_TEXT_OTHER_TEXT,
  #insert text names
  $P_TEXT_COUNT
} $p_text_t;

#end
#? PAYLOAD | /* The payload of an event: the member that is called like the event. */
#? !PAYLOAD | /* The payload of an event: no event of the chart has one. */
typedef union {
  #insert payload
} $p_payload_t;

/* The data of the chart. */
typedef struct {
  #insert context
} $p_context_t;

typedef struct {
  #? PAYLOAD | $p_payload_t data;
  int16_t event;
} $p_message_t;

#? RAISE SEND
/* Events that wait, the oldest first. */
typedef struct {
  $p_message_t messages[$P_QUEUE];
  int16_t first;
  int16_t count;
} $p_queue_t;

#end
#? TIMER
/* A timer of a state, or an event that is sent later. */
typedef struct {
  int64_t due;
  uint64_t serial; /* 0: it is not running */
  #? LATER
  $p_message_t message;
  int16_t id;
  #end
} $p_timer_t;

#end
#? GOTO
/* A transition under way. */
typedef struct {
  int16_t target; /* not entered yet */
  int16_t handler; /* its exits and actions are still to come */
  int16_t reached; /* the target that was entered: its first state is still to come */
  #? DONE | int16_t final; /* a final state that was entered */
  #? HISTORY | int16_t completed; /* the state whose first state came last */
} $p_transition_t;

#end
/* A machine. Read it with the functions below. */
typedef struct {
  $p_context_t context;
  int64_t now; /* ms since the start */
  #? TIMER
  $p_timer_t timers[$P_TIMERS];
  uint64_t timer_serial;
  #end
  #? RAISE | $p_queue_t raised; /* events of this macrostep */
  #? SEND | $p_queue_t sent;
  #? PAYLOAD | $p_payload_t data; /* of the event that is handled */
  #? GOTO
  $p_transition_t transitions[$P_NESTED]; /* under way, the inner ones last */
  int16_t depth; /* how many there are */
  #end
  #? EVENT | int16_t event; /* that is handled; -1: none */
  #? STEPS | int16_t steps; /* of this macrostep */
  #? !PARALLEL | int16_t state; /* the innermost active state; those around it are active, too */
  #? PARALLEL
  int16_t leaves[$P_LEAVES]; /* the innermost active states, in document order */
  int16_t leaf_count;
  bool active[$P_STATE_COUNT];
  #end
  #? HISTORY
  #? !PARALLEL | int16_t record[$P_HISTORIES]; /* what history states remember */
  #? PARALLEL
  bool record[$P_HISTORIES][$P_STATE_COUNT]; /* what history states remember */
  bool has_record[$P_HISTORIES];
  #end
  #end
  #? HOLDS | bool has_failed[$P_HANDLERS]; /* a guard had an error in this macrostep */
  bool started;
  #? DONE | bool finished;
  #? STEPS | bool halted; /* a limit ended the macrostep */
  #? GUARDS | bool declined; /* a guard was false */
  #? RAISE SEND LATER | bool lost_events; /* a queue was full */
} $p_t;

/* Begins, with the first values of the chart or with others. */
void $p_start($p_t *d);
void $p_start_with($p_t *d, const $p_context_t *context);
const $p_context_t *$p_first_context(void);

#? PAYLOAD | /* Handles an event, and what it leads to. `data` may be NULL for an event without a payload. */
#? !PAYLOAD | /* Handles an event, and what it leads to. `data` may be NULL. */
$p_outcome_t $p_send($p_t *d, $p_event_t event, const $p_payload_t *data);

#? TIMER | /* Moves the clock by milliseconds; timers that are due fire. A negative number does nothing. */
#? !TIMER | /* Moves the clock by milliseconds. The chart has no timers. */
void $p_advance($p_t *d, int64_t ms);

/* The milliseconds until the next timer is due; -1 if none is running. */
int64_t $p_next_timer(const $p_t *d);

/* True if the state is active. */
bool $p_is_in(const $p_t *d, $p_state_t state);

#? DONE | /* True if the machine has come to its end. */
#? !DONE | /* Always false: the chart has no end. */
bool $p_is_finished(const $p_t *d);

/* The data of the chart now. */
const $p_context_t *$p_context(const $p_t *d);

#? HOST_ACTIONS
/* The program defines what the chart calls for. */
#insert host actions

#end
#? HOST_GUARDS
/* The program answers these guards. */
#insert host guards

#end

#endif
