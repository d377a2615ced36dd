import StateKitCLI
import TestSupport
import Testing

/// Files that vanish while a command works.
@Suite struct VanishingFileTests {
  private static let parent =
    #"{"root": {"invoke": {"id": "k", "chart": "child.json"}, "e": {"actions": {"send": "e", "to": "k"}}}}"#
  private static let child = #"{"root": {"e": {"actions": "x"}}}"#

  /// The status of a rename in which the invoked chart can be read so many times, how many times it was opened, and the files
  /// that were written.
  private func rename(readings: Int) -> (status: Int32, opened: Int, written: [String]) {
    var opened = 0
    var written: [String] = []
    var streams = Streams(
      input: { MemoryInput([]) }, open: { _ in MemoryInput(Array(Self.parent.utf8)) },
      openNamed: { _, _ throws(InputError) in
        opened += 1
        if opened > readings { throw InputError(reason: "Input/output error") }
        return MemoryInput(Array(Self.child.utf8))
      }, output: MemoryOutput(), errors: MemoryOutput())
    streams.saveAll = { files in
      written += files.map(\.path)
      return nil
    }
    let status = Tool(streams).run(["rename", "none/p.json", "e", "z", "--kind", "event"])
    return (status.rawValue, opened, written)
  }

  @Test func `a rename changes all files or none`() {
    let whole = rename(readings: .max)
    #expect(whole.status == 0)
    #expect(whole.written == ["none/p.json", "none/child.json"])
    for readings in 0..<whole.opened {
      let part = rename(readings: readings)
      #expect(part.status > 0, "\(readings) readings")
      #expect(part.written == [], "\(readings) readings")
    }
  }
}
