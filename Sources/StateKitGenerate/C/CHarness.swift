import CEL
import StateKitCore

/// Writes a program around the generated C that speaks the protocol of `--program`: an answer for each line.
struct CHarness {
  let model: CModel
  let actions: [CHostAction]

  private var p: String { model.prefix }
  private var chart: Chart { model.chart }

  func text() -> String {
    var template = CTemplate(model: model)
    let isOpen = !chart.isClosed
    var events: [String] = []
    var payloads: [String] = []
    for (index, name) in model.eventNames.enumerated() where !model.isPattern(index) {
      let type = model.declaredType(of: index)
      if !isOpen, type == nil, !EventType.comesByItself(name) { continue }
      let (form, rows) = fields(of: index, type: type)
      let table = rows.isEmpty ? "NULL" : "\(model.events[index])_FIELDS"
      if !rows.isEmpty { payloads += ["static const field_t \(table)[] = {"] + rows + ["};", ""] }
      events.append("  { \(Self.json(name)), \(model.events[index]), \(form), \(rows.count), \(table) },")
    }
    template.inserts["payloads"] = payloads.joined(separator: "\n")
    template.inserts["events"] = (events + ["  { NULL, -1, FREE, 0, NULL }"]).joined(separator: "\n")
    var patterns = chart.patterns.enumerated().map { ($0.element, model.events[chart.eventCount + $0.offset]) }
    patterns.sort { $0.0.utf8.count > $1.0.utf8.count }
    // A closed alphabet has no other events. The last quote is no part of a prefix.
    let prefixes = (isOpen ? patterns : []).map { "  { \(Self.literal("\"" + $0.0)), \($0.1), FREE, 0, NULL }," }
    template.inserts["patterns"] = (prefixes + ["  { NULL, -1, FREE, 0, NULL }"]).joined(separator: "\n")
    template.inserts["closed"] = "static const char *const UNKNOWN = \"\(isOpen ? "ignored" : "rejected")\";"
    template.inserts["states"] = zip(chart.states, chart.states.indices).map { node, state in
      "  { \(Self.json(chart.reference(StateID(state)))), \(node.end) },"
    }.joined(separator: "\n")
    template.inserts["texts"] = model.texts.map { "  { \(Self.json($0.text)), \($0.identifier) }," }.joined(
      separator: "\n")
    context(&template)
    template.inserts["functions"] = functions
    return template.text(CTexts.harness)
  }

  /// A text as a literal of C.
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
  private static func json(_ text: String) -> String {
    var json = ByteBuffer()
    Value.string(text).appendJSON(to: &json)
    return literal(String(decoding: json.bytes, as: UTF8.self))
  }

  /// The form of a payload, and the rows of its fields.
  private func fields(of event: Int, type: EventType?) -> (form: String, rows: [String]) {
    let payload = model.payloads[event]
    let base = "offsetof(\(p)_payload_t, "
    func row(_ name: String?, _ type: FieldType, place: String?, flag: String?) -> String {
      let kind = place == nil ? type.base.nameInC : CType(type)?.kind ?? "ANY"
      let offsets = [place, flag].map { $0.map { "\(base)\($0))" } ?? "NO_PLACE" }.joined(separator: ", ")
      let isOptional = type.isOptional || type.base == .any
      return "  { \(name.map(Self.json) ?? "NULL"), \(kind), \(isOptional), \(offsets) },"
    }
    switch type {
    case nil: return ("FREE", [])
    case .some(.none): return ("NONE", [])
    case .value(let type):
      return ("VALUE", [row(nil, type, place: payload?.single == nil ? nil : payload?.identifier, flag: nil)])
    case .record(let types):
      let rows = types.map { name, type in
        let field = payload?.field(name)
        let place = field?.type == nil ? nil : payload.map { "\($0.identifier).\(field?.identifier ?? "")" }
        let flag =
          place == nil || !type.isOptional ? nil : payload.map { "\($0.identifier).has_\(field?.identifier ?? "")" }
        return row(name, type, place: place, flag: flag)
      }
      return ("RECORD", rows)
    }
  }

  /// The fields of the context that can be read and written, each with the JSON before it.
  private func context(_ template: inout CTemplate) {
    var rows: [String] = []
    var before = ""
    for (name, value) in zip(chart.contextNames, chart.contextValues) {
      guard let parts = parts(of: value, path: [name], depth: 0) else { continue }
      before += (rows.isEmpty && before.isEmpty ? "" : ",") + Self.text(name) + ":"
      for part in parts {
        before += part.text
        guard let field = part.field else { continue }
        let key = field.path.count == 1 ? Self.json(name) : "NULL"
        rows.append(
          "  { \(Self.literal(before)), { \(key), \(field.type.kind), false, "
            + "offsetof(\(p)_context_t, \(field.identifier)), NO_PLACE } },"
        )
        before = ""
      }
    }
    template.inserts["context"] = (rows + ["  { \(Self.literal(before)), { NULL, ANY, false, NO_PLACE, NO_PLACE } }"])
      .joined(separator: "\n")
  }

  private static func text(_ name: String) -> String {
    var json = ByteBuffer()
    Value.string(name).appendJSON(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The texts and fields that make a value; nil for a value that C does not hold.
  private func parts(of value: Value, path: [String], depth: Int) -> [(text: String, field: CModel.ContextField?)]? {
    guard case .map(let map) = value else { return (try? model.contextField(path)).map { [("", $0)] } }
    guard depth < 16 else { return nil }
    var all: [(text: String, field: CModel.ContextField?)] = [("{", nil)]
    for (index, entry) in map.entries.enumerated() {
      guard case .string(let key) = entry.key, let inner = parts(of: entry.value, path: path + [key], depth: depth + 1)
      else { return nil }
      all += [((index > 0 ? "," : "") + Self.text(key) + ":", nil)] + inner
    }
    return all + [("}", nil)]
  }

  /// The functions that the program defines: actions are written down, guards are false.
  private var functions: String {
    var lines: [String] = []
    for action in actions {
      let name = Self.text(action.name)
      let isRecord = action.parameters.first?.name != nil
      lines += ["void \(action.head(p)) {", "  (void)d;"]
      var before = action.parameters.isEmpty ? name : "{\"name\":\(name),\"data\":\(isRecord ? "{" : "")"
      lines.append("  append(&did, did.length > 0 ? \",\" : \"\");")
      for (index, parameter) in action.parameters.enumerated() {
        if let key = parameter.name { before += (index > 0 ? "," : "") + Self.text(key) + ":" }
        lines.append("  append(&did, \(Self.literal(before)));")
        lines.append("  append_value(&did, \(parameter.type.kind), &\(parameter.identifier));")
        before = ""
      }
      before += action.parameters.isEmpty ? "" : isRecord ? "}}" : "}"
      lines += ["  append(&did, \(Self.literal(before)));", "}", ""]
    }
    for name in model.hostGuards {
      lines += ["bool \(name)(const \(p)_t *d) {", "  (void)d;", "  return false;", "}", ""]
    }
    return lines.joined(separator: "\n")
  }
}

extension CType {
  /// The kind of a value that the generated C holds.
  fileprivate var kind: String {
    switch self {
    case .bool: "BOOL"
    case .int: "INT"
    case .double: "DOUBLE"
    case .text: "TEXT"
    }
  }
}

extension FieldType.Base {
  /// The kind of a value that the generated C does not hold.
  fileprivate var nameInC: String {
    switch self {
    case .list: "LIST"
    case .map: "MAP"
    case .bool, .int, .double, .string, .any: "ANY"
    }
  }
}
