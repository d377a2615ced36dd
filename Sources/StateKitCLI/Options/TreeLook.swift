import StateKitCore
import StateKitPictures

extension Streams {
  /// The style of a tree on standard output or in a file; all commands share it.
  func treeStyle(_ arguments: Arguments, isFile: Bool = false) -> TreeStyle {
    var style = TreeStyle()
    style.isUnicode = !arguments.show.isASCII && (isFile || understandsUTF8)
    if isFile { return style }
    style.hasColor = hasColor(arguments.color, on: output)
    style.width = output.columns
    return style
  }

  /// True if the locale allows non-ASCII characters, or does not say.
  private var understandsUTF8: Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = environment(name), !value.isEmpty else { continue }
      return value.lowercased().utf8.filter { $0 != UInt8(ascii: "-") }.includes("utf8".utf8)
    }
    return true
  }
}
