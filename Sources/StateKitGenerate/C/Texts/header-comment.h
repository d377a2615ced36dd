/* $file.h: a state machine in C99. Made by `statekit generate`: change the chart, not this file.
 *
 * $title
 *
 * A $p_t takes $bytes bytes where each type is aligned to its size. There is no heap and no recursion.
 * Call $p_start(&d) first, then $p_send(&d, event, data) for each event and $p_advance(&d, ms) as time goes by.
 #? HOST_ACTIONS
 * The program defines the functions $p_do_..., which the chart calls for. They must not call $p_send,
 * $p_advance or $p_start.
 #end
 */
