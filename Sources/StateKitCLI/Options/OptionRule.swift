/// A rule about the options of a command: without it an option would be ignored silently.
enum OptionRule: Sendable {
  /// An option has an effect only together with one of some others.
  case needs(String, oneOf: [String])
  /// An option cannot be used together with any of some others, except if a further option is given.
  case excludes(String, [String], unless: String? = nil)

  /// The error in the options of a command line; nil if they follow the rule.
  func problem(in arguments: Arguments) -> String? {
    switch self {
    case .needs(let option, let others):
      if !arguments.has(option) || others.contains(where: arguments.has) { return nil }
      return "--\(option) needs " + others.map { "--" + $0 }.joined(separator: " or ")
    case .excludes(let option, let others, let exception):
      if !arguments.has(option) || exception.map(arguments.has) == true { return nil }
      return others.first(where: arguments.has).map { other in
        "--\(option) and --\(other) cannot be used together" + (exception.map { " without --" + $0 } ?? "")
      }
    }
  }
}

extension Command {
  private static let properties = ["never", "reach", "inevitable", "leads-to", "home", "settles"]

  /// The rules about its options. Options that only permit, limit or speed up something, like `--force` and `--jobs`, may
  /// be given without effect.
  var rules: [OptionRule] {
    switch key {
    case .run:
      [
        .needs("migrate", oneOf: ["from-state"]), .excludes("from-state", ["set"]),
        .excludes("journal", ["from-state", "record"]), .needs("sync", oneOf: ["journal"]),
        .needs("state-every", oneOf: ["journal"]),
      ]
    case .validate: [.needs("diff", oneOf: ["fix"])]
    case .test:
      [
        .needs("program-reuse", oneOf: ["program"]), .needs("map", oneOf: ["program"]),
        .excludes("mutate", ["program"]), .needs("count", oneOf: ["mutate"]),
      ]
    case .explore:
      [
        .needs("tour", oneOf: ["cover"]), .needs("program-reuse", oneOf: ["program"]),
        .needs("map", oneOf: ["program"]), .needs("walks", oneOf: ["program"]), .needs("length", oneOf: ["walks"]),
        .needs("fair", oneOf: ["inevitable", "leads-to"]), .excludes("program", ["cover", "graph"] + Self.properties),
        .excludes("cover", ["graph", "script", "format"] + Self.properties), .excludes("graph", ["format"]),
      ]
    case .generate:
      [
        .excludes("actor", ["main-actor"]), .excludes("harness", ["actor", "main-actor"]),
        .needs("harness", oneOf: ["output"]),
      ]
    case .replay:
      [
        .excludes(
          "merge",
          [
            "case", "event", "time", "data", "data-rest", "fields", "state", "did", "hidden", "map", "script-of",
            "deviations", "from", "set", "guard", "delay",
          ]),
        .excludes("script-of", ["deviations", "partial", "fitness", "format"]),
        .excludes("script-of", ["state", "did"], unless: "hidden"),
        .excludes("partial", ["fitness", "format"]), .excludes("data", ["data-rest", "fields"]),
        .excludes("data-rest", ["fields"]),
      ]
    case .repl, .convert, .show, .fmt, .why, .docs, .diff, .compat, .new, .rename, .explain, .schema,
      .completions, .manual, .lsp, .watch, .serve:
      []
    }
  }
}
