import CEL
import StateKitCore
import StateKitFormat

/// Traverses the tree of a chart and collects its names; the keys around a name decide its kind (Charts.md).
struct NameCollector {
  let file: [UInt8]
  let tree: SyntaxTree
  var index: NameIndex
  private var todo: [Task] = []
  /// References to states, which are resolved when all states are known.
  var references: [WrittenName] = []
  /// The states that references name, by their bytes; nil for none or several. Each spelling is looked up once.
  private var known: [[UInt8]: StateID?] = [:]
  private var visits = InputLimits.stateVisits
  /// The tokens of expressions by source text; generated charts repeat many expressions.
  var tokens: [NameID: [ExpressionToken]] = [:]
  /// The inline charts of this one.
  var inner: [Int] = []
  /// True for a script: its names are those of its chart, and none is added.
  let isScript: Bool

  /// A value that has not been visited yet.
  enum Task {
    case state(node: Int, key: SourceSpan, parent: Int32)
    case handlers(Int, event: NameID?)
    case actions(Int, Surroundings)
    case condition(Int, Surroundings)
    case data(Int, Surroundings)
    case invoke(Int)
  }

  /// The names that an expression may use besides the context.
  struct Surroundings {
    var loops: [String] = []
    var event: NameID?
  }

  /// A name as written: a text, or a part of one.
  struct WrittenName {
    let text: StringText
    /// The bytes of the text that form the name.
    var range: Range<Int>
    let token: SourceSpan
    let spelling: NameOccurrence.Spelling

    /// A string or a word of a file that is a name as a whole.
    init(_ file: [UInt8], at token: SourceSpan, spelling: NameOccurrence.Spelling = .json) {
      self.init(StringText(file, at: token), in: token, spelling: spelling)
    }

    /// A name in a token; `range` is the whole text by default.
    init(_ text: StringText, range: Range<Int>? = nil, in token: SourceSpan, spelling: NameOccurrence.Spelling) {
      self.text = text
      self.range = range ?? 0..<text.bytes.count
      self.token = token
      self.spelling = spelling
    }

    var bytes: ArraySlice<UInt8> { text.bytes[range] }
  }

  init(_ source: SourceText, tree: SyntaxTree, chart node: Int) {
    file = source.bytes
    self.tree = tree
    isScript = false
    let names = ChartKey.names()
    index = NameIndex(node: node, names: names, directory: StateDirectory(names: names, states: []))
  }

  /// Creates a collector for the lines of a script, whose names are those of `chart`.
  init(script file: [UInt8], of chart: NameIndex) {
    self.file = file
    tree = SyntaxTree()
    isScript = true
    index = chart
    index.occurrences = []
    index.expressions = []
  }

  mutating func collect() -> NameIndex {
    guard tree.nodes.indices.contains(index.node), tree.nodes[index.node].kind == .object else { return index }
    // Names in expressions can only be resolved when the context and the guards are known.
    var later: [(key: ChartKey, node: Int)] = []
    for child in tree.children(of: index.node) {
      guard let key = ChartKey(key(of: child)) else { continue }
      switch key {
      case .context:
        for member in tree.children(of: child) { define(.context, member: member) }
        index.contextPaths = paths(in: child)
      case .events: declare(.event, node: child)
      case .internalEvents:
        let others = index.declared[.event] ?? []
        declare(.event, node: child)
        index.internalEvents = (index.declared[.event] ?? []).subtracting(others)
      case .actions: declare(.action, node: child)
      case .guards: declare(.guard, node: child)
      case .root, .invariants: break
      default: continue
      }
      later.append((key, child))
    }
    for (key, node) in later {
      switch key {
      case .root: todo.append(.state(node: node, key: tree.nodes[node].keySpan, parent: -1))
      case .invariants, .guards: for member in tree.children(of: node) { expression(member, around: Surroundings()) }
      default: break
      }
      while let task = todo.popLast() { perform(task) }
    }
    finish()
    return index
  }

  private mutating func perform(_ task: Task) {
    switch task {
    case .state(let node, let key, let parent): state(node, keySpan: key, parent: parent)
    case .handlers(let node, let event): handlers(node, event: event)
    case .actions(let node, let around): actions(node, around: around)
    case .condition(let node, let around): condition(node, around: around)
    case .data(let node, let around): data(node, around: around)
    case .invoke(let node): invoke(node)
    }
  }

  mutating func add(_ task: Task) { todo.append(task) }

  /// Visits the elements of a list in order, or the value itself.
  mutating func addEach(_ node: Int, task: (Int) -> Task) {
    guard tree.nodes[node].kind == .array else { return todo.append(task(node)) }
    todo += Array(tree.children(of: node)).reversed().map(task)
  }

  // MARK: States

  private mutating func state(_ node: Int, keySpan: SourceSpan, parent: Int32) {
    let written = WrittenName(file, at: keySpan)
    let name = index.names.intern(written.text.bytes.span)
    let state = Int32(index.states.count)
    let thing = Int32(index.things.count)
    index.states.append(
      NameIndex.State(name: name, parent: parent, keySpan: keySpan, node: node, thing: thing, end: state + 1))
    index.things.append(NamedThing(kind: .state, name: name, state: state))
    add(.state, thing: thing, name: name, at: written, role: .definition)
    guard tree.nodes[node].kind == .object else { return }
    for child in Array(tree.children(of: node)).reversed() { member(child, of: state) }
  }

  /// Visits a member of a state. Tasks are pushed in reverse, so that the states are visited in document order.
  private mutating func member(_ node: Int, of state: Int32) {
    let name = key(of: node)
    guard let key = ChartKey(name), key.isReservedInState else {
      handlerKey(node, name: name)
      return
    }
    switch key {
    case .subStates:
      for child in Array(tree.children(of: node)).reversed() {
        todo.append(.state(node: child, key: tree.nodes[child].keySpan, parent: state))
      }
    case .enterState, .exitState: todo.append(.actions(node, Surroundings()))
    case .initial, .target: initial(node)
    case .always, .onDone: todo.append(.handlers(node, event: nil))
    case .after:
      for child in Array(tree.children(of: node)).reversed() { todo.append(.handlers(child, event: nil)) }
    case .on: for child in Array(tree.children(of: node)).reversed() { handlerKey(child, name: self.key(of: child)) }
    case .output: todo.append(.data(node, Surroundings()))
    case .invoke: addEach(node) { .invoke($0) }
    default: break
    }
  }

  private mutating func handlerKey(_ node: Int, name: NameID) {
    let span = tree.nodes[node].keySpan
    if span.range.isEmpty { return }
    let written = WrittenName(file, at: span)
    let bytes = written.bytes
    if bytes.last == UInt8(ascii: "*"), bytes.count == 1 || bytes.dropLast().last == UInt8(ascii: ".") {
      index.patterns.append(name)
      todo.append(.handlers(node, event: nil))
      return
    }
    event(written, name: name, role: .handler)
    todo.append(.handlers(node, event: name))
  }

  /// Collects the name of an event, and in a done event the state.
  mutating func event(_ written: WrittenName, name: NameID, role: NameOccurrence.Role = .use) {
    add(.event, thing: thing(.event, name: name), name: name, at: written, role: role)
    let prefix = "done.state.".utf8
    guard written.bytes.starts(with: prefix), written.bytes.count > prefix.count else { return }
    var state = written
    state.range = state.range.dropFirst(prefix.count)
    references.append(state)
  }

  private mutating func initial(_ node: Int) {
    guard tree.nodes[node].kind == .object else { return targets(node) }
    for child in tree.children(of: node) {
      switch ChartKey(key(of: child)) {
      case .target: targets(child)
      case .actions: todo.append(.actions(child, Surroundings()))
      default: break
      }
    }
  }

  mutating func targets(_ node: Int) {
    switch tree.nodes[node].kind {
    case .string: target(node)
    case .array: for child in tree.children(of: node) where tree.nodes[child].kind == .string { target(child) }
    default: break
    }
  }

  mutating func target(_ node: Int) {
    if tree.nodes[node].kind == .string { references.append(WrittenName(file, at: tree.nodes[node].span)) }
  }
}

extension NameCollector {
  mutating func state(of reference: [UInt8]) -> StateID? {
    if let found = known[reference] { return found }
    var found: StateID?
    let resolution = index.directory.resolve(
      reference.span, names: index.names, states: index.nodesOfStates, visits: &visits)
    if case .state(let state)? = resolution { found = state }
    known[reference] = .some(found)
    return found
  }
}
