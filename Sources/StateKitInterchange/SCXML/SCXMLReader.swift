import StateKitCore
import StateKitFormat

/// Translates an SCXML document to one of our charts (SCXML.md): first collects all states and names of data,
/// then translates each state in document order.
///
/// A mutating method that calls a nonmutating one copies the whole reader first. So methods for each state,
/// transition or action are `mutating`, or use the document.
struct SCXMLReader: ~Copyable {
  /// The data of a state before its translation.
  struct State {
    let node: Int
    let id: Part
    /// Its name in our chart.
    let key: Part
    let kind: StateKind
    var children: [Int] = []
    var subStates: Int?
  }

  enum DataModel {
    case ecmascript
    case cel
    case none
    case other(String)
  }

  let document: SCXMLDocument
  /// The element that is read: the document's root, or a nested one for a child.
  let root: Int
  /// The object that the chart is written into.
  let top: Int
  /// The findings, at positions in the file.
  let findings: Findings
  let draft: JSONDraft
  let options: ForeignOptions
  var model = DataModel.ecmascript
  /// True if the data of a state are set on its first entry.
  private(set) var isLate = false
  var states = ForeignStates()
  var facts: [State] = []
  var ids = NameMap<Int>()
  /// The names that expressions can use.
  var names = NameMap<ScriptType>()
  /// The data whose first values are only known at run time, with their names in the context.
  var firstValues: [(name: String, node: Int, expression: Part)] = []
  /// For each name of data, the element that first declares it: `<data>`, or a loop or a script that assigns it.
  var dataElements = NameMap<Int>()
  /// The names of data that have a value from the start, or in a loop.
  var definedNames = NameSet()
  /// The names of data that the document assigns.
  var assignedNames = NameSet()
  var invocationIDs: [String] = []
  /// The parsed scripts by element.
  var scripts: [Int: [ScriptStatement]] = [:]
  /// Scripts that are not valid ECMAScript.
  var broken: Set<Int> = []
  /// The transitions whose `event` is noted.
  var notedEvents: Set<Int> = []
  var guardsObject = 0
  var hostGuards: Set<[UInt8]> = []
  /// Expressions that cannot be translated because of the data model.
  var refusedExpressions: [SourceSpan] = []
  /// The positions of expressions with reported findings.
  var reported: Set<SourceSpan> = []
  /// The positions of targets that are not states.
  var unknownTargets: Set<SourceSpan> = []
  /// Nested charts, and the objects that they are written into.
  var inner: [(root: Int, top: Int)] = []
  let remarks = ScriptRemarks()
  /// Translated expressions without remarks: most occur more than once.
  var knownValues = NameMap<ScriptTranslator.Output>()
  var knownConditions = NameMap<String>()
  var knownLogs = NameMap<String>()
  /// See `mayHaveFractions`.
  var hasFractions: Bool?
  /// The scope of expressions, after all names are collected.
  var knownScope: ScriptScope?
  /// True if events are declared with payload types: our own writer keeps these declarations.
  var declaresEvents = false
  /// The number of generated ids.
  var madeIDs = 0
  /// How often parts of the document were repeated, each time for another name.
  var repetitions = 0

  /// Reads a document. Returns nil if it cannot be translated.
  static func read(
    _ file: SourceText, options: ForeignOptions, findings: Findings, memory: MemoryGauge
  ) -> JSONDraft? {
    let tree: XMLTree
    do throws(XMLReader.SyntaxError) {
      tree = try XMLReader.read(file, memory: memory)
    } catch {
      findings.add(error.diagnostic)
      return nil
    }
    guard tree.isNamed(0, name: "scxml") else {
      findings.add(
        .unsupportedElement, at: tree.nodes[0].nameSpan,
        message: "the root element of an SCXML document is <scxml>, found <\(tree.name(of: 0))>")
      return nil
    }
    let namespace = Int(tree.nodes[0].namespace)
    if namespace >= 0, !tree.namespaces[namespace].isEmpty,
      !tree.namespaces[namespace].isSame(as: SCXMLDocument.namespace)
    {
      findings.add(
        .unsupportedAttribute, at: tree.nodes[0].nameSpan,
        message: "the namespace of <scxml> is not that of SCXML; it is read as SCXML", severity: .warning,
        help: "write xmlns=\"\(SCXMLDocument.namespace)\"")
    }
    if !memory.admits(tree.nodes.count * 1000) {
      findings.add(MemoryGauge.refusal(at: 0))
      return nil
    }
    let document = SCXMLDocument(tree)
    let draft = JSONDraft(origin: tree.nodes[0].span, notation: .scxml(isScript: true))
    SCXMLAttributes.check(document, findings: findings)
    var todo = [(root: 0, top: JSONDraft.top)]
    while let (root, top) = todo.popLast() {
      var reader = SCXMLReader(
        document: document, root: root, top: top, findings: findings, draft: draft, options: options)
      reader.readModel()
      if !reader.readStates() { return nil }
      reader.readNames()
      reader.knownScope = reader.makeScope()
      reader.checkElements()
      reader.write(memory)
      todo += reader.inner
    }
    return draft
  }

  // MARK: First pass

  private mutating func readModel() {
    isLate = attribute(.binding, of: root).map { $0.text.utf8.elementsEqual("late".utf8) } ?? false
    guard let said = attribute(.datamodel, of: root) else { return }
    switch said.text.lowercased() {
    case "ecmascript", "javascript", "": model = .ecmascript
    case "cel":
      model = .cel
      draft.notation = .scxml(isScript: false)
    case "null": model = .none
    default: model = .other(said.text)
    }
  }

  // MARK: Second pass

  private mutating func write(_ memory: MemoryGauge) {
    if let name = attribute(.name, of: root), !name.text.isEmpty {
      draft.string("name", value: name, in: top)
    }
    writeContext()
    guardsObject = draft.object("guards", in: top, origin: origin(root))
    let own = ownTopLevel()
    writeOwnGuards(own)
    for (json, _, node) in own { _ = draft.insertMembers(json: json, without: "guards", in: top, origin: origin(node)) }
    var nextRoom = ReadingProgress.stride
    for state in facts.indices {
      let position = Int(tree.nodes[facts[state].node].span.start)
      if nextRoom <= position {
        // Without a given capacity the draft grows as needed: its largest size was checked before.
        var progress = ReadingProgress(read: position, of: tree.bytes.count, in: memory)
        draft.makeRoom(&progress)
        nextRoom = position + ReadingProgress.stride
      }
      write(state)
    }
    if draft.isEmpty(guardsObject) { draft.remove(guardsObject) }
    reportRefusedExpressions()
  }

  private mutating func write(_ state: Int) {
    let (node, kind) = (facts[state].node, facts[state].kind)
    let parent = states.parent(of: state)
    guard let container = parent < 0 ? top : facts[parent].subStates else { return }
    let object = draft.object(facts[state].key, in: container, origin: origin(node))
    draft.writeKind(kind, in: object, origin: origin(node))
    if isOurs { writeForeignTexts(of: node, in: object) }
    writeInitial(of: state, in: object)
    if !kind.isHistory {
      writeInvocations(of: state, in: object)
      writeHooks(of: state, in: object)
      if kind != .final { writeHandlers(of: state, in: object) }
    }
    if kind == .final, let data = children(.donedata, of: node).first {
      writePayload(part("output", of: data), of: data, in: object)
    }
    checkAttributes(of: node)
    if !facts[state].children.isEmpty {
      facts[state].subStates = draft.object("subStates", in: object, origin: origin(node))
    }
  }
}
