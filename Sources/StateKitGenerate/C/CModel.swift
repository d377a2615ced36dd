// Longer than others: the names, the types and the needs of one chart.
import CEL
import StateKitCore

/// A chart as the generated C needs it: identifiers for its names, types for its data, and the parts of the engine
/// that it needs.
final class CModel {
  /// A value of the context. The fields of a map are values of their own.
  struct ContextField {
    let path: [String]
    let identifier: String
    let type: CType
    /// The first value.
    let first: String
  }

  /// The payload of an event: one value, or fields.
  struct Payload {
    struct Field {
      let name: String
      let identifier: String
      let declared: FieldType
      /// Nil for a type that C does not have.
      let type: CType?
      /// The flags of an optional field: it has a value, and it is null.
      let flags: (value: String, null: String)?
    }

    let identifier: String
    let single: CType?
    let fields: [Field]
    private let names: NameTable

    init(identifier: String, single: CType? = nil, fields: [Field] = []) {
      (self.identifier, self.single, self.fields) = (identifier, single, fields)
      names = fields.reduce(into: NameTable()) { _ = $0.intern($1.name) }
    }

    func field(_ name: String) -> Field? { names.find(name).map { fields[$0.index] } }
  }

  let chart: Chart
  let renames: Renames
  let prefix: String
  let capitals: String
  /// The identifiers of states and of events, by their indices.
  private(set) var states: [String] = []
  private(set) var events: [String] = []
  /// The names of the events, by their indices; those of patterns stand for all names that no state has.
  private(set) var eventNames: [String] = []
  private(set) var payloads: [Int: Payload] = [:]
  /// The events whose payload has a field, by its name, or is one value (nil), in ascending order.
  private var eventsOfField: [[UInt8]?: [Int]] = [:]
  /// The text before the star of each pattern.
  let patterns: [String]
  private(set) var context: [ContextField] = []
  /// The indices in `context`.
  private var contextOfPath: [[UInt8]: Int] = [:]
  private(set) var hostGuards: [String] = []
  /// The texts of the chart in the order of their first use, with their identifiers.
  private(set) var texts: [(text: String, identifier: String)] = []
  /// The texts of `texts`, by their indices.
  private var textIDs = NameTable()
  private var textScope: IdentifierScope
  private var temporaries = 0
  /// Functions that decide parts of conditions.
  private(set) var functions: [[String]] = []
  /// The flags for null that expressions read: payloads have no others.
  private var nullFlags: Set<String> = []
  var needs: Set<String> = []

  /// Names that had to be changed are reported to `renames`.
  init(_ chart: Chart, prefix: String, renames: Renames) {
    self.chart = chart
    self.renames = renames
    self.prefix = prefix
    patterns = chart.patterns
    capitals = prefix.uppercased()
    textScope = IdentifierScope(avoiding: ["\(capitals)_TEXT_COUNT", "\(capitals)_TEXT_OTHER_TEXT"])
    var scope = IdentifierScope(avoiding: ["\(capitals)_STATE_COUNT"], renames: renames.of(.state))
    states = chart.states.indices.map {
      scope.add(chart.reference(StateID($0)), as: .capitals, prefix: "\(capitals)_STATE_")
    }
    nameEvents()
    nameContext()
    scope = IdentifierScope(renames: renames.of(.guardName))
    hostGuards = chart.hostGuards.map { scope.add($0, as: .snake, prefix: "\(prefix)_guard_") }
    findNeeds()
  }

  var hasRegions: Bool { needs.contains("PARALLEL") }
  /// True if the engine looks at the kinds of states.
  var hasKinds: Bool { !needs.isDisjoint(with: ["DONE", "HISTORY", "PARALLEL"]) }

  /// The parts of the engine that the tree and the handlers need. The functions of the chart may need more.
  private func findNeeds() {
    let kinds = chart.states.map(\.kind)
    if kinds.contains(.parallel) { needs.formUnion(["PARALLEL", chart.bubbling == .subtree ? "SUBTREE" : "LEAF"]) }
    if kinds.contains(where: \.isHistory) { needs.insert("HISTORY") }
    if kinds.contains(.final) { needs.formUnion(["DONE", "RAISE"]) }
    for node in chart.states where node.kind.isHistory && node.initial >= 0 {
      if !chart.initials[Int(node.initial)].actions.isEmpty { needs.insert("DEFAULTS") }
    }
    for action in chart.actions {
      switch action {
      case .goTo: needs.insert("GOTO")
      case .send(_, _, let delay, _, _):
        if case .milliseconds(0) = delay { continue }
        needs.formUnion(["TIMER", "LATER"])
      default: continue
      }
    }
    if chart.hasAlways { needs.insert("ALWAYS") }
    if !chart.timers.isEmpty { needs.formUnion(["TIMER", "AFTER"]) }
    if chart.handlers.contains(where: { $0.reentry != .none }) { needs.insert("REENTER") }
    if chart.handlers.contains(where: \.isForbidden) { needs.insert("FORBIDDEN") }
    if hasConflicts { needs.insert("CONFLICT") }
  }

  /// The most innermost states that are active together.
  var leafCount: Int {
    var counts = [Int](repeating: 0, count: chart.states.count)
    for (state, node) in chart.states.enumerated().reversed() where !node.kind.isHistory {
      counts[state] = max(counts[state], 1)
      guard node.parent >= 0 else { continue }
      let parent = Int(node.parent)
      let isRegion = chart.states[parent].kind == .parallel
      counts[parent] = isRegion ? counts[parent] + counts[state] : max(counts[parent], counts[state])
    }
    return counts[0]
  }

  /// The parts that others need.
  func closeNeeds(actions: [CHostAction]) {
    if !needs.isDisjoint(with: ["ALWAYS", "RAISE", "GOTO"]) { needs.insert("STEPS") }
    if !payloads.isEmpty { needs.insert("PAYLOAD") }
    if !raisedEvents.isEmpty { needs.insert("INTERNAL") }
    if usesTexts(in: actions) { needs.insert("TEXTS") }
    if !actions.isEmpty { needs.insert("HOST_ACTIONS") }
    if !hostGuards.isEmpty { needs.insert("HOST_GUARDS") }
  }

  /// The events that a program can send.
  var sentEvents: [String] { events.indices.filter { !isInternal($0) }.map { events[$0] } }

  /// The events that only the chart raises, and that of the engine which the chart does not name.
  var raisedEvents: [String] {
    let own = events.indices.filter(isInternal).map { events[$0] }
    return own + (needs.contains("FAIL") && !events.contains(errorEvent) ? [errorEvent] : [])
  }

  /// The identifier of the event `error.execution`, which the engine raises. No other event has it.
  private var errorEvent: String { "\(capitals)_EVENT_ERROR_EXECUTION" }

  var eventSlot: Int { chart.contextNames.count }

  private func nameEvents() {
    eventNames = chart.eventNames.map { chart.names.text($0) }
    eventNames += patterns.map { $0.isEmpty ? "other" : "other " + $0 }
    // Declared, and never handled.
    let known = Set(chart.eventNames)
    let alphabet = (chart.alphabet ?? [:]).keys.filter { !known.contains($0) }.sorted { $0.rawValue < $1.rawValue }
    eventNames += alphabet.map { chart.names.text($0) }
    // An error of an expression is an event that patterns handle, too.
    let error = "error.execution"
    func isError(_ name: String) -> Bool { name.utf8.elementsEqual(error.utf8) }
    let isKnown = eventNames.contains(where: isError)
    if !isKnown, patterns.contains(where: { error.utf8.starts(with: $0.utf8) }) { eventNames.append(error) }
    var scope = IdentifierScope(avoiding: ["\(capitals)_EVENT_COUNT", errorEvent], renames: renames.of(.event))
    var members = IdentifierScope(avoiding: Self.keywords)
    events = eventNames.enumerated().map { index, name in
      let written = isPattern(index) ? patterns[index - chart.eventCount] + "*" : name
      return isError(name) ? errorEvent : scope.add(name, as: .capitals, prefix: "\(capitals)_EVENT_", written: written)
    }
    for (index, name) in eventNames.enumerated() {
      switch declaredType(of: index) {
      case nil, .some(.none): continue
      case .value(let type):
        guard let type = CType(type) else { continue }
        payloads[index] = Payload(identifier: members.add(name, as: .snake), single: type)
        eventsOfField[nil, default: []].append(index)
      case .record(let declared):
        var scope = IdentifierScope(avoiding: Self.keywords)
        let identifiers = declared.map { scope.add($0.name, as: .snake) }
        let fields = zip(declared, identifiers).map { field, identifier in
          Payload.Field(
            name: field.name, identifier: identifier, declared: field.type, type: CType(field.type),
            flags: field.type.isOptional
              ? (value: scope.add("has \(identifier)", as: .snake), null: scope.add("null \(identifier)", as: .snake))
              : nil)
        }
        if fields.contains(where: { $0.type != nil }) {
          payloads[index] = Payload(identifier: members.add(name, as: .snake), fields: fields)
          for field in fields { eventsOfField[Array(field.name.utf8), default: []].append(index) }
        }
      }
    }
  }

  /// True for an event that a program cannot send.
  private func isInternal(_ event: Int) -> Bool {
    !isPattern(event) && chart.isInternal(eventNames[event])
  }

  /// True for an index that stands for all names with a pattern.
  func isPattern(_ event: Int) -> Bool {
    (chart.eventCount..<chart.eventCount + patterns.count).contains(event)
  }

  func declaredType(of event: Int) -> EventType? {
    isPattern(event) ? nil : chart.payloadType(of: eventNames[event])
  }

  /// True for an event that the machine raises with a payload of its own, whatever is declared.
  func comesByItself(_ event: Int) -> Bool {
    eventNames[event].utf8.elementsEqual("error.execution".utf8)
      || doneEvents.contains(event)
  }

  private lazy var doneEvents = Set(chart.states.map { Int($0.doneEvent) })

  /// The events whose payload has this field, in ascending order. nil: those whose payload is one value.
  func events(with field: String?) -> [Int] { eventsOfField[field.map { Array($0.utf8) }] ?? [] }

  /// The fields that payloads may have that C does not hold; nil for any.
  private lazy var unheldFields: Set<[UInt8]>? = {
    if !chart.isClosed { return nil }
    var fields: Set = [Array("message".utf8)]
    for output in chart.outputs {
      switch output.steps.last {
      case .map(let keys)?: fields.formUnion(keys.map { Array($0.utf8) })
      case .literal(.map(let map))?:
        for case .string(let key) in map.entries.map(\.key) { fields.insert(Array(key.utf8)) }
      case .literal?, .list?: continue
      case .expression?, nil: return nil
      }
    }
    for event in events.indices where payloads[event] == nil {
      switch declaredType(of: event) {
      case nil, .some(.none): continue
      case .value(let type): if type.base == .map || type.base == .any { return nil }
      case .record(let declared): fields.formUnion(declared.map { Array($0.name.utf8) })
      }
    }
    return fields
  }()

  /// True if an event may have a payload that C does not hold, with a field of this name. nil: if it may be read as a
  /// whole, which is null for an event without a payload.
  func mayCarryUnheld(_ field: String?) -> Bool {
    guard let field, let fields = unheldFields else { return true }
    return fields.contains(Array(field.utf8))
  }

  /// The event of the chart by whose handlers an index is answered; nil if none handles it.
  func handledEvent(_ event: Int) -> EventID? {
    if event < chart.eventCount + patterns.count { return EventID(rawValue: Int32(event)) }
    return chart.event(named: Array(eventNames[event].utf8).span)
  }

  private func nameContext() {
    var scope = IdentifierScope(avoiding: Self.keywords, renames: renames.of(.context))
    for (name, value) in zip(chart.contextNames, chart.contextValues) {
      var open = [(path: [name], value: value)]
      while let (path, value) = open.popLast() {
        if case .map(let map) = value {
          let entries = map.entries.compactMap { entry -> (path: [String], value: Value)? in
            if case .string(let key) = entry.key { (path + [key], entry.value) } else { nil }
          }
          open += entries.reversed()
        } else if let type = CType(value), let first = constant(value) {
          let names = path.joined(separator: ".")
          let identifier = scope.add(path.joined(separator: " "), as: .snake, written: names)
          contextOfPath[Self.key(path)] = context.count
          context.append(ContextField(path: path, identifier: identifier, type: type, first: first))
        }
      }
    }
  }

  /// The path of the context that an expression reads; nil if it reads something else.
  func contextPath(_ tree: ExpressionTree) -> [String]? {
    var names: [String] = []
    var tree = tree
    while case .field(let owner, let name) = tree {
      names.append(name)
      tree = owner
    }
    guard case .variable(let slot) = tree, slot < chart.contextNames.count else { return nil }
    return [chart.contextNames[slot]] + names.reversed()
  }

  /// The names of a path in one key: no name has the byte 0xFF.
  private static func key(_ path: [String]) -> [UInt8] { Array(path.map(\.utf8).joined(separator: [0xFF])) }

  func contextField(_ path: [String]) throws(NotGenerated) -> ContextField {
    guard let found = contextOfPath[Self.key(path)] else {
      throw NotGenerated(
        "the key \(path.joined(separator: ".")) of the context",
        help: "begin it with a number, a bool or a text; lists, null and maps that grow have no place in memory")
    }
    return context[found]
  }

  func text(_ text: String) -> String {
    let index = textIDs.intern(text).index
    if index < texts.count { return texts[index].identifier }
    let identifier = textScope.add(text, as: .capitals, prefix: "\(capitals)_TEXT_")
    texts.append((text, identifier))
    return identifier
  }

  /// A constant in C; nil for a value that C does not have.
  func constant(_ value: Value) -> String? {
    switch value {
    case .bool(let flag): "\(flag)"
    case .int(let number): Self.literal(number)
    case .double(let number): "\(number)"
    case .string(let text): self.text(text)
    default: nil
    }
  }

  var payloadMembers: [String] {
    payloads.sorted { $0.key < $1.key }.flatMap { _, payload in
      if let single = payload.single { return ["\(single.name(prefix)) \(payload.identifier);"] }
      let members = payload.fields.flatMap { field -> [String] in
        guard let type = field.type else { return [] }
        var flags = field.flags.map { ["  bool \($0.value);"] } ?? []
        if let flag = nullFlag(of: field, in: payload) { flags.append("  bool \(flag); /* it is null */") }
        return flags + ["  \(type.name(prefix)) \(field.identifier);"]
      }
      return ["struct {"] + members + ["} \(payload.identifier);"]
    }
  }

  /// The flag for null of a field; nil if no expression reads it.
  func nullFlag(of field: Payload.Field, in payload: Payload) -> String? {
    field.flags.flatMap { nullFlags.contains("\(payload.identifier).\($0.null)") ? $0.null : nil }
  }

  /// The condition that an optional field is there, with a value or as null; nil for a field that always is.
  func presence(of field: Payload.Field, in payload: Payload) -> String? {
    guard let flags = field.flags else { return nil }
    nullFlags.insert("\(payload.identifier).\(flags.null)")
    let base = "d->data.\(payload.identifier)"
    return "\(base).\(flags.value) || \(base).\(flags.null)"
  }

  /// True if there are texts in the chart, or in its data.
  private func usesTexts(in actions: [CHostAction]) -> Bool {
    !texts.isEmpty || context.contains { $0.type == .text }
      || payloads.values.contains { $0.single == .text || $0.fields.contains { $0.type == .text } }
      || actions.contains { $0.parameters.contains { $0.type == .text } }
  }

  func temporary() -> String {
    temporaries += 1
    return "t\(temporaries)"
  }

  /// A function that decides an expression: 1, 0, or FAILED at an error. Returns its name.
  func outlined(_ expression: CExpression, result code: CExpression.Code) -> String {
    let name = "part_\(functions.count + 1)"
    let lines = expression.statements.map { "  \($0)" } + ["  return \(code.inner) ? 1 : 0;", "}", ""]
    functions.append(["static int \(name)(const \(prefix)_t *d) {"] + Self.unused(in: lines) + lines)
    return name
  }

  /// The line that a function needs if its lines, apart from comments, do not use the machine.
  static func unused(in lines: [String]) -> [String] {
    var rest = Array(lines.joined(separator: "\n").utf8)[...]
    while !rest.isEmpty {
      if rest.starts(with: "/*".utf8) {
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
      }
      if ["d->", "(d)", "(d,"].contains(where: { rest.starts(with: $0.utf8) }) { return [] }
      _ = rest.popFirst()
    }
    return ["  (void)d;"]
  }

  static func literal(_ number: Int64) -> String {
    if number == .min { return "INT64_MIN" }
    return number.magnitude > 0x7FFF_FFFF ? "INT64_C(\(number))" : "\(number)"
  }

  /// Prefixes whose machine would be called like another type: `size_t`.
  static let types: Set<String> = [
    "size", "ptrdiff", "wchar", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "intptr",
    "uintptr", "intmax", "uintmax", "div", "ldiv", "lldiv", "fpos", "kind", "choice", "reach", "transition", "field",
    "event", "form", "buffer",
    // Those of POSIX, which compilers know unless they are asked for C99 alone.
    "blkcnt", "blksize", "caddr", "clock", "clockid", "daddr", "dev", "fsblkcnt", "fsfilcnt", "fsid", "gid", "id",
    "ino", "key", "locale", "loff", "max_align", "mode", "nlink", "off", "pid", "quad", "register", "sigset", "ssize",
    "suseconds", "time", "timer", "u_quad", "uid", "useconds",
  ]

  static let keywords: Set<String> = [
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
    "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "bool", "true", "false",
    // Words and macros of compilers that are not asked for C99 alone.
    "asm", "typeof", "linux", "unix",
  ]
}
