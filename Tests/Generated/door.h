/* door.h: a state machine in C99. Made by `statekit generate`: change the chart, not this file.
 *
 * door: The smallest useful chart: three states, and events that only some of them know.
 *
 * A door_t takes 24 bytes where each type is aligned to its size. There is no heap and no recursion.
 * Call door_start(&d) first, then door_send(&d, event, data) for each event and door_advance(&d, ms) as time goes by.
 * The program defines the functions door_do_..., which the chart calls for. They must not call door_send,
 * door_advance or door_start.
 */
#ifndef DOOR_H
#define DOOR_H

#include <stdbool.h>
#include <stdint.h>

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
  DOOR_HANDLED,  /* a state has handled the event */
  DOOR_IGNORED,  /* no active state has a handler for the event */
  DOOR_DECLINED, /* never: the chart has no guards */
  DOOR_REJECTED  /* the chart has no such event, or the machine was not started */
} door_outcome_t;

/* The payload of an event: no event of the chart has one. */
typedef union {
  char unused;
} door_payload_t;

/* The data of the chart. */
typedef struct {
  char unused;
} door_context_t;

typedef struct {
  int16_t event;
} door_message_t;

/* A machine. Read it with the functions below. */
typedef struct {
  door_context_t context;
  int64_t now; /* ms since the start */
  int16_t state; /* the innermost active state; those around it are active, too */
  bool started;
} door_t;

/* Begins, with the first values of the chart or with others. */
void door_start(door_t *d);
void door_start_with(door_t *d, const door_context_t *context);
const door_context_t *door_first_context(void);

/* Handles an event, and what it leads to. `data` may be NULL. */
door_outcome_t door_send(door_t *d, door_event_t event, const door_payload_t *data);

/* Moves the clock by milliseconds. The chart has no timers. */
void door_advance(door_t *d, int64_t ms);

/* The milliseconds until the next timer is due; -1 if none is running. */
int64_t door_next_timer(const door_t *d);

/* True if the state is active. */
bool door_is_in(const door_t *d, door_state_t state);

/* Always false: the chart has no end. */
bool door_is_finished(const door_t *d);

/* The data of the chart now. */
const door_context_t *door_context(const door_t *d);

/* The program defines what the chart calls for. */
void door_do_light_on(door_t *d);
void door_do_light_off(door_t *d);
void door_do_rattle(door_t *d);

#endif
