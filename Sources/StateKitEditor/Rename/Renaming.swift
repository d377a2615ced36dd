import CEL
import StateKitCore
import StateKitFormat

/// Renames a thing in targets, expressions, done events, scripts and invoked charts. Refuses a rename that would change
/// the behaviour of a chart (Editing.md).
package struct Renaming {
  let shared: SharedNames
  let request: RenameRequest

  /// Computes the edits of a request.
  package static func perform(
    _ request: RenameRequest, in files: RenameFiles
  ) throws(RenameRefusal) -> RenameResult {
    let outer = Renaming(shared: SharedNames(files), request: request)
    let renaming = outer.inInnerChart() ?? outer
    let (kind, thing) = try renaming.subject()
    try renaming.checkName(kind, thing: thing)
    let result = try renaming.edits(kind, thing: thing)
    try renaming.verify(result)
    return result
  }

  /// The rename in the only child chart that has the name, if the outermost chart does not have it.
  private func inInnerChart() -> Renaming? {
    guard request.chart == 0, !ScriptParser.isBlank(request.old), let own = try? candidates(), own.isEmpty
    else { return nil }
    let inner = units.indices.dropFirst().map { Renaming(shared: shared, request: request.moved(toChart: $0)) }
    let found = inner.filter { (try? $0.subject()) != nil }
    return found.count == 1 ? found[0] : nil
  }

  var files: RenameFiles { shared.files }
  var units: [SharedNames.Unit] { shared.units }

  /// The index in `units` of the chart that the request names.
  var home: Int { units.indices.contains(request.chart) ? request.chart : 0 }
  var names: NameIndex { units[home].names }

  // MARK: What is renamed

  /// The things of the chart with the old name.
  private func candidates() throws(RenameRefusal) -> [(kind: NameKind, thing: Int)] {
    let shown = DisplayText.quoted(request.old)
    var found: [(kind: NameKind, thing: Int)] = []
    for kind in request.kind.map({ [$0] }) ?? NameKind.allCases {
      if kind == .state {
        switch names.resolve(request.old) {
        case .state(let state): found.append((.state, Int(names.states[state.index].thing)))
        case .ambiguous(let states):
          let paths = states.prefix(5).map { DisplayText.quoted(names.path(ofState: $0.index).joined(separator: ".")) }
          throw RenameRefusal(
            "\(states.count) states are named \(shown)", help: "could be " + paths.joined(separator: ", "))
        case .unknown: break
        }
      } else if let thing = names.thing(kind, named: request.old), !names.occurrences(of: thing).isEmpty {
        found.append((kind, thing))
      }
    }
    return found
  }

  private func subject() throws(RenameRefusal) -> (kind: NameKind, thing: Int) {
    let shown = DisplayText.quoted(request.old)
    if ScriptParser.isBlank(request.old) { throw RenameRefusal("the name to replace is empty") }
    let found = try candidates()
    if found.count == 1 { return found[0] }
    if found.isEmpty {
      let what = request.kind.map { Self.words($0) } ?? "nothing"
      throw RenameRefusal(
        "\(request.kind == nil ? what : "no " + what) is named \(shown)",
        help: Suggestion.help(for: request.old, among: known(request.kind)))
    }
    let kinds = found.map { Self.words($0.kind) }
    throw RenameRefusal(
      "\(shown) is the name of \(kinds.dropLast().map { Self.article($0) }.joined(separator: ", ")) and of \(Self.article(kinds[kinds.count - 1]))",
      help: "choose with " + found.map { "--kind \($0.kind.rawValue)" }.joined(separator: " or "))
  }

  private func known(_ kind: NameKind?) -> [String] {
    names.things.filter { kind == nil || $0.kind == kind }.map { names.names.text($0.name) }
  }

  static func words(_ kind: NameKind) -> String {
    switch kind {
    case .state: "state"
    case .event: "event"
    case .context: "key of the context"
    case .action: "action"
    case .guard: "guard"
    }
  }

  static func article(_ words: String) -> String {
    (words.utf8.first.map { "ae".utf8.contains($0) } == true ? "an " : "a ") + words
  }

  // MARK: Edits

  private func edits(_ kind: NameKind, thing: Int) throws(RenameRefusal) -> RenameResult {
    // A long name in many places is far longer than the files.
    var room = InputLimits.pathBytes
    func replace(_ uses: [NameOccurrence], in source: SourceText) throws(RenameRefusal) -> [TextEdit] {
      room -= uses.count * request.new.utf8.count
      if room < 0 {
        throw RenameRefusal("the new names have more than \(InputLimits.pathBytes >> 20) MiB together")
      }
      return try uses.map { (found) throws(RenameRefusal) in try edit(found, in: source) }
    }
    let found = shared.uses(of: thing, in: home)
    var charts: [[TextEdit]] = []
    for (file, uses) in zip(files.charts, found.charts) {
      charts.append(try replace(uses, in: file.document.source))
    }
    var scripts: [[TextEdit]] = []
    for (file, uses) in zip(files.scripts, found.scripts) {
      scripts.append(try replace(uses, in: file.document.source))
    }
    var computed: [(source: SourceText, span: SourceSpan)] = []
    var used: [(source: SourceText, span: SourceSpan)] = []
    for (unit, _) in shared.counterparts(of: thing, in: home) {
      let names = units[unit].names
      let source = shared.document(ofUnit: unit).source
      computed += names.computed.filter { $0.kind == kind }.map { (source, $0.span) }
      if kind == .event { used += otherUses(in: names).map { (source, $0) } }
    }
    return RenameResult(kind: kind, charts: charts, scripts: scripts, computed: computed, used: used)
  }

  /// The texts that use the name of an event otherwise than by comparing it with texts.
  private func otherUses(in names: NameIndex) -> [SourceSpan] {
    let sites = names.expressions.filter { site in
      ExpressionToken.all(in: Array(site.text.bytes)).contains(where: \.isOtherUseOfEventName)
    }
    let known = names.computed.map(\.span)
    return sites.indices.filter { $0 == 0 || sites[$0 - 1].token != sites[$0].token }.map { sites[$0].token }
      .filter { !known.contains($0) }
  }

  private func edit(_ occurrence: NameOccurrence, in source: SourceText) throws(RenameRefusal) -> TextEdit {
    guard let (span, bytes) = NameText.replacement(of: occurrence, with: request.new, in: source.bytes) else {
      throw RenameRefusal(
        "the name is written with escapes in an expression here", help: "write the name without escapes first",
        at: (source, occurrence.span))
    }
    return TextEdit(span, bytes: bytes)
  }
}
