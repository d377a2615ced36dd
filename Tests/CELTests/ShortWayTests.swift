import CEL
import TestSupport
import Testing

/// Expressions that compute with numbers, bools and sizes have a short way to their value.
@Suite struct ShortWayTests {
  private static let names = ["i", "j", "b", "list", "event"]

  private static let environment = {
    var environment = Environment(tests: ["isIn"])
    for (slot, name) in names.enumerated() {
      environment.add(Environment.Variable(name: name, slot: slot, type: .dyn))
    }
    return environment
  }()

  /// A source of choices that are the same in each run.
  private struct Choices {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  private func expression(_ depth: Int, _ choices: inout Choices) -> String {
    let leaves = ["i", "j", "b", "0", "1", "-3", "9223372036854775807", "true", "event.data.n", "event.data.t", "'x'"]
    if depth == 0 { return leaves[choices.below(leaves.count)] }
    let left = expression(depth - 1, &choices)
    let right = expression(choices.below(depth), &choices)
    switch choices.below(12) {
    case 0...2: return "(\(left) \(["+", "-", "*", "/", "%"][choices.below(5)]) \(right))"
    case 3...5: return "(\(left) \(["==", "!=", "<", "<=", ">", ">="][choices.below(6)]) \(right))"
    case 6: return "(\(left) && \(right))"
    case 7: return "(\(left) || \(right))"
    case 8: return "(\(left) ? \(right) : \(expression(choices.below(depth), &choices)))"
    case 9: return "!\(left)"
    case 10: return "(size(\(["list", "event.data.t", "event.data"][choices.below(3)])) + \(right))"
    default: return "(has(event.data.n) == \(right))"
    }
  }

  /// The value or the error.
  private func outcome(_ text: String, _ slots: [Value]) throws -> String? {
    guard let program = Compiler.compile(Array(text.utf8), in: Self.environment).program else { return nil }
    var evaluator = Evaluator()
    do {
      let value = try evaluator.evaluate(program, slots: slots, test: { _ in true })
      return "\(value)"
    } catch {
      return "error: \(error.message)"
    }
  }

  @Test func `the short way leads to the value that the long way leads to`() throws {
    var choices = Choices(state: 7)
    let payloads: [Value] = [
      .null, .map(MapValue([(.string("n"), .int(2)), (.string("t"), .string("xé"))])),
      .map(MapValue([(.string("t"), .int(4))])),
    ]
    var compared = 0
    let count = Extent.count(1_000, long: 4_000)
    for _ in 0..<count {
      let text = expression(1 + choices.below(3), &choices)
      let event = Value.map(MapValue([(.string("data"), payloads[choices.below(3)])]))
      let slots: [Value] = [
        .int(Int64(choices.below(7)) - 3), choices.below(4) == 0 ? .double(1.5) : .int(5), .bool(choices.below(2) == 0),
        .list(ListValue([.int(1), .int(2)])), event,
      ]
      // An element of a list that is made for it has no short way.
      guard let short = try outcome(text, slots), let long = try outcome("[\(text)][0]", slots) else { continue }
      compared += 1
      #expect(short == long, "\(text) with \(slots)")
    }
    #expect(compared > count / 2)
  }
}
