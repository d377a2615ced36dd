import StateKit

/// StateKit's tree: a page that loads, shows what came, or an error that can be tried again.
func pages() throws {
  let json = """
    {
      "root": {
        "enterState": [{"goToState": "loading"}],
        "apiRespondedSuccessfully": "regularView",
        "apiRespondedError": "errorView",
        "subStates": {
          "regularView": {"enterState": ["showData"]},
          "loading": {"enterState": ["fetchData", "showSpinner"], "exitState": ["removeSpinner"]},
          "errorView": {"enterState": ["showError"], "exitState": ["hideError"],
                        "userPressedRetryButton": "loading"}
        }
      }
    }
    """
  var done: [String] = []
  let page = Statechart(try ChartDefinition(json: json.utf8, name: "page.json"))
  for action in page.chart.host.actions {
    try page.action(action) { call in done.append(call.action) }
  }
  try page.start()
  page.send("apiRespondedError", ["code": 503])
  page.send("userPressedRetryButton")
  try check(page.isIn("loading"))
  try check(
    done == [
      "fetchData", "showSpinner", "removeSpinner", "showError", "hideError", "fetchData", "showSpinner",
    ])
}
