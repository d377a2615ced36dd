/* ---- What the chart says ---------------------------------------------------------------------------------- */

#insert parts
#insert entry_actions
#insert exit_actions
#insert initial_actions
#insert transition_actions
#insert handler_of
