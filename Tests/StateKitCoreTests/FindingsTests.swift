import StateKitCore
import Testing

struct FindingsTests {
  /// What a file means to do may fail when it runs, which is a warning, while the same code is an error elsewhere.
  @Test func `warnings of a code keep no error of it back`() {
    let findings = Findings()
    let span = SourceSpan(0, end: 1)
    for _ in 0..<150 { findings.add(.unknownTarget, at: span, message: "may fail", severity: .warning) }
    for _ in 0..<102 { findings.add(.unknownTarget, at: span, message: "fails") }
    #expect(findings.all.count { $0.severity == .warning } == 100)
    #expect(findings.all.count { $0.severity == .error } == 100)
    #expect(findings.dropped.map(\.severity) == [.warning, .error])
    #expect(findings.dropped.map(\.count) == [50, 2])

    let copy = Findings()
    copy.add(findings, at: { $0 })
    #expect(copy.dropped.map(\.count) == [50, 2])
  }
}
