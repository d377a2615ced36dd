/* door.h: the chart "door" as a state machine in C99. Made by `statekit generate`: change the chart, not this file.
 *
 * door_t takes 32 bytes where each type is aligned to its size. There is no heap and no recursion.
 * Set up: door_start(&d). Then door_send(&d, event, data) for each event, and door_advance(&d, ms) as time goes by.
 * The functions door_do_… are the program's: it defines what the chart calls for.
 */
#ifndef DOOR_H
#define DOOR_H

#include <stdbool.h>
#include <stdint.h>

/* Events that a queue holds, steps of one macrostep, macrosteps of one call. */
#define DOOR_QUEUE 16
#define DOOR_MOST_STEPS 1000
#define DOOR_MOST_MACROSTEPS 100000

/* The states, in document order. */
typedef enum {
  DOOR_STATE_ROOT,
  DOOR_STATE_OPEN,
  DOOR_STATE_CLOSED,
  DOOR_STATE_LOCKED,
  DOOR_STATE_COUNT
} door_state_t;

/* The events. */
typedef enum {
  DOOR_EVENT_CLOSE,
  DOOR_EVENT_OPEN,
  DOOR_EVENT_LOCK,
  DOOR_EVENT_UNLOCK,
  DOOR_EVENT_COUNT
} door_event_t;

typedef enum {
  DOOR_HANDLED,  /* a state took the event */
  DOOR_IGNORED,  /* no state knows the event here */
  DOOR_DECLINED, /* every guard said no */
  DOOR_REJECTED  /* the event is the chart's own, or the machine was not started */
} door_outcome_t;

/* The payload of an event: the member that is called like the event. */
typedef union {
  char unused;
} door_payload_t;

/* The data of the chart. */
typedef struct {
  char unused;
} door_context_t;

/* An event with its payload. */
typedef struct {
  int16_t event;
} door_message_t;

/* A machine. Its parts are read by the functions below. */
typedef struct {
  door_context_t context;
  int64_t now; /* ms since the start */
  int16_t event; /* the event that is handled, or -1 */
  int16_t steps; /* of this macrostep */
  bool active[4];
  bool started;
  bool finished;
  bool halted; /* a limit ended the macrostep */
  bool declined; /* a guard said no */
  bool lost_events; /* a queue was full */
} door_t;

/* Begins, with the first values of the chart or with others. */
void door_start(door_t *d);
void door_start_with(door_t *d, const door_context_t *context);
const door_context_t *door_first_context(void);

/* Handles an event to its end. `data` may be NULL for an event without a payload. */
door_outcome_t door_send(door_t *d, door_event_t event, const door_payload_t *data);

/* Moves the clock by milliseconds; timers that are due fire. */
void door_advance(door_t *d, int64_t ms);

/* The milliseconds until the next timer is due; -1 if none is running. */
int64_t door_next_timer(const door_t *d);

bool door_is_in(const door_t *d, door_state_t state);
bool door_is_finished(const door_t *d);
const door_context_t *door_context(const door_t *d);

/* The program defines what the chart calls for. */
void door_do_light_on(door_t *d);
void door_do_light_off(door_t *d);
void door_do_rattle(door_t *d);

#endif
