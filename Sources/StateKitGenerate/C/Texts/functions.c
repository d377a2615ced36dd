/* ---- What the chart says ---------------------------------------------------------------------------------- */

#insert parts
#insert on_enter
#insert on_exit
#insert on_initial
#insert on_transition
#insert handler_of
