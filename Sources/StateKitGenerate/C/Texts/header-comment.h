/* $p.h: a state machine in C99. Made by `statekit generate`: change the chart, not this file.
 *
#insert title
 *
#insert size
 * Call $p_start(&d) first, then $p_send(&d, event, data) for each event and $p_advance(&d, ms) as time goes by.
#insert hosts
 */
