/// An option of a command: one row with all data for the parser, help and pages (OptionTable.swift).
struct Option: Sendable {
  typealias Store = @Sendable (inout Arguments, String) throws(UnfitValue) -> Void
  typealias StoreTwo = @Sendable (inout Arguments, String, String) throws(UnfitValue) -> Void

  enum Action: Sendable {
    /// A flag.
    case set(@Sendable (inout Arguments) -> Void)
    /// A value; `shown` is its form in help.
    case store(shown: String, Store)
    /// Two values.
    case storeTwo(shown: String, StoreTwo)
  }

  let long: String
  private(set) var action: Action
  /// One line, without the default.
  let summary: String
  /// Two to five sentences for the page of all commands; empty if the summary is enough.
  let details: String
  /// The default in words; nil if the option has no effect by default.
  private(set) var defaultText: String?
  /// True if its values are collected.
  private(set) var isRepeated = false
  /// The kind of its value for shell completion.
  var completes: ArgumentKind { makeCompletes() }
  private var makeCompletes: @Sendable () -> ArgumentKind = { .nothing }

  /// A flag.
  init(
    _ long: String, flag property: any WritableKeyPath<Arguments, Bool> & Sendable, help: String, details: String = ""
  ) {
    self.init(long, action: .set { arguments in arguments[keyPath: property] = true }, help: help, details: details)
  }

  /// An option whose property always has a value; help shows the default.
  init<Value>(
    _ long: String, value property: any WritableKeyPath<Arguments, Value> & Sendable, as type: ValueType<Value>,
    help: String, details: String = ""
  ) {
    self.init(long, as: type, help: help, details: details) { $0[keyPath: property] = $1 }
    if defaultText == nil { defaultText = type.text(Arguments()[keyPath: property]) }
  }

  /// An option whose property has a value only if the option is given.
  init<Value>(
    _ long: String, optional property: any WritableKeyPath<Arguments, Value?> & Sendable, as type: ValueType<Value>,
    help: String, details: String = ""
  ) {
    self.init(long, as: type, help: help, details: details) { $0[keyPath: property] = $1 }
  }

  /// An option that may be repeated; its values are collected.
  init<Value>(
    _ long: String, each property: any WritableKeyPath<Arguments, [Value]> & Sendable, as type: ValueType<Value>,
    help: String, details: String = ""
  ) {
    self.init(long, as: type, help: help, details: details) { $0[keyPath: property].append($1) }
    isRepeated = true
  }

  /// An option with two values that may be repeated.
  init<Value>(
    _ long: String, pairsOf type: ValueType<Value>, help: String, details: String,
    store: @escaping @Sendable (inout Arguments, Value, Value) -> Void
  ) {
    let action = Action.storeTwo(shown: "\(type.shown) \(type.shown)") {
      (arguments, first, second) throws(UnfitValue) in store(&arguments, try type.read(first), try type.read(second))
    }
    self.init(long, action: action, help: help, details: details)
    isRepeated = true
  }

  private init<Value>(
    _ long: String, as type: ValueType<Value>, help: String, details: String,
    store: @escaping @Sendable (inout Arguments, Value) -> Void
  ) {
    let action = Action.store(shown: type.shown) { (arguments, text) throws(UnfitValue) in
      store(&arguments, try type.read(text))
    }
    self.init(long, action: action, help: help, details: details)
    defaultText = type.defaultText
    makeCompletes = type.makeCompletes
  }

  private init(_ long: String, action: Action, help: String, details: String) {
    self.long = long
    self.action = action
    self.summary = help
    self.details = details
  }

  /// The same option, with another path for a value that is a file or folder.
  func locatingFiles(_ locate: @escaping @Sendable (String) throws(UnfitValue) -> String) -> Option {
    guard case .store(let shown, let store) = action, completes.isPath else { return self }
    var option = self
    option.action = .store(shown: shown) { (arguments, path) throws(UnfitValue) in
      try store(&arguments, try locate(path))
    }
    return option
  }

  /// The number of words after it that are its values.
  var valueCount: Int {
    switch action {
    case .set: 0
    case .store: 1
    case .storeTwo: 2
    }
  }

  /// The first letter, for the options that have a short name.
  var short: Character? { Self.abbreviated.contains(long) ? long.first : nil }

  private static let abbreviated: Set = ["help", "jobs", "output", "quiet", "verbose"]

  /// True if `--help` describes the option; others are only named there.
  var isCommon: Bool { !Self.uncommon.contains(long) }

  private static let uncommon: Set = [
    "from", "lenient", "max-steps", "full-trace", "max-cost", "max-memory", "max-output", "migrate", "sync",
    "state-every", "color", "version", "ascii", "no-actions", "no-guards", "except", "payloads", "tour",
    "allow-dead-end", "memory", "fair", "leads-to", "home", "settles", "waits", "spill", "data-rest", "seed", "count",
    "stdin-filename", "coverage-format", "known", "partial", "merge", "force", "states", "time-limit", "jobs",
    "program-reuse", "map", "hidden", "fields", "timeout", "walks", "length",
  ]

  /// The option with its value, in the form of help.
  var synopsis: String {
    let name = (short.map { "-\($0), " } ?? "    ") + "--" + long
    return switch action {
    case .set: name
    case .store(let shown, _), .storeTwo(let shown, _): name + " " + shown
    }
  }

  /// The summary with the default.
  var help: String {
    let text = isRepeated ? summary + "; may be repeated" : summary
    guard let shown = defaultText, !shown.isEmpty else { return text }
    return text + " (default \(shown))"
  }
}
