import Foundation
import StateKit
import Testing

/// Payloads of `Encodable` values: as `JSONEncoder` writes them.
@Suite struct EncodingTests {
  private enum Key: String, CodingKey { case first, second, third, list, inner }

  /// Fills its containers out of order, and some of them twice.
  private class Animal: Encodable {
    func encode(to encoder: any Encoder) throws {
      var map = encoder.container(keyedBy: Key.self)
      var inner = map.nestedContainer(keyedBy: Key.self, forKey: .inner)
      var list = map.nestedUnkeyedContainer(forKey: .list)
      try map.encode(1, forKey: .first)
      try list.encode("a")
      try list.encodeNil()
      var nested = list.nestedContainer(keyedBy: Key.self)
      var deep = list.nestedUnkeyedContainer()
      try list.encode([true, false])
      try [1.5, -0.5].encode(to: list.superEncoder())
      try deep.encode(contentsOf: [7, 8])
      try inner.encode(["x": UInt8(2)], forKey: .second)
      try nested.encode(Float(0.25), forKey: .third)
      try map.encode("last", forKey: .first)
      try map.encodeNil(forKey: .third)
      // What cannot be encoded leaves nothing.
      try? map.encode(Double.nan, forKey: .second)
      try? map.encode([1, .infinity], forKey: .second)
    }
  }

  private final class Cat: Animal {
    override func encode(to encoder: any Encoder) throws {
      var map = encoder.container(keyedBy: Key.self)
      try map.encode(2, forKey: .second)
      try super.encode(to: encoder)
      var one = map.superEncoder(forKey: .third).singleValueContainer()
      try one.encode(UUID(uuidString: "00000000-0000-0000-0000-000000000001"))
      try super.encode(to: map.superEncoder())
    }
  }

  private struct Rows: Encodable {
    var rows = (0..<20).map { [$0: "\($0)"] }
    var at: [Int?] = [1, nil]
    var ok = true
    var ratio = 0.5
  }

  @Test func `a value is encoded as by another coder`() throws {
    let values: [any Encodable] = [Animal(), Cat(), Rows(), 3, "a", [Rows(), Rows()], [String: Int](), [Int]()]
    for value in values {
      let json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
      #expect(Payload(encoding: value) == Payload(json: json.utf8), "\(Payload(encoding: value)) \(json)")
    }
  }

  /// Writes each key twice.
  private struct Twice: Encodable {
    let count: Int

    func encode(to encoder: any Encoder) throws {
      struct Text: CodingKey {
        var intValue: Int? { nil }
        let stringValue: String
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      var map = encoder.container(keyedBy: Text.self)
      for round in 0..<2 {
        for number in 0..<count { try map.encode(number + round, forKey: Text(stringValue: "k\(number)")) }
      }
    }
  }

  @Test(arguments: [1, 3, 20]) func `the last of several equal keys counts`(count: Int) {
    let entries = (0..<count).map { (key: "k\($0)", value: Payload.int($0 + 1)) }
    let payload = Payload(encoding: Twice(count: count))
    #expect(payload.map?.map(\.key) == entries.map(\.key) && payload == .map(entries), "\(payload)")
    #expect(Payload.map(entries.map { (key: $0.key, value: .null) } + entries).json == payload.json)
  }

  @Test func `a problem within a value is its problem`() throws {
    struct Outer: Encodable { var inner: [String: [Payload]] }
    let machine = Statechart(
      try ChartDefinition(json: #"{"root": {"initial": "a", "subStates": {"a": {"go": "a"}}}}"#.utf8, name: "a.json"))
    try machine.start()
    let good = Payload(encoding: Outer(inner: ["k": [["x": 1], .null]]))
    #expect(good == ["inner": ["k": [["x": 1], nil]]] && machine.send("go", good).outcome.isHandled)
    let bad = Payload(encoding: Outer(inner: ["k": [["x": .double(.nan)]]]))
    #expect("\(machine.send("go", bad).outcome)" == "rejected: a double that is not finite cannot be kept")
    struct Deep: Encodable {
      let depth: Int
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        if depth > 0 { try list.encode(Deep(depth: depth - 1)) }
      }
    }
    #expect(machine.send("go", Payload(encoding: Deep(depth: 512))).outcome.isHandled)
    let deep = machine.send("go", Payload(encoding: Deep(depth: 513)))
    #expect("\(deep.outcome)" == "rejected: a value nested deeper than 512, the limit")
  }

  @Test func `a step can be logged as a line of JSON`() throws {
    let text = #"{"root": {"initial": "open", "subStates": {"open": {"pay": "paid"}, "paid": {}}}}"#
    let machine = Statechart(try ChartDefinition(json: text.utf8, name: "order.json"))
    try machine.start()
    let step = machine.send("pay")
    let line: Payload = [
      "order": 7, "event": .string(step.event ?? ""), "state": .list(step.to.map { .string($0) }),
    ]
    #expect(line.json == Array(#"{"order":7,"event":"pay","state":["root.paid"]}"#.utf8))
  }
}
