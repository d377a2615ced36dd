enum GeneratedLanguage: String, CaseIterable { case swift, c }

/// The access of the declarations in generated Swift.
enum GeneratedAccess: String, CaseIterable { case `public`, `internal` }

struct GenerateArguments: Sendable {
  /// Nil without `--language`.
  var language: GeneratedLanguage?
  /// The name of the type, or the prefix in C; nil for the name of the file.
  var name: String?
  var access = GeneratedAccess.internal
  var isActor = false
  var isMainActor = false
  /// The number of events that a queue of the C program holds.
  var queue = 16
  var hasHarness = false
}

extension Option {
  static let language = Option(
    "language", optional: \.generate.language, as: .word, help: "the language to write",
    details: """
      swift is one file that imports StateKit: states, events and payloads are types. c is a header and a source file in C99 \
      without a heap.
      """)
  static let generatedName = Option(
    "name", optional: \.generate.name, as: .text("NAME").defaulting(to: "the name of the output, or of the chart"),
    help: "the name of the type, or the prefix in C")
  static let generatedAccess = Option(
    "access", value: \.generate.access, as: .word, help: "the access of the Swift declarations")
  static let generatedActor = Option(
    "actor", flag: \.generate.isActor, help: "write a Swift type with async methods, which many tasks share",
    details: "It is a type over StatechartActor: its timers follow a clock, and host invocations are async functions.")
  static let generatedMainActor = Option(
    "main-actor", flag: \.generate.isMainActor, help: "write a Swift class on the main actor, which views observe",
    details: "It is @MainActor and @Observable: a view that reads a property of it is updated after each step.")
  static let generatedQueue = Option(
    "queue", value: \.generate.queue, as: .number(1...10_000), help: "the number of events that a queue in C holds",
    details: "An event that does not fit is dropped, and the machine notes it. Delayed sends that wait count, too.")
  static let harness = Option(
    "harness", flag: \.generate.hasHarness, help: "add a program that explore --program can drive",
    details: """
      In C it is the file NAME_main.c: compile it together with NAME.c, and let `explore CHART --program ./NAME` compare \
      every step with the chart. In Swift it is main.swift.
      """)
}
