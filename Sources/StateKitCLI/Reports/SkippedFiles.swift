import StateKitCore

/// The files that were skipped in folders, with reasons.
struct SkippedFiles {
  private(set) var entries: [(path: String, reason: Folder.Skip)]

  init(_ entries: [(path: String, reason: Folder.Skip)] = []) {
    self.entries = entries
  }

  mutating func add(_ path: String, reason: Folder.Skip) { entries.append((path, reason)) }

  mutating func add(_ others: SkippedFiles) { entries += others.entries }

  /// `2 without a chart, 1 hidden`; empty if none was skipped.
  var summary: String {
    Folder.Skip.allCases.compactMap { reason in
      let count = entries.count { $0.reason == reason }
      return count == 0 ? nil : "\(count) \(Self.words(reason).short)"
    }.joined(separator: ", ")
  }

  /// Writes how many were skipped, and the reason of each if requested.
  func report(_ arguments: Arguments, messenger: Messenger) {
    list(arguments, messenger: messenger)
    if !entries.isEmpty, !arguments.isQuiet { messenger.write("statekit: skipped: \(summary)") }
  }

  /// Lists them with their reasons, if requested.
  func list(_ arguments: Arguments, messenger: Messenger) {
    guard arguments.isVerbose else { return }
    for (path, reason) in entries {
      messenger.write("statekit: skipped \(FilePath.shown(path)): \(Self.words(reason).sentence)")
    }
  }

  /// The reason in a summary, and in a sentence.
  private static func words(_ reason: Folder.Skip) -> (short: String, sentence: String) {
    switch reason {
    case .hidden: ("hidden", "its name begins with a dot")
    case .packages: ("named node_modules", "installed packages are not searched")
    case .linkToFolder: ("linked to a folder", "it is a link to a folder")
    case .noChart: ("without a chart", "it contains no chart")
    case .noJSON: ("without JSON", "it is not JSON and does not look like a chart")
    case .markup: ("in XML", "it is XML, which fmt does not format")
    }
  }
}
