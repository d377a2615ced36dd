import Foundation
import Testing

/// Random charts that C can express, as files: `.ci/generate.sh` compares them with programs. `STATEKIT_CHARTS` names their
/// folder; without it there are none. `STATEKIT_SEED` asks for those from another seed on.
@Suite struct ChartFileTests {
  private static let folder = ProcessInfo.processInfo.environment["STATEKIT_CHARTS"]
  /// Some more than are needed: a few turn out invalid.
  private static let count: UInt64 = 700

  @Test(.enabled(if: folder != nil)) func `random charts are written to files`() throws {
    let folder = try #require(Self.folder)
    for seed in UInt64(PropertyTests.firstSeed)..<UInt64(PropertyTests.firstSeed) + Self.count {
      let chart = ChartGenerator.make(Choices(seed: seed), ChartGenerator.Habits(seed: seed)).chart.inC
      let json = "{\(ModelChart.eventsInC),\n" + chart.json.dropFirst()
      try json.write(toFile: "\(folder)/chart\(seed).json", atomically: false, encoding: .utf8)
    }
  }
}
