/// What the options of `show` say.
struct ShowArguments: Sendable {
  /// nil: what the ending of the file says, else what suits the output.
  var format: PictureFormat?
  /// A reference to the outermost state.
  var state: String?
  var depth: Int?
  var hidesActions = false
  var hidesGuards = false
  /// The script that the picture is of.
  var script: String?
  /// Scripts and folders of tests.
  var coverage: [String] = []
  var isASCII = false
}

/// How a picture of a chart is written.
enum PictureFormat: String, CaseIterable {
  case tree
  case mermaid
  case dot
  case plantuml
  case svg
  case html

  /// How the name of a file in this format ends.
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

  /// What the name of a file says.
  init?(file: String) {
    guard
      let format = Self.allCases.first(where: { file.utf8.suffix($0.ending.utf8.count).elementsEqual($0.ending.utf8) })
    else { return nil }
    self = format
  }
}
