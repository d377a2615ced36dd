import CEL
import Foundation

/// The data model `ecmascript`.
final class ScriptData: ExportData {
  var event: SentEvent?
  private var names: [String: JSValue] = [:]
  private let isActive: (String) -> Bool

  init(isActive: @escaping (String) -> Bool) { self.isActive = isActive }

  func declare(_ name: String) { names[name] = .undefined }

  func value(_ expression: String) throws -> Datum { .js(try js(expression)) }

  private func js(_ expression: String) throws -> JSValue {
    var dialect = ScriptDialect(
      name: { [unowned self] name in
        if name == "_event" { return eventObject }
        guard let value = names[name] else { throw JSError(message: "ReferenceError: \(name)") }
        return value
      }, isActive: isActive)
    return try dialect.evaluate(expression)
  }

  /// Before the first event there is none.
  private var eventObject: JSValue {
    guard let event else { return .undefined }
    let data: JSValue = if case .js(let value)? = event.data { value } else { .undefined }
    return .map(
      JSMap([
        ("name", .string(event.name)), ("type", .string(event.type)), ("data", data),
        ("sendid", event.sendID.map { .string($0) } ?? .undefined), ("invokeid", .undefined),
      ]))
  }

  func assign(_ location: String, _ value: Datum) throws {
    guard case .js(let new) = value else { return }
    let path = location.replacingOccurrences(of: "['", with: ".").replacingOccurrences(of: "']", with: "")
      .split(separator: ".").map(String.init)
    guard names[path[0]] != nil else { throw JSError(message: "ReferenceError: \(path[0])") }
    if path.count == 1 {
      names[path[0]] = new
      return
    }
    var owner = names[path[0]] ?? .undefined
    for name in path.dropFirst().dropLast() { owner = try ScriptDialect.member(name, of: owner) }
    guard case .map(let map) = owner else { throw JSError(message: "TypeError: \(location)") }
    map[path[path.count - 1]] = new
  }

  func isTrue(_ value: Datum) -> Bool {
    if case .js(let value) = value { value.isTrue } else { false }
  }

  func elements(_ value: Datum) throws -> [Datum] {
    guard case .js(.list(let list)) = value else { throw JSError(message: "no list") }
    return list.elements.map { .js($0) }
  }

  func map(_ members: [(String, Datum)]) -> Datum {
    .js(
      .map(
        JSMap(
          members.map { name, value in
            guard case .js(let known) = value else { return (name, .null) }
            return (name, known)
          })))
  }

  func text(_ text: String) -> Datum { .js(.string(text)) }
  func number(_ number: Int) -> Datum { .js(.number(Double(number))) }

  func parsed(_ value: Datum) -> Datum {
    guard case .cel(let known) = value else { return value }
    func js(_ value: Value) -> JSValue {
      switch value {
      case .bool(let flag): .bool(flag)
      case .int(let number): .number(Double(number))
      case .double(let number): .number(number)
      case .string(let text): .string(text)
      case .list(let list): .list(JSList(list.elements.map(js)))
      case .map(let map):
        .map(
          JSMap(
            map.entries.map { key, value in
              guard case .string(let name) = key else { return ("", js(value)) }
              return (name, js(value))
            }))
      default: .null
      }
    }
    return .js(js(known))
  }
}

/// The data model `cel`, by the evaluator of the project: names of data, `event`, `isIn`.
final class CELData: ExportData {
  var event: SentEvent?
  private var names: [String] = []
  private var values: [Value] = []
  private let isActive: (String) -> Bool

  init(isActive: @escaping (String) -> Bool) { self.isActive = isActive }

  func declare(_ name: String) {
    if names.contains(name) { return }
    names.append(name)
    values.append(.null)
  }

  func value(_ expression: String) throws -> Datum {
    var environment = Environment(tests: ["isIn"])
    for (slot, name) in names.enumerated() {
      environment.add(Environment.Variable(name: name, slot: slot, type: .dyn))
    }
    environment.add(Environment.Variable(name: "event", slot: names.count, type: .dyn))
    let (program, _) = Compiler.compile(Array(expression.utf8), in: environment)
    guard let program else { throw JSError(message: "no expression: \(expression)") }
    let tests = program.tests.map(\.text)
    var evaluator = Evaluator()
    return .cel(
      try evaluator.evaluate(program, slots: values + [eventValue]) { [isActive] in isActive(tests[$0]) })
  }

  private var eventValue: Value {
    let data: Value = if case .cel(let value)? = event?.data { value } else { .null }
    return .map(
      MapValue([
        (.string("name"), .string(event?.name ?? "init")), (.string("data"), data),
        (.string("type"), .string(event?.type ?? "internal")),
        (.string("sendId"), event?.sendID.map { .string($0) } ?? .null), (.string("invokeId"), .null),
      ]))
  }

  func assign(_ location: String, _ value: Datum) throws {
    guard case .cel(let new) = value else { return }
    switch new {
    case .double(let number) where !number.isFinite: throw JSError(message: "not finite")
    case .bytes, .timestamp, .duration, .type, .uint: throw JSError(message: "JSON cannot hold it")
    default: break
    }
    let path = location.split(separator: ".").map(String.init)
    guard let slot = names.firstIndex(of: path[0]) else { throw JSError(message: "no data \(path[0])") }
    values[slot] = try Self.setting(values[slot], path.dropFirst(), new)
  }

  private static func setting(_ value: Value, _ path: ArraySlice<String>, _ new: Value) throws -> Value {
    guard let first = path.first else { return new }
    guard case .map(let map) = value else { throw JSError(message: "no map") }
    if path.count > 1, map[first] == nil { throw JSError(message: "no \(first)") }
    return .map(map.setting(.string(first), to: try setting(map[first] ?? .null, path.dropFirst(), new)))
  }

  func isTrue(_ value: Datum) throws -> Bool {
    guard case .cel(.bool(let flag)) = value else { throw JSError(message: "no bool") }
    return flag
  }

  func elements(_ value: Datum) throws -> [Datum] {
    guard case .cel(.list(let list)) = value else { throw JSError(message: "no list") }
    return list.elements.map { .cel($0) }
  }

  func map(_ members: [(String, Datum)]) -> Datum {
    .cel(
      .map(
        MapValue(
          members.map { name, value in
            guard case .cel(let known) = value else { return (.string(name), .null) }
            return (.string(name), known)
          })))
  }

  func text(_ text: String) -> Datum { .cel(.string(text)) }
  func number(_ number: Int) -> Datum { .cel(.int(Int64(number))) }
  func parsed(_ value: Datum) -> Datum { value }
}
