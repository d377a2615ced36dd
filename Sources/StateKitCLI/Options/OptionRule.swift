/// A rule about the options of a command: without it an option would be ignored silently.
enum OptionRule: Sendable {
  /// An option has an effect only together with one of some others.
  case needs(String, oneOf: [String])
  /// An option cannot be used together with any of some others.
  case excludes(String, [String])

  /// The error in the options of a command line; nil if they follow the rule.
  func problem(with given: [String]) -> String? {
    func isGiven(_ name: String) -> Bool { given.contains { $0.utf8.elementsEqual(name.utf8) } }
    switch self {
    case .needs(let option, let others):
      if !isGiven(option) || others.contains(where: isGiven) { return nil }
      return "--\(option) needs " + others.map { "--" + $0 }.joined(separator: " or ")
    case .excludes(let option, let others):
      guard isGiven(option), let other = others.first(where: isGiven) else { return nil }
      return "--\(option) and --\(other) cannot be used together"
    }
  }
}

extension Command {
  private static let properties = ["never", "reach", "inevitable", "leads-to", "home", "settles"]

  /// The rules about its options.
  var rules: [OptionRule] {
    switch key {
    case .run:
      [
        .needs("migrate", oneOf: ["from-state"]), .excludes("from-state", ["set"]),
        .excludes("journal", ["from-state", "record"]), .needs("sync", oneOf: ["journal"]),
        .needs("state-every", oneOf: ["journal"]), .needs("timeout", oneOf: ["host"]),
        .needs("force", oneOf: ["record", "save-state"]),
      ]
    case .repl: [.needs("timeout", oneOf: ["host"])]
    case .validate: [.needs("diff", oneOf: ["fix"])]
    case .test:
      [
        .needs("program-reuse", oneOf: ["program"]), .needs("map", oneOf: ["program"]),
        .needs("timeout", oneOf: ["program"]), .excludes("mutate", ["program"]), .needs("count", oneOf: ["mutate"]),
        .needs("seed", oneOf: ["count"]), .excludes("quiet", ["verbose"]),
      ]
    case .convert, .generate: [.needs("force", oneOf: ["output"])]
    case .show: [.needs("force", oneOf: ["output"]), .excludes("check", ["force"])]
    case .fmt: [.excludes("check", ["diff"])]
    case .explore:
      [
        .needs("tour", oneOf: ["cover"]), .needs("force", oneOf: ["script", "cover"]),
        .needs("program-reuse", oneOf: ["program"]), .needs("map", oneOf: ["program"]),
        .needs("timeout", oneOf: ["program"]), .needs("jobs", oneOf: ["program"]), .needs("walks", oneOf: ["program"]),
        .needs("length", oneOf: ["walks"]), .needs("seed", oneOf: ["walks"]),
        .needs("fair", oneOf: ["inevitable", "leads-to"]), .excludes("quiet", ["verbose"]),
        .excludes("program", ["cover", "graph", "allow-dead-end", "verbose"] + Self.properties),
        .excludes("cover", ["graph", "script", "format", "strict", "allow-dead-end", "verbose"] + Self.properties),
        .excludes("graph", ["format", "verbose"]),
      ]
    case .replay:
      [
        .excludes(
          "merge",
          [
            "case", "event", "time", "data", "data-rest", "fields", "state", "did", "hidden", "map", "script-of",
            "deviations", "force", "jobs", "spill", "from", "lenient", "set", "guard", "delay", "max-steps", "max-cost",
            "max-memory",
          ]),
        .excludes("script-of", ["deviations", "partial", "fitness", "format", "strict", "jobs", "spill"]),
        .excludes("partial", ["fitness", "format"]), .excludes("data", ["data-rest", "fields"]),
        .excludes("data-rest", ["fields"]), .needs("force", oneOf: ["deviations"]),
      ]
    case .why, .docs, .diff, .compat, .new, .rename, .explain, .schema, .completions, .manual, .lsp, .watch, .serve: []
    }
  }
}
