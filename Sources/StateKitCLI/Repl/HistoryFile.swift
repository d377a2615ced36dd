import StateKitCore

/// The lines of earlier sessions: `$XDG_STATE_HOME/statekit/history`, or `~/.local/state/statekit/history`.
struct HistoryFile {
  /// Nil without a home directory.
  private let folder: String?

  /// The limit of stored lines.
  private static let mostLines = 1_000
  /// The limit of the file in bytes.
  private static let mostBytes = 4 << 20

  enum Content {
    case lines([String])
    /// The file is not a history, and is left alone.
    case refused(String)
  }

  init(environment: (String) -> String?) {
    if let state = environment("XDG_STATE_HOME"), state.utf8.first == UInt8(ascii: "/") {
      folder = state + "/statekit"
    } else {
      folder = environment("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.local/state/statekit" }
    }
  }

  /// The stored lines of a regular file; never waits, and follows no link.
  func read() -> Content {
    guard let folder else { return .lines([]) }
    let path = folder + "/history"
    do throws(InputError) {
      let bytes = try SourceFile.read(try FileInput(unlinked: path), limit: Self.mostBytes)
      if bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil {
        return .refused("\(FilePath.shown(path)) is not a text")
      }
      let lines = bytes.split(separator: UInt8(ascii: "\n")).suffix(Self.mostLines)
      return .lines(lines.map { String(decoding: $0, as: UTF8.self) })
    } catch {
      return error.isMissing ? .lines([]) : .refused("cannot read \(FilePath.shown(path)): \(error.reason)")
    }
  }

  /// Stores the newest lines, readable by their writer only. Errors are ignored.
  func write(_ lines: [String]) {
    guard let folder else { return }
    var left = Self.mostBytes
    let kept = lines.suffix(Self.mostLines).reversed().prefix { line in
      left -= line.utf8.count + 1
      return left >= 0
    }
    var out = ByteBuffer()
    for line in kept.reversed() where !line.utf8.contains(0x0A) {
      out.append(line)
      out.append("\n")
    }
    Folder.make(folder)
    _ = FileSave.save(folder + "/history", bytes: out.bytes, rule: .ownFile, mode: 0o600)
  }
}
