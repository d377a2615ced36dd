package import StateKitCore

/// The folder of a chart file, which contains the charts that it invokes (Children.md).
package struct ChartFolder {
  /// The result of reading a chart file that another one names.
  package enum Found {
    case text(SourceText)
    case unreadable(String)
  }

  /// The name of the first chart in it; empty if that is not a file in the folder, for example standard input.
  package let first: String
  /// Reads a regular file of at most `limit` bytes, by its path from this folder.
  package let read: (_ path: String, _ limit: Int) -> Found
  /// The memory that reading may use.
  package let memory: MemoryGauge

  package init(
    first: String, memory: MemoryGauge = .unbounded, read: @escaping (_ path: String, _ limit: Int) -> Found
  ) {
    self.first = first
    self.memory = memory
    self.read = read
  }

  /// A folder for charts without a file.
  package static var none: ChartFolder { ChartFolder(first: "") { _, _ in .unreadable("this chart has no folder") } }

  /// Creates a folder with the charts that `chart` invoked when it was read, for changed versions of that chart.
  package init(of chart: Chart, first: SourceText) {
    var sources: [[UInt8]: SourceText] = [:]
    for member in chart.family?.members ?? [] { sources[Array(member.path.utf8)] = member.source }
    let name = first.name.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    self.init(first: name) { path, _ in
      sources[Array(path.utf8)].map { .text($0) } ?? .unreadable("it did not exist")
    }
  }

  /// The path from the folder to a file that the chart at `base` names, without `.`, and with `..` only at its
  /// beginning; nil for an absolute path.
  package static func path(from base: String, to file: String) -> String? {
    if file.utf8.first == UInt8(ascii: "/") { return nil }
    let folder = Array(base.utf8.split(separator: UInt8(ascii: "/")).dropLast())
    return parts(of: file.utf8, from: folder).map { String(Substring($0)) }.joined(separator: "/")
  }

  /// The parts of a path without `.`, and with `..` only at the beginning. `folder`: the parts before them. Links are not
  /// followed.
  package static func parts<Path: Collection<UInt8>>(
    of path: Path, from folder: [Path.SubSequence] = []
  ) -> [Path.SubSequence] {
    var parts = folder
    for part in path.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      if part.elementsEqual("..".utf8), let last = parts.last, !last.elementsEqual("..".utf8) {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts
  }
}
