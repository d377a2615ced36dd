import StateKitCore

/// A list of tests that are known to fail, each with the reason: `NAME: reason` a line. `NAME` is the path of a
/// script relative to the list, without its suffix.
enum KnownFailures {
  /// The scripts that the list names, as absolute paths.
  static func read(_ path: String?, streams: Streams) throws(TestFiles.Failure) -> Set<[UInt8]> {
    guard let path else { return [] }
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try streams.bytes(of: path, limit: InputLimits.listBytes)
    } catch {
      throw TestFiles.Failure(path: path, reason: error.reason)
    }
    let folder = FilePath.folder(of: path)
    var names: Set<[UInt8]> = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard let first = line.first(where: { $0 > UInt8(ascii: " ") }), first != UInt8(ascii: "#") else { continue }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw TestFiles.Failure(path: path, reason: "line \(index + 1) has no \":\" between NAME and REASON")
      }
      let path = FilePath.path(to: FilePath.text(of: line[..<colon].trimmedLine), from: folder)
      names.insert(FilePath.bytes(of: Reach.absolute(FilePath.shown(path))))
    }
    return names
  }

  /// Marks a failure that is known as acceptable, and an unexpected success as a failure.
  static func judge(_ outcome: inout TestOutcome, known: Set<[UInt8]>) {
    guard !known.isEmpty, let base = TestFiles.base(of: outcome.script),
      known.contains(FilePath.bytes(of: Reach.absolute(base)))
    else { return }
    switch outcome.status {
    case .failed: outcome.status = .known
    case .passed:
      outcome.status = .failed
      outcome.message = "the test is in the --known list, but it passes"
      outcome.text = "  the test is in the --known list, but it passes\n"
    case .known, .skipped, .error: break
    }
  }
}
