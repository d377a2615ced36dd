package import Foundation

/// What the program said in the cases of a suite, whole, as a recorded file: a section for each case, with its status and both
/// streams. The tests of a suite compare one after the other.
///
/// A stream of many lines is kept as its first ones, their number and a digest of all.
package struct RecordedAnswers: Sendable {
  private let path: String
  private static let linesShown = 20

  package init(_ path: String) {
    self.path = path
  }

  /// Compares an answer with the recorded one, or records it; returns the first difference. `folder` is shown as `$DIR`.
  package func compare(_ name: String, _ answer: Program.Measured, in folder: URL) -> String? {
    let text = "= \(answer.status)\n" + lines("|", answer.output, folder) + lines("!", answer.errors, folder)
    var sections = read()
    if Repository.writesGolden {
      if let index = sections.firstIndex(where: { $0.name == name }) {
        sections[index].text = text
      } else {
        sections.append((name, text))
      }
      let all = sections.map { "== \($0.name)\n\($0.text)" }.joined(separator: "\n")
      return Repository.compare(all, withRecorded: path)
    }
    guard let recorded = sections.first(where: { $0.name == name }) else { return "\(path) has no \(name)" }
    return Repository.difference(text, recorded.text).map { "\(path), \(name): \($0)" }
  }

  /// Whether the answer of a case is recorded.
  package func has(_ name: String) -> Bool {
    Repository.writesGolden || read().contains { $0.name == name }
  }

  private func read() -> [(name: String, text: String)] {
    var sections: [(name: String, text: String)] = []
    for line in (Repository.read(path) ?? "").split(separator: "\n") {
      if line.hasPrefix("== ") {
        sections.append((String(line.dropFirst(3)), ""))
      } else if !sections.isEmpty {
        sections[sections.count - 1].text += line + "\n"
      }
    }
    return sections
  }

  private func lines(_ mark: String, _ stream: Data, _ folder: URL) -> String {
    var lines = stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() } else { lines.append(Data("(no end of the line)".utf8)) }
    let shown = lines.prefix(lines.count > 2 * Self.linesShown ? Self.linesShown : lines.count).map { line in
      "\(mark) \(String(decoding: line, as: UTF8.self).replacing(folder.path, with: "$DIR"))\n"
    }
    if shown.count == lines.count { return shown.joined() }
    let digest = stream.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { $0 = ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return shown.joined() + "\(mark) … \(lines.count) lines, digest \(String(digest, radix: 16))\n"
  }
}
