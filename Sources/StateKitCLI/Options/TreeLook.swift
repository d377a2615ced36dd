import StateKitCore
import StateKitPictures

extension Streams {
  /// How a tree is written on standard output, or to a file: that is the same everywhere.
  func treeStyle(_ arguments: Arguments, isFile: Bool = false) -> TreeStyle {
    var style = TreeStyle()
    style.isUnicode = !arguments.show.isASCII && (isFile || understandsUTF8)
    if isFile { return style }
    style.hasColor = hasColor(arguments.color, on: output)
    style.width = output.columns
    return style
  }

  /// Whether the locale lets other characters than ASCII be shown: also where it says nothing.
  private var understandsUTF8: Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = environment(name), !value.isEmpty else { continue }
      return value.lowercased().utf8.filter { $0 != UInt8(ascii: "-") }.includes("utf8".utf8)
    }
    return true
  }
}
