import CEL
import Foundation
import Testing

/// How fast expressions are, as a ratio in one run. `make bench` runs this; other test runs skip it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STATEKIT_BENCH"] != nil))
struct ExpressionBenchmark {
  /// What somebody would write by hand: a value of several kinds, compared with care.
  enum Plain {
    case null
    case int(Int64)
    case double(Double)
    case text(String)

    @inline(never) static func less(_ a: Plain, _ b: Plain) -> Bool? {
      switch (a, b) {
      case (.int(let x), .int(let y)): x < y
      case (.double(let x), .double(let y)): x < y
      case (.int(let x), .double(let y)): Double(x) < y
      case (.double(let x), .int(let y)): x < Double(y)
      default: nil
      }
    }

    @inline(never) static func equal(_ a: Plain, _ b: Plain) -> Bool {
      switch (a, b) {
      case (.null, .null): true
      case (.int(let x), .int(let y)): x == y
      case (.double(let x), .double(let y)): x == y
      case (.text(let x), .text(let y)): x.utf8.elementsEqual(y.utf8)
      default: false
      }
    }
  }

  private static let count = 1_000_000

  @Test func `a guard costs at most a few times the same written in Swift`() throws {
    var environment = Environment()
    environment.add(Environment.Variable(name: "count", slot: 0, type: .int))
    environment.add(Environment.Variable(name: "name", slot: 1, type: .string))
    let text = "count < 1000 && name != \"x\""
    let program = try #require(Compiler.compile(Array(text.utf8), in: environment).program)
    var best = (cel: Double.infinity, swift: Double.infinity)
    for _ in 0..<7 {
      best.cel = min(best.cel, time { try? evaluate(program) })
      best.swift = min(best.swift, time { compare() })
    }
    let (cel, swift) = (best.cel / Double(Self.count), best.swift / Double(Self.count))
    print("\(text): \(Int(cel)) ns, in Swift \(Int(swift)) ns, ratio \((cel / swift * 100).rounded() / 100)")
  }

  private func evaluate(_ program: Program) throws -> Int {
    var evaluator = Evaluator()
    var slots: [Value] = [.int(0), .string("abc")]
    var held = 0
    for number in 0..<Self.count {
      slots[0] = .int(Int64(number % 2_000))
      if case .bool(true) = try evaluator.evaluate(program, slots: slots, test: { _ in false }) { held += 1 }
    }
    return held
  }

  private func compare() -> Int? {
    var slots: [Plain] = [.int(0), .text("abc")]
    let constants: [Plain] = [.int(1_000), .text("x")]
    var held = 0
    for number in 0..<Self.count {
      slots[0] = .int(Int64(number % 2_000))
      guard let isLess = Plain.less(slots[0], constants[0]) else { return nil }
      if isLess, !Plain.equal(slots[1], constants[1]) { held += 1 }
    }
    return held
  }

  /// Nanoseconds of CPU that something takes.
  private func time(_ body: () -> Int?) -> Double {
    let clock = ContinuousClock()
    var held: Int?
    let duration = clock.measure { held = body() }
    #expect(held == Self.count / 2)
    return Double(duration.components.attoseconds) / 1e9 + Double(duration.components.seconds) * 1e9
  }
}
