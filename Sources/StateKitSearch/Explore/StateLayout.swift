/// The layout of a state's fields in words of 64 bits: each field is within one word, and as wide as its values need.
struct StateLayout: Sendable {
  struct Field: Sendable {
    var word: Int
    var shift: UInt64
    var width: UInt64

    /// The largest value that fits.
    var limit: UInt32 { UInt32.max >> UInt32(32 - width) }
    /// Its bits in the word.
    var mask: UInt64 { (1 << width - 1) << shift }

    /// The value of the field.
    @inline(__always)
    func value(in state: [UInt64]) -> UInt32 {
      UInt32(truncatingIfNeeded: state[word] >> shift) & limit
    }
  }

  private(set) var fields: [Field]
  private(set) var words: Int

  /// `widths` are in bits, up to 32; a field without bits is always 0.
  init(widths: [Int]) {
    fields = []
    fields.reserveCapacity(widths.count)
    var word = 0
    var used = 0
    for width in widths {
      if used + width > 64 {
        word += 1
        used = 0
      }
      fields.append(Field(word: word, shift: UInt64(used), width: UInt64(width)))
      used += width
    }
    words = word + 1
  }

  /// A layout with fields wide enough for these values.
  func widened(for values: [UInt32]) -> StateLayout {
    StateLayout(
      widths: zip(fields, values).map { field, value in
        let width = Int(field.width)
        return value <= field.limit ? width : min(32, max(width + 1, 33 - value.leadingZeroBitCount))
      })
  }

  /// Packs the values of all fields. Returns false if a value does not fit.
  func pack(_ values: [UInt32], into words: inout [UInt64]) -> Bool {
    for index in 0..<self.words { words[index] = 0 }
    for (index, field) in fields.enumerated() {
      let value = values[index]
      if value > field.limit { return false }
      words[field.word] |= UInt64(value) << field.shift
    }
    return true
  }

  func unpack(_ words: [UInt64], into values: inout [UInt32]) {
    for (index, field) in fields.enumerated() {
      values[index] = UInt32(truncatingIfNeeded: (words[field.word] & field.mask) >> field.shift)
    }
  }
}
