import StateKitCore
import StateKitFormat
import StateKitInterchange

/// The charts and scripts below a folder: the one rule by which all commands and the language server find them.
///
/// The content decides if a file is a chart; its name only decides if the file is read. The name decides if a file is
/// a script.
struct FolderFiles {
  /// The endings of files that are read.
  private static let chartEndings = [".json", ".scxml", ".xml"]

  /// The folders that the files must be in, after links are followed.
  let reach: Reach
  /// The paths of files that may be charts.
  let charts: [String]
  let scripts: [String]
  /// The folders that were entered.
  let folders: [String]
  var skipped: SkippedFiles
  let unreadable: [(path: String, reason: String)]

  init(below folder: String) {
    let found = Folder.walk(folder, ending: Self.chartEndings + ArgumentKind.testEndings)
    reach = Reach(folder: folder)
    scripts = found.files.filter(Self.isScript)
    charts = found.files.filter { !Self.isScript($0) }
    folders = found.folders
    skipped = SkippedFiles(found.skipped)
    unreadable = found.unreadable
  }

  var inputs: [InputFile] { charts.map { InputFile(path: $0, reach: reach, isFound: true) } }

  static func isScript(_ path: String) -> Bool { FilePath.ends(path, in: ArgumentKind.testEndings) }

  static func endsAsChart(_ path: String) -> Bool { FilePath.ends(path, in: chartEndings) }

  /// True for a chart by its name and its content, of which the beginning is enough. An object with an event is a line
  /// of a script.
  static func isChart(_ path: String, bytes: [UInt8]) -> Bool {
    endsAsChart(path) && !TopLevel.hasKey("event", bytes: bytes)
      && skip(path, in: SourceText(name: "", bytes: bytes)) == nil
  }

  /// The reason why a file in a folder is skipped; nil for a chart, valid or not.
  static func skip(_ path: String, in source: SourceText) -> Folder.Skip? {
    // Only charts have this ending.
    if FilePath.ends(path, in: [".scxml"]) { return nil }
    switch ChartContent(source) {
    case .chart: return nil
    case .noChart: return .noChart
    case .unreadable: return .noJSON
    }
  }
}

/// A file that a command reads.
struct InputFile {
  let path: String
  /// The folders that the file must be in, after links are followed; nil for a path from the command line.
  var reach: Reach?
  /// True if it is in a named folder, and may be of any kind.
  var isFound = false
}
