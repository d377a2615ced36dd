import StateKitCore
import StateKitInterchange

/// The charts and scripts below a folder: the one rule by which all commands and the language server find them.
///
/// A file is a chart by its content; its name says only that it is looked at. A script is one by its name.
struct FolderFiles {
  /// Files with these endings are looked at.
  private static let chartEndings = [".json", ".scxml", ".xml"]

  /// Where the files must lie, links followed.
  let reach: Reach
  /// Files that may be charts.
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

  static func isScript(_ path: String) -> Bool {
    FilePath.ends(path, in: ArgumentKind.testEndings)
  }

  /// Why a file in a folder is passed over; nil for a chart, broken or not.
  static func skip(_ path: String, in source: SourceText) -> Folder.Skip? {
    // Nothing else has this ending.
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
  /// Where it must lie, links followed; nil where somebody has typed its path.
  let reach: Reach?
}
