/// Finds a text in another in linear time (Knuth, Morris and Pratt).
package enum TextSearch {
  package static func contains(_ text: [UInt8], wanted: [UInt8]) -> Bool {
    if wanted.isEmpty { return true }
    // For each offset of the wanted text: the length of its longest prefix that ends there.
    var borders = [Int](repeating: 0, count: wanted.count)
    var length = 0
    for index in wanted.indices.dropFirst() {
      while length > 0, wanted[index] != wanted[length] { length = borders[length - 1] }
      if wanted[index] == wanted[length] { length += 1 }
      borders[index] = length
    }
    var matched = 0
    for byte in text {
      while matched > 0, byte != wanted[matched] { matched = borders[matched - 1] }
      if byte == wanted[matched] { matched += 1 }
      if matched == wanted.count { return true }
    }
    return false
  }
}
