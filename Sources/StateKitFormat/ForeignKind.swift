/// The kinds of states in other notations.
enum ForeignKind {
  /// The replacement for a `type` of another notation.
  static func help(for type: String) -> String? {
    switch type.lowercased() {
    case "compound", "atomic", "simple", "basic", "composite", "normal", "or", "task", "pass":
      "omit \"type\": a state with \"subStates\" is compound, another one is atomic"
    case "orthogonal", "and", "concurrent": "write \"type\": \"parallel\""
    case "end", "terminal", "accepting", "succeed", "fail", "finish": "write \"type\": \"final\""
    case "initial", "start": "write it in the parent state: \"initial\": \"NAME\""
    case "shallowhistory", "shallow": "write \"type\": \"history\""
    case "deephistory", "deep": "write \"type\": \"history\", \"history\": \"deep\""
    case "choice", "junction", "decision", "condition":
      "write a choice as a state with \"always\": [{\"guard\": \"…\", \"target\": \"STATE\"}, \"STATE\"]"
    case "wait", "timer": "omit \"type\", and write a time as a key of \"after\": {\"5s\": \"STATE\"}"
    default: nil
    }
  }
}
