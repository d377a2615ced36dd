import CEL
import Foundation

/// A value of one of the data models.
enum Datum {
  case js(JSValue)
  case cel(Value)

  /// The value as JSON: numbers alike whatever their type, the members of maps by their names.
  var json: String { json(isSorted: true) }

  private func json(isSorted: Bool) -> String {
    switch self {
    case .js(let value): Self.json(value, isSorted)
    case .cel(let value): Self.json(value, isSorted)
    }
  }

  /// As a part of a text: texts as they are.
  var text: String {
    switch self {
    case .js(.string(let text)), .cel(.string(let text)): text
    default: json(isSorted: false)
    }
  }

  private static func object(_ members: [(String, String)], _ isSorted: Bool) -> String {
    let all = isSorted ? members.sorted { $0.0 < $1.0 } : members
    return "{" + all.map { json($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
  }

  private static func json(_ value: JSValue, _ isSorted: Bool) -> String {
    switch value {
    case .undefined, .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let number): json(number)
    case .string(let text): json(text)
    case .list(let list): "[" + list.elements.map { json($0, isSorted) }.joined(separator: ",") + "]"
    case .map(let map): object(map.members.map { ($0.key, json($0.value, isSorted)) }, isSorted)
    }
  }

  private static func json(_ value: Value, _ isSorted: Bool) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): json(number)
    case .string(let text): json(text)
    case .list(let list): "[" + list.elements.map { json($0, isSorted) }.joined(separator: ",") + "]"
    case .map(let map):
      object(
        map.entries.map { key, value in
          let name = if case .string(let text) = key { text } else { "\(key)" }
          return (name, json(value, isSorted))
        }, isSorted)
    default: "?"
    }
  }

  private static func json(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }

  static func json(_ text: String) -> String { "\"\(text)\"" }
}

struct SentEvent {
  let name: String
  var type = "external"
  var data: Datum?
  var sendID: String?
}

/// What a processor asks of a data model.
protocol ExportData: AnyObject {
  var event: SentEvent? { get set }
  func declare(_ name: String)
  func value(_ expression: String) throws -> Datum
  func assign(_ location: String, _ value: Datum) throws
  func isTrue(_ value: Datum) throws -> Bool
  func elements(_ value: Datum) throws -> [Datum]
  func map(_ members: [(String, Datum)]) -> Datum
  func text(_ text: String) -> Datum
  func number(_ number: Int) -> Datum
  /// A value that comes from outside.
  func parsed(_ value: Datum) -> Datum
}
