import StateKitCore

/// The widths of texts in DejaVu Sans, the widest of the common sans-serif fonts: a text that fits with it also fits
/// with the others.
enum TextWidth {
  /// The widths of the printable ASCII characters, in thousandths of the font's size.
  private static let ascii = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863,
    748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635,
    615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636,
    337, 636, 838,
  ]

  /// The widths of these characters in the bold font.
  private static let boldASCII = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696, 696, 696, 696,
    696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775,
    637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500, 500, 675,
    716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924,
    645, 652, 582, 712, 365, 712, 838,
  ]

  /// A mean width for each other script, by its first character.
  private static let scripts: [(first: UInt32, width: Int)] = [
    (0x00, 0), (0xA0, 640), (0x250, 620), (0x370, 640), (0x400, 700), (0x530, 640), (0x590, 580), (0x600, 640),
    (0x700, 700), (0x1100, 1000), (0x1160, 700), (0x2000, 500), (0x2010, 600), (0x2026, 1000), (0x2027, 600),
    (0x2190, 838), (0x2300, 1000), (0x2C00, 700), (0x2E80, 1000), (0xA4D0, 700), (0xA960, 1000), (0xA980, 700),
    (0xAC00, 1000), (0xD7A4, 700), (0xF900, 1000), (0xFB00, 700), (0xFE30, 1000), (0xFE70, 700), (0xFF00, 1000),
    (0xFF61, 700), (0xFFE0, 1000), (0xFFE7, 700), (0x16FE0, 1000),
  ]

  /// The width of a text in thousandths of the font's size.
  static func of(_ text: some StringProtocol, isBold: Bool = false) -> Int {
    var sum = 0
    for scalar in text.unicodeScalars { sum += of(scalar, isBold: isBold) }
    return sum
  }

  static func of(_ scalar: Unicode.Scalar, isBold: Bool) -> Int {
    if (0x20..<0x7F).contains(scalar.value) {
      let width = ascii[Int(scalar.value) - 0x20]
      return isBold ? max(boldASCII[Int(scalar.value) - 0x20], width * 9 / 8) : width
    }
    if isCombining(scalar) { return 0 }
    let low = scripts.partitionPoint { $0.first <= scalar.value }
    let width = scripts[max(0, low - 1)].width
    return isBold ? width * 9 / 8 : width
  }

  /// True for a character that is drawn on the one before it, or not at all.
  static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20..<0x7F).contains(scalar.value) { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return true
    default: return false
    }
  }
}
