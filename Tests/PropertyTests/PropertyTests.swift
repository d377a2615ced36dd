import Foundation
import StateKitCore
import StateKitCLI
import StateKitFormat
import Synchronization
import TestSupport
import Testing

/// Random charts and scripts, seeded: the engine against the reference interpreter, and what holds of every run.
///
/// `STATEKIT_PAIRS` asks for another number of pairs than the usual one, `STATEKIT_SEED` for those from another seed on; with
/// `STATEKIT_KEEP=path` each pair is written to `path.json` and `path.txt` before it runs, in case that ends the process;
/// `STATEKIT_TRIES` bounds how often a pair that failed is tried smaller, 0 shows it as it is.
@Suite struct PropertyTests {
  static let pairs = number("STATEKIT_PAIRS") ?? Extent.count(6, long: 20_000)
  static let firstSeed = number("STATEKIT_SEED") ?? 1
  /// A few pairs are looked at one after the other.
  static let parts = pairs < 64 ? 1 : 8

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// The first fault of a chart with its scripts, and the script that shows it.
  private static func fault(_ found: GeneratedChart, isThorough: Bool) -> (script: [ModelStep], what: String)? {
    let check = PairCheck(found.chart)
    for script in found.scripts {
      found.keep(script)
      if let what = check.fault(script, isThorough: isThorough) { return (script, what) }
    }
    return nil
  }

  /// Charts that once ran otherwise than the reference said.
  @Test(
    arguments: Extent.some(
      of: [104_453, 107_587, 109_508, 113_694, 122_188, 127_579, 140_393, 1_628_971, 1_806_999, 1_825_951] as [UInt64],
      every: 3))
  func `what was found once is not found again`(seed: UInt64) {
    let fault = Self.fault(ChartGenerator.make(Choices(seed: seed), .none), isThorough: true)
    #expect(fault == nil, "\(fault?.what ?? "")")
  }

  /// The same for charts with the habits of their seeds: timers that a limit has left over fire with the next event, and
  /// an endless line of events that no handler handles has no place.
  @Test(
    arguments: Extent.some(of: [138, 1_865, 3_446, 4_526, 9_409, 108_620, 113_747] as [UInt64], every: 3))
  func `what charts with habits showed once is not shown again`(seed: UInt64) {
    let found = ChartGenerator.make(Choices(seed: seed), ChartGenerator.Habits(seed: seed))
    let fault = Self.fault(found, isThorough: false) ?? Self.fault(found, isThorough: true)
    #expect(fault == nil, "\(fault?.what ?? "")")
  }

  @Test func `random charts run as the reference interpreter says`() {
    let faults = Mutex<[String]>([])
    // Threads of its own: the pool that tests share is not made for work this long.
    DispatchQueue.concurrentPerform(iterations: Self.parts) { part in
      if let fault = Self.firstFault(of: part) { faults.withLock { $0.append(fault) } }
    }
    for fault in faults.withLock({ $0 }) { Issue.record("\(fault)") }
  }

  /// The first fault among a part of the pairs, made small.
  private static func firstFault(of part: Int) -> String? {
    let count = pairs / GeneratedChart.scriptCount / parts
    for index in 0..<count {
      let seed = UInt64(firstSeed + part * count + index)
      let habits = ChartGenerator.Habits(seed: seed)
      let found = ChartGenerator.make(Choices(seed: seed), habits)
      // The dearer questions are asked of every sixteenth chart.
      let isThorough = index.isMultiple(of: 16)
      if fault(found, isThorough: isThorough) == nil { continue }
      let least = Choices.shrink(found.numbers, tries: number("STATEKIT_TRIES") ?? 2_000) { numbers in
        fault(ChartGenerator.make(Choices(numbers), habits), isThorough: isThorough) != nil
      }
      let pair = ChartGenerator.make(Choices(least), habits)
      let (script, what) = fault(pair, isThorough: isThorough) ?? ([], "gone")
      return """
        seed \(seed), made smaller:
        \(pair.chart.json)\(script.map(\.text).joined(separator: "\n"))

        \(what)
        """
    }
    return nil
  }
}
