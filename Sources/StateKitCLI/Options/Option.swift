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
  let short: Character?
  let action: Action
  /// One line, without the default.
  let summary: String
  /// Two to five sentences for the page of all commands; empty if the summary is enough.
  let details: String
  /// The default in words; nil if the option has no effect by default.
  let defaultText: String?
  /// True if its values are collected.
  let isRepeated: Bool
  /// The kind of its value for shell completion.
  var completes: ArgumentKind { makeCompletes() }
  private let makeCompletes: @Sendable () -> ArgumentKind

  /// A flag.
  init(
    _ property: any WritableKeyPath<Arguments, Bool> & Sendable, _ long: String, short: Character? = nil,
    _ summary: String, details: String = ""
  ) {
    self.init(
      long, short, .set { arguments in arguments[keyPath: property] = true }, summary, details, defaultText: nil)
  }

  /// An option whose property always has a value; help shows the default.
  init<Value>(
    _ property: any WritableKeyPath<Arguments, Value> & Sendable, _ long: String, short: Character? = nil,
    _ type: ValueType<Value>, _ summary: String, defaultNote: String = "", details: String = ""
  ) {
    self.init(
      long, short,
      .store(shown: type.shown) { (arguments, text) throws(UnfitValue) in
        arguments[keyPath: property] = try type.read(text)
      }, summary, details, defaultText: type.text(Arguments()[keyPath: property]) + defaultNote, type.makeCompletes)
  }

  /// An option whose property has a value only if the option is given.
  init<Value>(
    optional property: any WritableKeyPath<Arguments, Value?> & Sendable, _ long: String, short: Character? = nil,
    _ type: ValueType<Value>, _ summary: String, defaultText: String? = nil, details: String = ""
  ) {
    self.init(
      long, short,
      .store(shown: type.shown) { (arguments, text) throws(UnfitValue) in
        arguments[keyPath: property] = try type.read(text)
      }, summary, details, defaultText: defaultText, type.makeCompletes)
  }

  /// An option that may be repeated; its values are collected.
  init<Value>(
    each property: any WritableKeyPath<Arguments, [Value]> & Sendable, _ long: String, _ type: ValueType<Value>,
    _ summary: String, details: String = ""
  ) {
    self.init(
      long, nil,
      .store(shown: type.shown) { (arguments, text) throws(UnfitValue) in
        arguments[keyPath: property].append(try type.read(text))
      }, summary, details, defaultText: nil, isRepeated: true, type.makeCompletes)
  }

  /// An option with two values that may be repeated; its pairs are collected.
  init<Value, Pair>(
    eachPair property: any WritableKeyPath<Arguments, [Pair]> & Sendable, _ long: String, shown: String,
    _ type: ValueType<Value>, joined: @escaping @Sendable (Value, Value) -> Pair, _ summary: String,
    details: String = ""
  ) {
    self.init(
      long, nil,
      .storeTwo(shown: shown) { (arguments, first, second) throws(UnfitValue) in
        arguments[keyPath: property].append(joined(try type.read(first), try type.read(second)))
      }, summary, details, defaultText: nil, isRepeated: true)
  }

  private init(
    _ long: String, _ short: Character?, _ action: Action, _ summary: String, _ details: String, defaultText: String?,
    isRepeated: Bool = false, _ completes: @escaping @Sendable () -> ArgumentKind = { .nothing }
  ) {
    self.long = long
    self.short = short
    self.action = action
    self.summary = summary
    self.details = details
    self.defaultText = defaultText
    self.isRepeated = isRepeated
    makeCompletes = completes
  }

  /// The same option, with another path for a value that is a file or folder.
  func locatingFiles(_ locate: @escaping @Sendable (String) throws(UnfitValue) -> String) -> Option {
    guard case .store(let shown, let store) = action, completes.isPath else { return self }
    let located: Store = { (arguments, path) throws(UnfitValue) in try store(&arguments, try locate(path)) }
    return Option(
      long, short, .store(shown: shown, located), summary, details, defaultText: defaultText, isRepeated: isRepeated,
      makeCompletes)
  }

  /// The number of words after it that are its values.
  var valueCount: Int {
    switch action {
    case .set: 0
    case .store: 1
    case .storeTwo: 2
    }
  }

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
