import Testing

@testable import StateKitCLI

/// What a terminal shows while a replay goes on.
@Suite struct ProgressTests {
  @Test(
    arguments: [
      (50_000, 1, 10, nil, 2_000, "50,000 events, 25,000 a second, 1 case"),
      (50_000, 2, 0, 100, 0, "50,000 events, 50,000,000 a second, 2 cases"),
      (1_000, 7, 10, 100, 1_000, "1,000 events, 1,000 a second, 7 cases, 10s left"),
      (1_000, 7, 99, 100, 1_000, "1,000 events, 1,000 a second, 7 cases, 1s left"),
      (1_000, 7, 1, 7_201, 1_000, "1,000 events, 1,000 a second, 7 cases, 2h1s left"),
      (1_000, 7, 100, 100, 1_000, "1,000 events, 1,000 a second, 7 cases"),
    ] as [(Int, Int, Int, Int?, Int64, String)])
  func `a replay says how much it has done, how fast, and how long it will take`(
    events: Int, cases: Int, bytes: Int, size: Int?, elapsed: Int64, text: String
  ) {
    #expect(ReplayProgress.text(events: events, cases: cases, bytes: bytes, of: size, after: elapsed) == text)
  }
}
