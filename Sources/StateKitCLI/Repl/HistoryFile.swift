import StateKitCore

/// The lines of earlier sessions: `$XDG_STATE_HOME/statekit/history`, or `~/.local/state/statekit/history`.
struct HistoryFile {
  /// Nil without a home directory.
  private let folder: String?

  /// The limit of stored lines.
  private static let mostLines = 1_000

  init(environment: (String) -> String?) {
    if let state = environment("XDG_STATE_HOME"), state.utf8.first == UInt8(ascii: "/") {
      folder = state + "/statekit"
    } else {
      folder = environment("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.local/state/statekit" }
    }
  }

  /// The stored lines; empty if the file cannot be read.
  func read(_ streams: Streams) -> [String] {
    guard let folder, let input = try? streams.open(folder + "/history"),
      let bytes = try? SourceFile.read(input, limit: 4 << 20)
    else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).compactMap { String(validating: $0, as: UTF8.self) }
    return Array(lines.suffix(Self.mostLines))
  }

  /// Stores the newest lines, readable by their writer only. Errors are ignored.
  func write(_ lines: [String]) {
    guard let folder else { return }
    var out = ByteBuffer()
    for line in lines.suffix(Self.mostLines) where !line.utf8.contains(0x0A) {
      out.append(line)
      out.append("\n")
    }
    Folder.make(folder)
    _ = FileSave.save(folder + "/history", bytes: out.bytes, rule: .anyFile, mode: 0o600)
  }
}
