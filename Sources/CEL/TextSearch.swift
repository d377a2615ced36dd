/// Finds a text in another in linear time (Knuth, Morris and Pratt).
package enum TextSearch {
  package static func contains(_ text: [UInt8], wanted: [UInt8]) -> Bool {
    wanted.isEmpty || !starts(of: wanted, in: text, limit: 1).isEmpty
  }

  /// The offsets at which a text that is not empty begins in another, without those that overlap an earlier one.
  static func starts(of wanted: [UInt8], in text: [UInt8], limit: Int64 = .max) -> [Int] {
    // For each offset of the wanted text: the length of its longest prefix that ends there.
    var borders = [Int](repeating: 0, count: wanted.count)
    var length = 0
    for index in wanted.indices.dropFirst() {
      while length > 0, wanted[index] != wanted[length] { length = borders[length - 1] }
      if wanted[index] == wanted[length] { length += 1 }
      borders[index] = length
    }
    var starts: [Int] = []
    var matched = 0
    for (index, byte) in text.enumerated() where starts.count < limit {
      while matched > 0, byte != wanted[matched] { matched = borders[matched - 1] }
      if byte == wanted[matched] { matched += 1 }
      if matched == wanted.count {
        starts.append(index + 1 - matched)
        matched = 0
      }
    }
    return starts
  }
}
