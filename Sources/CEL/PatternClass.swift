/// The classes of characters that have names in patterns, as in RE2.
enum PatternClass {
  /// `\d`, `\w`, `\s` and their opposites; ASCII, as in RE2.
  static func named(_ letter: Unicode.Scalar) -> ([ClosedRange<UInt32>], Bool)? {
    switch letter {
    case "d", "D": ([48...57], letter == "D")
    case "w", "W": ([48...57, 65...90, 95...95, 97...122], letter == "W")
    case "s", "S": ([9...10, 12...13, 32...32], letter == "S")
    default: nil
    }
  }

  /// The class names allowed between `[:` and `:]`.
  static let ascii: [(name: String, ranges: [ClosedRange<UInt32>])] = [
    ("alnum", [48...57, 65...90, 97...122]), ("alpha", [65...90, 97...122]), ("ascii", [0...127]),
    ("blank", [9...9, 32...32]), ("cntrl", [0...31, 127...127]), ("digit", [48...57]), ("graph", [33...126]),
    ("lower", [97...122]), ("print", [32...126]), ("punct", [33...47, 58...64, 91...96, 123...126]),
    ("space", [9...13, 32...32]), ("upper", [65...90]), ("word", [48...57, 65...90, 95...95, 97...122]),
    ("xdigit", [48...57, 65...70, 97...102]),
  ]
}
