import Foundation
import TestSupport
import Testing

/// Drawings of large charts end within their time and memory, or are refused with advice.
@Suite(.serialized) struct DrawingBoundsTests {
  struct Bound: CustomStringConvertible, Sendable {
    let states: Int
    let arrows: Int
    /// True for states inside one another.
    var isNested = false
    /// The file that is written.
    var output = "c.svg"
    /// Seconds of CPU.
    let most: Double
    /// The advice for a drawing that is refused.
    var advice: String?

    var description: String { "\(states)\(isNested ? " nested" : "") states, \(arrows) arrows, \(output)" }
  }

  private static let bounds = [
    Bound(states: 1_000, arrows: 2_000, most: 1),
    Bound(states: 4_900, arrows: 4_900, most: 10),
    Bound(states: 4_900, arrows: 9_800, most: 10, advice: "--depth N folds what is deeper, --state S shows a part"),
    Bound(states: 1_000, arrows: 2_000, output: "c.html", most: 10),
    Bound(
      states: 700, arrows: 700, isNested: true, most: 10,
      advice: "--depth N folds what is deeper, --state S shows a part"),
    Bound(states: 1_500, arrows: 0, isNested: true, output: "c.html", most: 10),
  ]

  @Test(arguments: bounds) func `a large drawing ends in time and with little memory`(_ bound: Bound) throws {
    if !Program.isRelease { return }
    let folder = try Repository.temporaryFolder(["c.json": Self.chart(bound)])
    defer { try? FileManager.default.removeItem(at: folder) }
    let line = "ulimit -v 2000000; $STATEKIT show c.json -o \(bound.output) --force"
    var result = try Program.measure(line, in: folder)
    // What disturbs a measurement makes it longer.
    for _ in 0..<2 where result.cpu > bound.most { result = try Program.measure(line, in: folder) }
    let most = result.cpu > bound.most ? bound.most * Program.slowness : bound.most
    let errors = String(decoding: result.errors, as: UTF8.self)
    if let advice = bound.advice {
      #expect(result.status == 1 && errors.contains(advice), "\(errors)")
    } else {
      #expect(result.status == 0, "\(errors)")
    }
    #expect(result.cpu <= most)
    if let peak = result.peak { #expect(peak <= 256 << 20) }
  }

  /// A chart of states side by side, with arrows between random ones; of nested states, with arrows to `root`.
  private static func chart(_ bound: Bound) -> String {
    if bound.isNested {
      let states = (0..<bound.states).map { index in
        "{\(index < bound.arrows ? "\"up\": \"root\", " : "")\"initial\": \"s\(index)\", \"subStates\": {\"s\(index)\": "
      }
      return "{\"root\": \(states.joined()){}\(String(repeating: "}}", count: bound.states))}"
    }
    var seed: UInt64 = 7
    func below(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    var handlers = Array(repeating: [String](), count: bound.states)
    for arrow in 0..<bound.arrows {
      handlers[below(bound.states)].append("\"e\(arrow)\": \"s\(below(bound.states))\"")
    }
    let states = handlers.enumerated().map { "\"s\($0.offset)\": {\($0.element.joined(separator: ", "))}" }
    return "{\"root\": {\"initial\": \"s0\", \"subStates\": {\(states.joined(separator: ", "))}}}"
  }
}
