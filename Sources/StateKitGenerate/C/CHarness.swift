// Longer than others: a program in C, and the parts of it that a chart decides.
import CEL
import StateKitCore

/// A program around the generated C that speaks the protocol of `--program`: a JSON object a line, an answer for each.
struct CHarness {
  let model: CModel
  let actions: [CHostAction]

  init(_ model: CModel, actions: [CHostAction]) {
    self.model = model
    self.actions = actions
  }

  private var p: String { model.prefix }
  private var capitals: String { model.capitals }

  func text() -> String {
    CFunctions.used(
      in: [
        CTemplate.text(Self.reading, model: model), tables, CTemplate.text(Self.writing, model: model), actionFunctions,
        dataReader, contextReader, contextWriter, CTemplate.text(Self.main, model: model),
      ].joined(separator: "\n"))
  }

  /// A text as a literal of C.
  static func literal(_ text: String) -> String {
    var out = "\""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += "\\" + String(UnicodeScalar(byte))
      case UInt8(ascii: "?"): out += "\\?"
      case 0x20..<0x7F: out += String(UnicodeScalar(byte))
      default: out += "\\" + String(byte >> 6) + String((byte >> 3) & 7) + String(byte & 7)
      }
    }
    return out + "\""
  }

  /// A literal of C with a text in JSON.
  private static func json(_ text: String) -> String {
    var json = ByteBuffer()
    Value.string(text).appendJSON(to: &json)
    return literal(String(decoding: json.bytes, as: UTF8.self))
  }

  private var tables: String {
    let chart = model.chart
    let states = chart.states.indices.map { "  \(Self.json(chart.reference(StateID($0))))" }
    let isOpen = !chart.isClosed
    var events: [String] = []
    for (index, text) in model.eventNames.enumerated() where !model.isPattern(index) {
      let isDeclared = model.declaredType(of: index) != nil || EventType.comesByItself(text)
      if isOpen || isDeclared { events.append("  { \(Self.literal(text)), \(model.events[index]) },") }
    }
    var patterns = chart.patterns.enumerated().map { ($0.element, model.events[chart.eventCount + $0.offset]) }
    patterns.sort { $0.0.utf8.count > $1.0.utf8.count }
    let texts = model.texts.map { "  { \(Self.literal($0.text)), \($0.identifier) }," }
    var lines = ["static const char *const STATE_NAMES[] = {", states.joined(separator: ",\n"), "};", ""]
    lines += ["/* For each state, the state after the last one inside. */", "static const int ENDS[] = {"]
    lines += [chart.states.map { "  \($0.end)" }.joined(separator: ",\n"), "};", ""]
    lines += ["typedef struct {", "  const char *name;", "  int number;", "} name_t;", ""]
    lines += ["static const name_t EVENTS[] = {"] + events + ["  { NULL, -1 }", "};", ""]
    lines += [
      "/* What an event is that no state names, by its first letters. */", "static const name_t PATTERNS[] = {",
    ]
    // A closed alphabet has no other events.
    lines += (isOpen ? patterns : []).map { "  { \(Self.literal($0.0)), \($0.1) }," } + ["  { NULL, -1 }", "};", ""]
    if model.usesTexts(in: actions) {
      lines += ["static const name_t TEXTS[] = {"] + texts + ["  { NULL, 0 }", "};", ""]
    }
    lines += ["enum { KNOWS_ALL_EVENTS = \(chart.isClosed ? 1 : 0) };", ""]
    return lines.joined(separator: "\n")
  }

  // MARK: Actions

  private var actionFunctions: String {
    var lines: [String] = []
    for action in actions {
      lines.append("void \(action.identifier)(\(CHeader.parameters(of: action, prefix: p))) {")
      lines.append("  (void)d;")
      lines.append("  begin_action(\(Self.json(action.name)), \(action.parameters.isEmpty ? "false" : "true"));")
      let isRecord = action.parameters.first?.name != nil
      if isRecord { lines.append("  did(\"{\");") }
      for (index, parameter) in action.parameters.enumerated() {
        if let name = parameter.name {
          lines.append("  did(\(Self.literal(index > 0 ? "," : ""))); did(\(Self.json(name))); did(\":\");")
        }
        lines.append("  did(\(Self.shown(parameter.type, parameter.identifier)));")
      }
      if isRecord { lines.append("  did(\"}\");") }
      if !action.parameters.isEmpty { lines.append("  did(\"}\");") }
      lines += ["}", ""]
    }
    for name in model.hostGuards {
      lines += ["bool \(name)(const \(p)_t *d) {", "  (void)d;", "  return false;", "}", ""]
    }
    return lines.joined(separator: "\n")
  }

  private static func shown(_ type: CType, _ value: String) -> String {
    switch type {
    case .bool: "\(value) ? \"true\" : \"false\""
    case .int: "shown_int(\(value))"
    case .double: "shown_double(\(value))"
    case .text: "shown_text((int)\(value))"
    }
  }

  // MARK: Reading

  private func read(_ type: CType, from source: String, into target: String) -> String {
    switch type {
    case .bool: "read_bool(\(source), &\(target))"
    case .int: "read_int(\(source), &\(target))"
    case .double: "read_double(\(source), &\(target))"
    case .text: "read_known_text(\(source), &text)"
    }
  }

  private func assignment(_ type: CType, to target: String) -> String {
    type == .text ? " \(target) = (\(p)_text_t)text;" : ""
  }

  /// Reads the payload of an event; false where it does not fit what the chart declares.
  private var dataReader: String {
    var lines = [
      "/* Reads a payload; false where it is not what the chart declares. */",
      "static bool read_data(int event, const char *json, \(p)_payload_t *data) {", "  int text = 0;", "  (void)text;",
      "  (void)data;", "  if (json != NULL && strncmp(json, \"null\", 4) == 0) {", "    json = NULL;", "  }",
      "  switch (event) {",
    ]
    for index in model.events.indices {
      guard let type = model.declaredType(of: index) else { continue }
      lines.append("  case \(model.events[index]):")
      switch type {
      case .none: lines.append("    return json == NULL;")
      case .value(let declared):
        let missing = declared.isOptional || declared.base == .any ? "true" : "false"
        lines += ["    if (json == NULL) {", "      return \(missing);", "    }"]
        guard let payload = model.payloads[index], let single = payload.single else {
          lines.append("    return \(Self.check(declared.base, of: "json"));")
          continue
        }
        let target = "data->\(payload.identifier)"
        lines += ["    if (!\(read(single, from: "json", into: target))) {", "      return false;", "    }"]
        lines += ["    \(assignment(single, to: target))", "    return true;"]
      case .record(let fields):
        let optional = fields.allSatisfy { $0.type.isOptional || $0.type.base == .any }
        lines += ["    if (json == NULL) {", "      return \(optional ? "true" : "false");", "    }"]
        let names = fields.map { Self.literal($0.name) }.joined(separator: ", ")
        lines += ["    {", "      static const char *const NAMES[] = { \(names.isEmpty ? "" : names + ", ")NULL };"]
        lines += ["      if (!has_only(json, NAMES)) {", "        return false;", "      }", "    }"]
        for (name, type) in fields { lines += field(name, type: type, event: index).map { "    \($0)" } }
        lines.append("    return true;")
      }
    }
    lines += ["  default:", "    return true;", "  }", "}", ""]
    return lines.joined(separator: "\n")
  }

  private func field(_ name: String, type: FieldType, event: Int) -> [String] {
    let source = "member(json, \(Self.literal(name)))"
    let isOptional = type.isOptional || type.base == .any
    var lines = ["if (\(source) == NULL || strncmp(\(source), \"null\", 4) == 0) {"]
    lines += isOptional ? ["  (void)0;"] : ["  return false;"]
    if let payload = model.payloads[event], let field = payload.field(name), let own = field.type {
      let target = "data->\(payload.identifier).\(field.identifier)"
      lines += ["} else if (!\(read(own, from: source, into: target))) {", "  return false;", "} else {"]
      if field.declared.isOptional { lines.append("  data->\(payload.identifier).has_\(field.identifier) = true;") }
      lines.append("  \(assignment(own, to: target))")
      return lines + ["}"]
    }
    return lines + [
      "} else {", "  const char *json_field = \(source);",
      "  if (!(\(Self.check(type.base, of: "json_field")))) {", "    return false;", "  }", "}",
    ]
  }

  /// The condition under which a value may have a type that C does not hold.
  private static func check(_ base: FieldType.Base, of json: String) -> String {
    switch base {
    case .list: "*\(json) == '['"
    case .map: "*\(json) == '{'"
    default: "\(json) != NULL"
    }
  }

  private var contextReader: String {
    var lines = [
      "static bool read_context(const char *json, \(p)_context_t *context) {", "  int text = 0;", "  (void)text;",
      "  (void)context;",
    ]
    for field in model.context where field.path.count == 1 {
      let source = "member(json, \(Self.literal(field.path[0])))"
      let target = "context->\(field.identifier)"
      lines += [
        "  if (\(source) != NULL) {", "    if (!\(read(field.type, from: source, into: target))) {",
        "      return false;", "    }",
      ]
      lines += ["    \(assignment(field.type, to: target))", "  }"]
    }
    if model.context.isEmpty { lines.append("  (void)json;") }
    return (lines + ["  return true;", "}", ""]).joined(separator: "\n")
  }

  // MARK: Writing

  private var contextWriter: String {
    var lines = ["static void write_context(const \(p)_context_t *context) {", "  (void)context;"]
    var isFirst = true
    for (name, value) in zip(model.chart.contextNames, model.chart.contextValues) {
      guard let steps = steps(value, path: [name], depth: 0) else { continue }
      lines.append("  (void)printf(\"%s\", \(Self.literal((isFirst ? "" : ","))));")
      lines.append("  (void)printf(\"%s:\", \(Self.json(name)));")
      lines += steps.map { "  (void)printf(\"%s\", \($0));" }
      isFirst = false
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// The texts that make a value; nil for a value that C does not hold.
  private func steps(_ value: Value, path: [String], depth: Int) -> [String]? {
    if case .map(let map) = value {
      guard depth < 16 else { return nil }
      var parts = ["\"{\""]
      for (index, entry) in map.entries.enumerated() {
        guard case .string(let key) = entry.key, let inner = steps(entry.value, path: path + [key], depth: depth + 1)
        else { return nil }
        parts += [Self.literal(index > 0 ? "," : ""), Self.json(key), "\":\""] + inner
      }
      return parts + ["\"}\""]
    }
    guard let field = try? model.contextField(path) else { return nil }
    return [Self.shown(field.type, "context->\(field.identifier)")]
  }
}
