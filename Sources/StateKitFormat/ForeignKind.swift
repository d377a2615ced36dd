/// The kinds of states in other notations.
enum ForeignKind {
  /// The replacement for a `type` of another notation.
  static func help(for type: String) -> String? {
    switch type.lowercased() {
    case "compound", "atomic", "simple", "basic", "composite", "normal", "or", "task", "pass":
      "leave \"type\" out: a state is compound or atomic by having \"subStates\" or not"
    case "orthogonal", "and", "concurrent": "write \"type\": \"parallel\""
    case "end", "terminal", "accepting", "succeed", "fail", "finish": "write \"type\": \"final\""
    case "initial", "start": "it stands in the state around: \"initial\": \"NAME\""
    case "shallowhistory", "shallow": "write \"type\": \"history\""
    case "deephistory", "deep": "write \"type\": \"history\", \"history\": \"deep\""
    case "choice", "junction", "decision", "condition":
      "a choice is a state with \"always\": [{\"guard\": \"…\", \"target\": \"STATE\"}, \"STATE\"]"
    case "wait", "timer": "leave \"type\" out; a time is a key of \"after\": {\"5s\": \"STATE\"}"
    default: nil
    }
  }
}
