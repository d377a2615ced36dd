import CEL
import StateKitCore
import StateKitEditor
import StateKitFormat

/// The tests of an open script: lenses that show their results, and a command that runs them.
extension LanguageServer {
  /// The limits of a test while a user types.
  private static let seconds: Int64 = 2
  private static let cost = 5_000_000

  /// The results of a script's tests, for its current text; nil if nothing can be run.
  private func outcomes(of document: OpenDocument) -> [TestOutcome]? {
    guard document.kind == .script else { return nil }
    var files = TestFiles(streams, report: TextReport(hasColor: false))
    let path = TestPath(path: document.path, reach: reach(of: document.path), isFound: false)
    guard let file = try? files.read(path), case .tests = file.content else { return nil }
    var limits = Limits()
    limits.cost = Self.cost
    let job = TestJob(
      file: file, filter: nil, countsCoverage: false, report: TextReport(hasColor: false),
      limits: WallClock.limits(limits, seconds: Self.seconds), host: HostLines())
    // The recorded trace beside it is not a test of the text.
    return job.run().outcomes.filter { outcome in outcome.name.map { !$0.utf8.elementsEqual("trace".utf8) } ?? true }
  }

  private static func summary(_ outcomes: [TestOutcome]) -> String {
    "\(outcomes.count { $0.status == .passed }) of \(outcomes.count) passed"
  }

  func addLenses(_ params: Value, to out: inout AnswerWriter) throws(ServerError) {
    let document = try document(params)
    guard document.kind == .script else { return try out.append(.array([])) }
    let tests = document.script.tests
    let top = SourceSpan(0, end: document.script.lines.first.map { Int($0.span.end) } ?? 0)
    func lens(_ span: SourceSpan, title: String, arguments: [Value]) -> Value {
      .object([
        ("range", document.range(span)),
        (
          "command",
          .object([
            ("title", .string(title)), ("command", .string(ServerCapabilities.runCommand)),
            ("arguments", .array(arguments)),
          ])
        ),
      ])
    }
    let uri = Value.string(document.uri)
    out.open("[")
    if tests.isEmpty { try out.append(lens(top, title: "run", arguments: [uri])) }
    if let outcomes = outcomes(of: document), !outcomes.isEmpty {
      try out.append(lens(top, title: Self.summary(outcomes), arguments: [uri]))
    }
    for test in tests { try out.append(lens(test.span, title: "run", arguments: [uri, .string(test.name)])) }
    out.close("]")
  }

  /// `statekit.run URI [TEST]`: the results of a script's tests, or of one test.
  func execute(_ params: Value) throws(ServerError) -> Value {
    guard params.member("command")?.textValue == ServerCapabilities.runCommand else {
      throw ServerError(.invalidParams, message: "the command must be \(ServerCapabilities.runCommand)")
    }
    let arguments = params.member("arguments")?.elementValues ?? []
    let document = try document(.object([("textDocument", .object([("uri", arguments.first ?? .null)]))]))
    guard var outcomes = outcomes(of: document) else {
      throw ServerError(.requestFailed, message: "the tests cannot be run: the script or its chart has errors")
    }
    if arguments.count > 1, let name = arguments[1].textValue {
      outcomes.removeAll { outcome in outcome.name.map { !$0.utf8.elementsEqual(name.utf8) } ?? true }
    }
    return .object([
      ("summary", .string(Self.summary(outcomes))),
      ("passed", .number(outcomes.count { $0.status == .passed })), ("tests", .number(outcomes.count)),
      ("failures", .array(outcomes.filter { $0.status != .passed }.map { .string($0.title + "\n" + $0.text) })),
    ])
  }
}
