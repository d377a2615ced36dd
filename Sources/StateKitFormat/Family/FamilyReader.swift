import StateKitCore

/// Reads the charts that a chart invokes directly or indirectly, each file once (Children.md).
struct FamilyReader {
  struct Entry {
    /// The path relative to the folder of the first chart.
    let path: String
    let source: SourceText
    var findings: Findings
    /// Nil if it has no tree of states.
    var located: LocatedChart?
    /// The reported errors of invoked files that could not be read.
    var unread: [Diagnostic] = []
    /// Keys of its context whose input has another type than their initial values.
    var dynamicKeys: [String] = []
    /// By its invocations: the index of the chart; nil if it could not be read, or there is none.
    var links: [Int?] = []
    /// The file and the chart that it is written inside, and its offset in this chart; nil for a file.
    var outer: (file: Int, chart: Int, start: Int)?
  }

  private let folder: ChartFolder
  var entries: [Entry]
  private var indices: [[UInt8]: Int] = [:]
  /// The number of bytes that may still be read.
  private var budget = InputLimits.chartBytes

  /// Reads all charts that `first` invokes, and links them. Errors of other charts are added to its findings, too, at
  /// positions of the first chart.
  ///
  /// Returns the first chart. If an invoked chart gives it input of another type, the first chart is read again.
  static func link(
    _ first: LocatedChart, source: SourceText, findings: Findings, in folder: ChartFolder, dynamicKeys: [String]
  ) -> LocatedChart {
    if !first.chart.invokesCharts { return first }
    var reader = FamilyReader(first, in: source, findings: findings, folder: folder)
    reader.entries[0].dynamicKeys = dynamicKeys
    var index = 0
    while index < reader.entries.count {
      reader.follow(index)
      index += 1
    }
    reader.widenByInput()
    for index in reader.entries.indices {
      reader.checkInput(of: index)
      reader.checkEvents(of: index)
    }
    reader.checkEnds()
    reader.addInner { $0 != 0 }
    reader.reportErrors()
    reader.addInner { $0 == 0 }
    let inner = reader.entries.filter { $0.outer?.file == 0 }.map(\.located)
    let first = (reader.entries[0].located ?? first).containing(inner)
    if reader.entries[0].findings !== findings { findings.become(reader.entries[0].findings) }
    if findings.hasErrors { return first }
    let members = reader.entries.dropFirst().compactMap { entry in
      entry.located.map { ChartFamily.Member($0, path: entry.path, source: entry.source) }
    }
    first.chart.link(ChartFamily(members: members, links: reader.entries.map { $0.links.map { $0 ?? 0 } }))
    return first
  }

  private init(_ first: LocatedChart, in source: SourceText, findings: Findings, folder: ChartFolder) {
    self.folder = folder
    entries = [Entry(path: folder.first, source: source, findings: findings, located: first)]
    if !folder.first.isEmpty { indices[Array(folder.first.utf8)] = 0 }
  }

  func invocations(of index: Int) -> [Invocation] {
    entries[index].located?.chart.invocations ?? []
  }

  // MARK: Reading

  /// Reads the charts that a chart invokes, if they have not been read.
  private mutating func follow(_ index: Int) {
    for invocation in invocations(of: index) {
      guard case .chart(let file, _, _) = invocation.work else {
        entries[index].links.append(nil)
        continue
      }
      let link: Int?
      switch file.isEmpty ? inline(invocation, in: index) : self.index(of: file, namedBy: index) {
      case .success(let found): link = found
      case .failure(let error):
        link = nil
        let what = file.isEmpty ? "the chart of \(DisplayText.quoted(invocation.id))" : DisplayText.quoted(file)
        let message = "cannot read \(what): \(error.reason)"
        entries[index].unread.append(Diagnostic(error.code, at: invocation.spans.name, message: message))
        entries[index].findings.add(error.code, at: invocation.spans.name, message: message)
      }
      entries[index].links.append(link)
    }
  }

  private struct ReadError: Error {
    var code = DiagnosticCode.unreadableChart
    let reason: String

    static let tooMany = ReadError(
      code: .tooMany, reason: "more than \(InputLimits.relatives) charts are invoked, the limit")
  }

  private mutating func index(of file: String, namedBy namer: Int) -> Result<Int, ReadError> {
    guard let path = ChartFolder.path(from: entries[namer].path, to: file) else {
      return .failure(
        ReadError(
          reason: "its path must be relative to the folder of the chart that names it, and not begin with \"/\""))
    }
    if let known = indices[Array(path.utf8)] { return .success(known) }
    if entries.count > InputLimits.relatives { return .failure(.tooMany) }
    switch folder.read(path, budget) {
    case .unreadable(let reason): return .failure(ReadError(reason: reason))
    case .text(let source):
      budget -= source.bytes.count
      indices[Array(path.utf8)] = add(source, path: path, notation: .file)
      return .success(entries.count - 1)
    }
  }

  private mutating func add(_ source: SourceText, path: String, notation: ChartNotation) -> Int {
    let findings = Findings(notation: notation)
    let located = ChartFile.locate(source, findings: findings, memory: folder.memory)
    entries.append(Entry(path: path, source: source, findings: findings, located: located))
    return entries.count - 1
  }

  /// Reads an inline chart: a part of the text of the invoking chart.
  private mutating func inline(_ invocation: Invocation, in namer: Int) -> Result<Int, ReadError> {
    let (whole, span) = (entries[namer].source, invocation.spans.name)
    budget -= span.range.count
    if entries.count > InputLimits.relatives { return .failure(.tooMany) }
    if budget < 0 {
      let limit = "more than \(InputLimits.chartBytes >> 20) MiB together, the limit"
      return .failure(ReadError(code: .tooMany, reason: "the invoked charts have \(limit)"))
    }
    let link = SourceOrigin.Link(start: 0, count: span.range.count, origin: span)
    let shared = (whole.origin?.sharedHandlers ?? []).filter { $0 >= span.start && $0 < span.end }
    let text = SourceText(
      bytes: Array(whole.bytes[span.range]),
      from: SourceOrigin(
        file: whole, links: [link], sharedHandlers: shared.map { $0 - span.start },
        notation: whole.origin?.notation ?? .file))
    let path = "\(entries[namer].path)#\(invocation.id)"
    let index = add(text, path: path, notation: entries[namer].findings.notation)
    entries[index].outer = (entries[namer].outer?.file ?? namer, namer, Int(span.start))
    return .success(index)
  }

  /// Reads charts again whose context gets input of other types than those of its initial values: such expressions are
  /// checked at run time.
  private mutating func widenByInput() {
    var todo = Array(entries.indices)
    while let index = todo.popLast() {
      guard let parent = entries[index].located?.chart else { continue }
      for (invocation, link) in zip(parent.invocations, entries[index].links) {
        guard let link, let child = entries[link].located?.chart,
          case .chart(_, let inputs, _) = invocation.work
        else { continue }
        let widened = inputs.filter { input in
          guard let slot = child.contextSlot(named: input.name) else { return false }
          let isKnown = entries[link].dynamicKeys.contains { $0.utf8.elementsEqual(input.name.utf8) }
          return !isKnown && !parent.keeps(input.value, toTypeOf: child.contextValues[slot])
        }
        if widened.isEmpty { continue }
        entries[link].dynamicKeys += widened.map(\.name)
        readAgain(link)
        todo.append(link)
      }
    }
  }

  private mutating func readAgain(_ index: Int) {
    let entry = entries[index]
    let findings = Findings(notation: entry.findings.notation)
    entries[index].located = ChartFile.locate(
      entry.source, findings: findings, memory: folder.memory, dynamicKeys: entry.dynamicKeys)
    entries[index].findings = findings
    for diagnostic in entry.unread { findings.add(diagnostic) }
  }

  func name(of index: Int) -> String {
    index == 0 && entries[0].path.isEmpty ? entries[0].source.name : entries[index].path
  }
}
