import StateKitCore

struct ShowArguments: Sendable {
  /// nil to choose by the ending of the file, or by the output.
  var format: PictureFormat?
  /// A reference to the outermost state.
  var state: String?
  var depth: Int?
  var hidesActions = false
  var hidesGuards = false
  var showsNotes = false
  var hasLegend = false
  /// The script to run for the picture.
  var script: String?
  /// Scripts and folders of tests.
  var coverage: [String] = []
  var isASCII = false
}

/// The format of a picture of a chart.
enum PictureFormat: String, CaseIterable {
  case tree, mermaid, dot, plantuml, svg, html

  var ending: String {
    switch self {
    case .tree: ".txt"
    case .mermaid: ".mmd"
    case .dot: ".dot"
    case .plantuml: ".puml"
    case .svg: ".svg"
    case .html: ".html"
    }
  }

  /// The format by the name of a file. Throws with the known endings, and `help` about another way.
  init(ofFile file: String, help: String = "") throws(CommandEnd) {
    if let format = Self.allCases.first(where: { FilePath.ends(file, in: [$0.ending]) }) {
      self = format
      return
    }
    let endings = PictureFormat.allCases.map { "\($0.ending) \($0.rawValue)" }.joined(separator: ", ")
    throw CommandEnd(
      usage:
        "the ending of \(DisplayText.quoted(FilePath.shown(file))) is not a known format: use \(endings)\(help)")
  }
}
