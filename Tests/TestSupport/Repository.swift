package import Foundation

/// Where things of the project are, for tests.
package enum Repository {
  /// The project's folder; tests run in it, so that messages name files as a user would see them.
  package static let root: URL = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    _ = FileManager.default.changeCurrentDirectoryPath(root.path)
    return root
  }()

  /// The files below a folder whose names end so, as paths relative to the project, sorted.
  package static func files(below folder: String, ending: String) -> [String] {
    let start = root.appendingPathComponent(folder)
    guard let all = FileManager.default.enumerator(atPath: start.path) else { return [] }
    return all.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.map { folder + "/" + $0 }.sorted()
  }

  package static func read(_ path: String) -> String? {
    try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Whether recorded outputs are to be written instead of compared.
  package static var writesGolden: Bool { ProcessInfo.processInfo.environment["STATEKIT_GOLDEN"] == "write" }

  /// Compares with a recorded output, or records it; returns the first difference.
  package static func compare(_ actual: String, withRecorded path: String) -> String? {
    if writesGolden {
      try? actual.write(to: root.appendingPathComponent(path), atomically: true, encoding: .utf8)
      return nil
    }
    guard let expected = read(path) else { return "\(path) is not there; `make golden` records it" }
    return difference(actual, expected).map { "\(path): \($0)" }
  }

  /// The first line that differs, with the lines before it; nil where nothing does.
  package static func difference(_ actual: String, _ expected: String) -> String? {
    if Array(actual.utf8) == Array(expected.utf8) { return nil }
    let a = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let b = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(a, b).prefix { $0 == $1 }.count
    let before = a[max(0, line - 3)..<line].map { "    " + $0 }
    let found = line < a.count ? "  + " + a[line] : "  + (the end)"
    let wanted = line < b.count ? "  - " + b[line] : "  - (the end)"
    return (["line \(line + 1) differs (- expected, + found)"] + before + [wanted, found]).joined(separator: "\n")
  }

  /// A temporary folder with these files.
  package static func temporaryFolder(_ files: [String: String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("statekit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    return folder
  }
}
