import CEL
import Foundation
import TestSupport
import Testing

/// The conformance tests of the CEL specification, which are data of others.
@Suite(.enabled(if: Suites.areNamed, Suites.howToRun)) struct CELConformanceTests {
  /// Cases that come out otherwise, each with its reason.
  static let exceptions: [String: String] = [
    "timestamps/timestamp_selectors_tz/getDate": zones,
    "timestamps/timestamp_selectors_tz/getDayOfMonth_name_pos": zones,
    "timestamps/timestamp_selectors_tz/getDayOfMonth_name_neg": zones,
    "timestamps/timestamp_selectors_tz/getDayOfYear": zones,
    "timestamps/timestamp_selectors_tz/getMinutes": zones,
  ]
  private static let zones = "time zones by name need a table that differs from machine to machine; offsets work"

  struct Count {
    var passed = 0
    var failed: [String] = []
    var excepted = 0
  }

  @Test func `the specification's cases come out as it says`() throws {
    let folder = try Suites.folder(of: "cel")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var counts = ["json": Count(), "types": Count()]
    for file in files.filter({ $0.hasSuffix(".json") }).sorted() {
      let data = try Data(contentsOf: folder.appendingPathComponent(file))
      for test in try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]]) {
        try run(test, &counts)
      }
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("cel \(name): \(count.passed) passed, \(count.failed.count) failed, \(count.excepted) excepted")
      #expect(count.failed.isEmpty, "\(count.failed.joined(separator: "\n"))")
    }
    #expect(counts["json"]?.passed ?? 0 == 602)
    #expect(counts["types"]?.passed ?? 0 == 467)
  }

  private func run(_ test: [String: Any], _ counts: inout [String: Count]) throws {
    let expression = try #require(test["expression"] as? String)
    let kind = try #require(test["class"] as? String)
    let name = "\(test["file"] ?? "")/\(test["section"] ?? "")/\(test["name"] ?? "")"
    var environment = Environment()
    var slots: [Value] = []
    for (variable, value) in (test["bindings"] as? [String: Any] ?? [:]).sorted(by: { $0.key < $1.key }) {
      environment.add(Environment.Variable(name: variable, slot: slots.count, type: .dyn))
      slots.append(try decode(value))
    }
    let (program, errors) = Compiler.compile(Array(expression.utf8), in: environment)
    var found = "error: \(errors.first?.message ?? "")"
    var isSame = test["error"] != nil && program == nil
    if let program {
      var evaluator = Evaluator()
      do throws(EvaluationError) {
        let value = try evaluator.evaluate(program, slots: slots) { _ in false }
        found = "\(value)"
        if let expected = test["value"] {
          let wanted = try? decode(expected)
          isSame = wanted.map { same(value, $0) } ?? false
        }
      } catch {
        found = "error: \(error.message)"
        isSame = test["error"] != nil
      }
    }
    if Self.exceptions[name] != nil {
      counts[kind]?.excepted += 1
      #expect(!isSame, "\(name) is an exception no more")
    } else if isSame {
      counts[kind]?.passed += 1
    } else {
      counts[kind]?.failed.append("\(name): \(expression) gave \(found), not \(test["value"] ?? "an error")")
    }
  }

  /// Equal, and of the same type: 1 and 1.0 are not the same here, NaN is itself.
  private func same(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.double(let x), .double(let y)): return x == y || x.isNaN && y.isNaN
    case (.list(let x), .list(let y)):
      return x.elements.count == y.elements.count && zip(x.elements, y.elements).allSatisfy(same)
    case (.map(let x), .map(let y)):
      return x.entries.count == y.entries.count
        && x.entries.allSatisfy { entry in y[entry.key].map { same(entry.value, $0) } ?? false }
    case (.null, .null): return true
    case (.bool(let x), .bool(let y)): return x == y
    case (.int(let x), .int(let y)): return x == y
    case (.uint(let x), .uint(let y)): return x == y
    case (.string(let x), .string(let y)): return Array(x.utf8) == Array(y.utf8)
    case (.bytes(let x), .bytes(let y)): return x == y
    case (.type(let x), .type(let y)): return x == y
    default: return false
    }
  }

  private struct Unreadable: Error {}

  private func decode(_ json: Any) throws -> Value {
    switch json {
    case is NSNull: return .null
    case let text as String: return .string(text)
    case let items as [Any]: return .list(ListValue(try items.map(decode)))
    case let number as NSNumber: return .bool(number.boolValue)
    case let object as [String: Any]:
      if let text = object["int"] as? String, let number = Int64(text) { return .int(number) }
      if let text = object["uint"] as? String, let number = UInt64(text) { return .uint(number) }
      if let text = object["double"] as? String, let number = Double(text) { return .double(number) }
      if let number = object["double"] as? NSNumber { return .double(number.doubleValue) }
      if let text = object["bytes"] as? String, let data = Data(base64Encoded: text) { return .bytes(Array(data)) }
      if let text = object["type"] as? String, let type = TypeName(rawValue: text) { return .type(type) }
      if let pairs = object["map"] as? [[Any]] {
        return .map(MapValue(try pairs.map { (key: try decode($0[0]), value: try decode($0[1])) }))
      }
      throw Unreadable()
    default: throw Unreadable()
    }
  }
}
