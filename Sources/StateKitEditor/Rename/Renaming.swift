// Longer than others: a rename is checked and made in one pass over all files.
import CEL
import StateKitCore
import StateKitFormat

/// Renames a thing in targets, expressions, done events, scripts and invoked charts. Refuses a rename that would change
/// the behaviour of a chart (Editing.md).
package struct Renaming {
  /// A chart of a file: the outermost one, or an inline chart.
  struct Unit {
    let file: Int
    let chart: Int
    let names: NameIndex
  }

  let files: RenameFiles
  let request: RenameRequest
  let units: [Unit]
  private let edges: [Edge]
  /// By a unit: the edges that lead from it or to it, as indices of `edges`.
  private let edgesOfUnit: [[Int]]
  /// The first unit of each file.
  private let outermost: [Int: Int]

  /// Computes the edits of a request.
  package static func perform(
    _ request: RenameRequest, in files: RenameFiles
  ) throws(RenameRefusal) -> RenameResult {
    let renaming = inInnerChart(request, files: files) ?? Renaming(files, request: request)
    let (kind, thing) = try renaming.subject()
    try renaming.checkName(kind, thing: thing)
    let result = try renaming.edits(kind, thing: thing)
    try renaming.verify(result)
    return result
  }

  /// The rename in the only child chart that has the name, if the outermost chart does not have it.
  private static func inInnerChart(_ request: RenameRequest, files: RenameFiles) -> Renaming? {
    let outer = Renaming(files, request: request)
    guard request.chart == 0, !ScriptParser.isBlank(request.old), let own = try? outer.candidates(), own.isEmpty
    else { return nil }
    let inner = outer.units.indices.dropFirst().map { Renaming(outer, request: request.moved(toChart: $0)) }
    let found = inner.filter { (try? $0.subject()) != nil }
    return found.count == 1 ? found[0] : nil
  }

  private init(_ files: RenameFiles, request: RenameRequest) {
    self.files = files
    self.request = request
    units = files.charts.enumerated().flatMap { file, chart in
      chart.document.charts.enumerated().map { Unit(file: file, chart: $0.offset, names: $0.element) }
    }
    outermost = Dictionary(
      units.enumerated().filter { $0.element.chart == 0 }.map { ($0.element.file, $0.offset) },
      uniquingKeysWith: { a, _ in a })
    edges = Self.edges(between: units, in: files, outermost: outermost)
    var edgesOfUnit = [[Int]](repeating: [], count: units.count)
    for (index, edge) in edges.enumerated() {
      edgesOfUnit[edge.parent].append(index)
      if edge.child != edge.parent { edgesOfUnit[edge.child].append(index) }
    }
    self.edgesOfUnit = edgesOfUnit
  }

  /// Another request in the same files.
  private init(_ other: Renaming, request: RenameRequest) {
    self.request = request
    (files, units, edges) = (other.files, other.units, other.edges)
    (edgesOfUnit, outermost) = (other.edgesOfUnit, other.outermost)
  }

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
    var charts = [[TextEdit]](repeating: [], count: files.charts.count)
    var scripts = [[TextEdit]](repeating: [], count: files.scripts.count)
    let linked = linkedUnits(kind)
    let old = names.names.text(names.things[thing].name)
    // A long name in many places is far longer than the files.
    var room = InputLimits.pathBytes
    func admit(_ uses: [NameOccurrence]) throws(RenameRefusal) -> [NameOccurrence] {
      room -= uses.count * request.new.utf8.count
      if room >= 0 { return uses }
      throw RenameRefusal("the new names have more than \(InputLimits.pathBytes >> 20) MiB together")
    }
    var computed: [(source: SourceText, span: SourceSpan)] = []
    var used: [(source: SourceText, span: SourceSpan)] = []
    for unit in linked {
      let names = units[unit].names
      let source = files.charts[units[unit].file].document.source
      guard let its = unit == home ? thing : names.thing(kind, named: old) else { continue }
      charts[units[unit].file] += try admit(names.occurrences(of: its)).map { (found) throws(RenameRefusal) in
        try edit(found, in: source)
      }
      computed += names.computed.filter { $0.kind == kind }.map { (source, $0.span) }
      if kind == .event { used += otherUses(in: names).map { (source, $0) } }
    }
    let new = NameText.quoted(request.new.utf8)
    for edge in edges where kind == .context && edge.child == home {
      charts[units[edge.parent].file] += inputKeys(of: edge).map { TextEdit($0, bytes: new) }
    }
    for index in charts.indices { charts[index].sort { $0.span.start < $1.span.start } }
    for (index, script) in files.scripts.enumerated() {
      for unit in linked {
        let names = units[unit].names
        guard let its = unit == home ? thing : names.thing(kind, named: old) else { continue }
        let uses = script.document.occurrences(of: names, at: places(of: unit, in: script))
        scripts[index] += try admit(uses.filter { $0.thing == Int32(its) }).map { (found) throws(RenameRefusal) in
          try edit(found, in: script.document.source)
        }
      }
      scripts[index].sort { $0.span.start < $1.span.start }
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

  /// The keys with the old name in the `input` of an invocation: they are keys of the child's context.
  private func inputKeys(of edge: Edge) -> [SourceSpan] {
    let document = files.charts[units[edge.parent].file].document
    let tree = document.tree
    func members(of node: Int, named name: String) -> [Int] {
      tree.children(of: node).filter { StateFacts.key(of: $0, in: document).utf8.elementsEqual(name.utf8) }
    }
    guard let chart = edge.link.node ?? tree.node(at: Int(edge.link.span.start)), tree.nodes[chart].parent >= 0,
      let input = members(of: Int(tree.nodes[chart].parent), named: ChartKey.input.text).first
    else { return [] }
    return members(of: input, named: request.old).map { tree.nodes[$0].keySpan }
  }

  private func edit(_ occurrence: NameOccurrence, in source: SourceText) throws(RenameRefusal) -> TextEdit {
    guard let (span, bytes) = NameText.replacement(of: occurrence, with: request.new, in: source.bytes) else {
      throw RenameRefusal(
        "the name is written with escapes in an expression here", help: "write the name without escapes first",
        at: (source, occurrence.span))
    }
    return TextEdit(span, bytes: bytes)
  }

  /// True for the ids of children behind which a script speaks of a chart.
  func places(of unit: Int, in script: RenameFiles.ScriptFile) -> ([String]) -> Bool {
    var children: [ChildID: Int] = [:]
    for edge in edges {
      let id = ChildID(parent: edge.parent, id: Array(edge.link.id.utf8))
      if children[id] == nil { children[id] = edge.child }
    }
    let top = outermost[script.chart]
    return { path in
      unit
        == path.reduce(top) { parent, id in parent.flatMap { children[ChildID(parent: $0, id: Array(id.utf8))] } }
    }
  }

  // MARK: Charts that share names

  /// The charts in which the name has one meaning. States and context belong to one chart. Actions and host guards
  /// belong to the embedding program, which has one name for each. Events are shared between charts if one forwards or
  /// sends them to the other.
  private func linkedUnits(_ kind: NameKind) -> [Int] {
    switch kind {
    case .state, .context: return [home]
    case .action: return Array(units.indices)
    case .guard:
      guard isHostGuard(home) else { return [home] }
      return units.indices.filter { $0 == home || isHostGuard($0) }
    case .event: break
    }
    var linked: Set<Int> = [home]
    var todo = [home]
    let receivers = units.map { Receivers(of: request.old, from: $0.names) }
    while let unit = todo.popLast() {
      for edge in edgesOfUnit[unit].map({ edges[$0] }) {
        let other = edge.parent == unit ? edge.child : edge.parent
        if !linked.contains(other), carries(edge, receivers: receivers) {
          linked.insert(other)
          todo.append(other)
        }
      }
    }
    return linked.sorted()
  }

  private func isHostGuard(_ unit: Int) -> Bool {
    let names = units[unit].names
    guard let thing = names.thing(.guard, named: request.old) else { return false }
    // A guard with a definition belongs to the chart.
    return names.definitions(of: thing).allSatisfy { definition in
      let tree = files.charts[units[unit].file].document.tree
      let node = tree.node(at: Int(definition.span.start))
      return node.map { tree.nodes[$0].kind == .null } ?? true
    }
  }

  private struct Edge {
    let parent: Int
    let child: Int
    let link: NameIndex.Child
  }

  private struct ChildID: Hashable {
    let parent: Int
    let id: [UInt8]
  }

  private static func edges(between units: [Unit], in files: RenameFiles, outermost: [Int: Int]) -> [Edge] {
    struct Place: Hashable {
      let file: Int
      let node: Int
    }
    var inline: [Place: Int] = [:]
    for (index, unit) in units.enumerated() {
      let place = Place(file: unit.file, node: unit.names.node)
      if inline[place] == nil { inline[place] = index }
    }
    return units.enumerated().flatMap { index, unit in
      unit.names.children.compactMap { link in
        let child =
          if let node = link.node { inline[Place(file: unit.file, node: node)] } else {
            files.charts[unit.file].children[link.span].flatMap { outermost[$0] }
          }
        return child.map { Edge(parent: index, child: $0, link: link) }
      }
    }
  }

  /// Those to whom a chart sends an event.
  private struct Receivers {
    private var all = false
    private var ids: Set<[UInt8]> = []

    init(of event: String, from names: NameIndex) {
      for message in names.messages where names.names[message.event].elementsEqual(event.utf8) {
        if let receiver = message.receiver { ids.insert(Array(receiver.utf8)) } else { all = true }
      }
    }

    func has(_ id: String) -> Bool { all || !ids.isEmpty && ids.contains(Array(id.utf8)) }
  }

  /// True if the event can pass along an invocation.
  private func carries(_ edge: Edge, receivers: [Receivers]) -> Bool {
    edge.link.forwards || receivers[edge.parent].has(edge.link.id) || receivers[edge.child].has("parent")
  }
}
