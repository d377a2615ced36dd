import CEL
import StateKitCore

/// Writes a program around the generated C that speaks the protocol of `--program`: an answer for each line.
struct CHarness {
  let model: CModel
  let actions: [CHostAction]
  /// The name of the generated files, without their endings.
  let file: String

  private var p: String { model.prefix }
  private var chart: Chart { model.chart }

  func text() -> String {
    let isOpen = !chart.isClosed
    let end = "{ NULL, -1, FREE, 0, NULL }"
    var events: [String] = []
    var payloads: [String] = []
    for (index, name) in model.eventNames.enumerated() where !model.isPattern(index) {
      let type = model.declaredType(of: index)
      if !isOpen, type == nil, !EventType.comesByItself(name) { continue }
      let (form, rows) = fields(of: index, type: type)
      let table = rows.isEmpty ? "NULL" : "\(model.events[index])_FIELDS"
      if !rows.isEmpty { payloads += ["static const field_t \(table)[] = {"] + rows.map { "  " + $0 } + ["};", ""] }
      events.append("{ \(Self.json(name)), \(model.events[index]), \(form), \(rows.count), \(table) },")
    }
    // A closed alphabet has no other events. The last quote is no part of a prefix.
    let patterns = isOpen ? Array(zip(model.patterns, model.events[chart.eventCount...])) : []
    let prefixes = patterns.sorted { $0.0.utf8.count > $1.0.utf8.count }.map {
      "{ \(Self.literal("\"" + $0)), \($1), FREE, 0, NULL },"
    }
    let values = ["p": p, "P": model.capitals, "file": file, "unknown": isOpen ? "ignored" : "rejected"]
    let inserts = [
      "payloads": payloads, "events": events + [end], "patterns": prefixes + [end],
      "states": zip(chart.states, chart.states.indices).map { node, state in
        "{ \(Self.json(chart.reference(StateID(state)))), \(node.end) },"
      },
      "texts": model.texts.map { "{ \(Self.json($0.text)), \($0.identifier) }," },
      "context": context, "functions": functions,
    ]
    return Template(needs: model.needs, values: values, inserts: inserts).text(PackageResources.harness_c)
  }

  private static func literal(_ text: String) -> String {
    var out = "\""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "?"): out += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: out += String(UnicodeScalar(byte))
      default: out += "\\" + String(byte >> 6) + String((byte >> 3) & 7) + String(byte & 7)
      }
    }
    return out + "\""
  }

  /// A literal of C with a text in JSON.
  private static func json(_ text: String) -> String { literal(DisplayText.string(text)) }

  private func fields(of event: Int, type: EventType?) -> (form: String, rows: [String]) {
    let payload = model.payloads[event]
    func row(_ name: String?, type: FieldType) -> String {
      let held = CType(type)
      // The members of the payload: the value, and the flags of one that may be missing or null.
      var members: [String?] = [nil, nil, nil]
      if let payload, held != nil {
        let field = name.flatMap(payload.field)
        members[0] = payload.identifier + (field.map { ".\($0.identifier)" } ?? "")
        members[1] = field?.flags.map { "\(payload.identifier).\($0.value)" }
        members[2] = field.flatMap { model.nullFlag(of: $0, in: payload) }.map { "\(payload.identifier).\($0)" }
      }
      let places = members.map { member in member.map { "offsetof(\(p)_payload_t, \($0))" } ?? "NO_PLACE" }
      let kind = held?.kind ?? type.base.rawValue.uppercased()
      let isOptional = type.isOptional || name == nil && type.base == .any
      return "{ \(name.map(Self.json) ?? "NULL"), \(kind), \(isOptional), \(places.joined(separator: ", ")) },"
    }
    switch type {
    case nil: return ("FREE", [])
    case .some(.none): return ("NONE", [])
    case .value(let type): return ("VALUE", [row(nil, type: type)])
    case .record(let types): return ("RECORD", types.map { row($0, type: $1) })
    }
  }

  /// The fields of the context that can be read and written, each with the JSON before it.
  private var context: [String] {
    var rows: [String] = []
    var before = ""
    for (name, value) in zip(chart.contextNames, chart.contextValues) {
      guard let parts = parts(of: value, path: [name], depth: 0) else { continue }
      before += (rows.isEmpty && before.isEmpty ? "" : ",") + DisplayText.string(name) + ":"
      for (text, field) in parts {
        before += text
        guard let field else { continue }
        let key = field.path.count == 1 ? Self.json(name) : "NULL"
        let place = "offsetof(\(p)_context_t, \(field.identifier))"
        rows.append("{ \(Self.literal(before)), { \(key), \(field.type.kind), false, \(place), NO_PLACE, NO_PLACE } },")
        before = ""
      }
    }
    return rows + ["{ \(Self.literal(before)), { NULL, ANY, false, NO_PLACE, NO_PLACE, NO_PLACE } }"]
  }

  /// The texts and fields that make a value; nil for a value that C does not hold.
  private func parts(of value: Value, path: [String], depth: Int) -> [(text: String, field: CModel.ContextField?)]? {
    guard case .map(let map) = value else { return (try? model.contextField(path)).map { [("", $0)] } }
    guard depth < 16 else { return nil }
    var all: [(text: String, field: CModel.ContextField?)] = [("{", nil)]
    for (index, entry) in map.entries.enumerated() {
      guard case .string(let key) = entry.key, let inner = parts(of: entry.value, path: path + [key], depth: depth + 1)
      else { return nil }
      all += [((index > 0 ? "," : "") + DisplayText.string(key) + ":", nil)] + inner
    }
    return all + [("}", nil)]
  }

  /// The functions that the program defines: actions are written down, guards are false.
  private var functions: [String] {
    var lines: [String] = []
    for action in actions {
      let name = DisplayText.string(action.name)
      let isRecord = action.parameters.first?.name != nil
      lines += ["void \(action.head(p)) {", "  (void)d;", "  append(&did, did.length > 0 ? \",\" : \"\");"]
      var before = action.parameters.isEmpty ? name : "{\"name\":\(name),\"data\":\(isRecord ? "{" : "")"
      for (index, parameter) in action.parameters.enumerated() {
        if let key = parameter.name { before += (index > 0 ? "," : "") + DisplayText.string(key) + ":" }
        lines.append("  append(&did, \(Self.literal(before)));")
        lines.append("  append_value(&did, \(parameter.type.kind), &\(parameter.identifier));")
        before = ""
      }
      before += action.parameters.isEmpty ? "" : isRecord ? "}}" : "}"
      lines += ["  append(&did, \(Self.literal(before)));", "}", ""]
    }
    return lines
      + model.hostGuards.flatMap { ["bool \($0)(const \(p)_t *d) {", "  (void)d;", "  return false;", "}", ""] }
  }
}

extension CType {
  /// The kind of a value in the harness.
  fileprivate var kind: String { "\(self)".uppercased() }
}
