import StateKitCore
import StateKitFormat

/// The names that charts of several files share: an event that one chart sends to another, a key of the context that an
/// `input` sets, an action or a guard of the host. Renames and the language server find the uses of a name with it.
package struct SharedNames {
  /// A chart of a file: the outermost one, or an inline chart.
  package struct Unit {
    /// The index of the file in `RenameFiles.charts`.
    package let file: Int
    /// The index of the chart in its file.
    package let chart: Int
    package let names: NameIndex
  }

  /// The occurrences of a thing, by the indices of `RenameFiles.charts` and `scripts`, each in the order of the text.
  package struct Uses {
    package fileprivate(set) var charts: [[NameOccurrence]]
    package fileprivate(set) var scripts: [[NameOccurrence]]
  }

  let files: RenameFiles
  /// The charts of the first file, the outermost one first, then those of the other files.
  package let units: [Unit]
  let edges: [Edge]
  /// By a unit: the edges that lead from it or to it, as indices of `edges`.
  let edgesOfUnit: [[Int]]
  /// The first unit of each file.
  private let outermost: [Int: Int]

  package init(_ files: RenameFiles) {
    self.files = files
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

  /// The file of a unit, with its text and tree.
  func document(ofUnit unit: Int) -> ChartDocument { files.charts[units[unit].file].document }

  // MARK: Occurrences

  /// The thing of a chart, as a thing of each chart in which its name has the same meaning; its own chart included.
  func counterparts(of thing: Int, in home: Int) -> [(unit: Int, thing: Int)] {
    let names = units[home].names
    let kind = names.things[thing].kind
    let name = names.names.text(names.things[thing].name)
    return linkedUnits(kind, named: name, in: home).compactMap { unit in
      let its = unit == home ? thing : units[unit].names.thing(kind, named: name)
      return its.map { (unit, $0) }
    }
  }

  /// Every occurrence of a thing of the chart `home`, an index of `units`.
  package func uses(of thing: Int, in home: Int) -> Uses {
    var uses = Uses(
      charts: [[NameOccurrence]](repeating: [], count: files.charts.count),
      scripts: [[NameOccurrence]](repeating: [], count: files.scripts.count))
    for (unit, its) in counterparts(of: thing, in: home) {
      uses.charts[units[unit].file] += units[unit].names.occurrences(of: its)
      for (index, script) in files.scripts.enumerated() {
        let found = script.document.occurrences(of: units[unit].names, at: places(of: unit, in: script))
        uses.scripts[index] += found.filter { $0.thing == Int32(its) }
      }
    }
    if units[home].names.things[thing].kind == .context {
      for edge in edgesOfUnit[home].map({ edges[$0] }) where edge.child == home {
        uses.charts[units[edge.parent].file] += inputKeys(of: edge).filter { $0.thing == Int32(thing) }
      }
    }
    for index in uses.charts.indices { Self.sort(&uses.charts[index]) }
    for index in uses.scripts.indices { Self.sort(&uses.scripts[index]) }
    return uses
  }

  private static func sort(_ uses: inout [NameOccurrence]) {
    uses.sort { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
  }

  /// The definitions of a thing of the chart `home`, by the indices of `RenameFiles.charts`.
  package func definitions(of thing: Int, in home: Int) -> [[NameOccurrence]] {
    var found = [[NameOccurrence]](repeating: [], count: files.charts.count)
    for (unit, its) in counterparts(of: thing, in: home) {
      found[units[unit].file] += units[unit].names.definitions(of: its)
    }
    return found
  }

  // MARK: Inputs

  /// The name of a key of a child's context at an offset of the first file: a key in the `input` of an invocation.
  /// `unit`: the child, an index of `units`.
  package func inputKey(at offset: Int) -> (name: NameOccurrence, unit: Int)? {
    for edge in edges where units[edge.parent].file == 0 {
      if let found = inputKeys(of: edge).first(where: { $0.token.touches(offset) }) { return (found, edge.child) }
    }
    return nil
  }

  /// The keys in the `input` of an invocation that are keys of the child's context.
  private func inputKeys(of edge: Edge) -> [NameOccurrence] {
    let document = document(ofUnit: edge.parent)
    let tree = document.tree
    let names = units[edge.child].names
    guard let chart = edge.link.node ?? tree.node(at: Int(edge.link.span.start)), tree.nodes[chart].parent >= 0,
      let input = StateFacts.member(.input, of: Int(tree.nodes[chart].parent), in: document)
    else { return [] }
    return tree.children(of: input).compactMap { member in
      let key = tree.nodes[member].keySpan
      let text = StringText(document.source.bytes, at: key)
      guard let name = names.names.find(text.text), let thing = names.thing(.context, named: name) else { return nil }
      return NameOccurrence(
        kind: .context, thing: Int32(thing), span: text.span, token: key, role: .use, spelling: .json, name: name)
    }
  }

  // MARK: Children

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

  /// A chart that invokes another one.
  struct Edge {
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
}
