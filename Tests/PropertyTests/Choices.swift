/// The numbers that a random chart and script are made of.
///
/// Whatever is generated is a function of this list, so that a failure is made smaller by making the list smaller: behind
/// its end everything is 0, and 0 always chooses the least.
struct Choices {
  private(set) var numbers: [UInt32]
  private var index = 0
  private var seed: UInt64
  private let grows: Bool

  /// Random choices that are the same for the same seed.
  init(seed: UInt64) {
    numbers = []
    self.seed = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    grows = true
  }

  /// Choices made before.
  init(_ numbers: [UInt32]) {
    self.numbers = numbers
    seed = 0
    grows = false
  }

  /// A number from 0 up to, but without, `limit`.
  mutating func next(_ limit: Int) -> Int {
    defer { index += 1 }
    if index == numbers.count {
      guard grows else { return 0 }
      seed ^= seed << 13
      seed ^= seed >> 7
      seed ^= seed << 17
      numbers.append(UInt32(truncatingIfNeeded: seed >> 20))
    }
    return index < numbers.count ? Int(numbers[index]) % max(1, limit) : 0
  }

  /// True once in the given count of times; false for the choice 0.
  mutating func isOne(in count: Int) -> Bool {
    next(count) == count - 1
  }

  /// The smallest list found for which `fails` still holds, in at most the given count of tries.
  static func shrink(_ numbers: [UInt32], tries: Int, _ fails: ([UInt32]) -> Bool) -> [UInt32] {
    var best = numbers
    var left = tries
    var size = max(1, best.count / 2)
    while size > 0, left > 0 {
      var start = 0
      var isSmaller = false
      while start < best.count, left > 0 {
        let end = min(best.count, start + size)
        var without = best
        without.removeSubrange(start..<end)
        var zeroed = best
        for index in start..<end { zeroed[index] = 0 }
        left -= 1
        if fails(without) {
          best = without
          isSmaller = true
        } else {
          if zeroed != best {
            left -= 1
            if fails(zeroed) {
              best = zeroed
              isSmaller = true
            }
          }
          start = end
        }
      }
      if !isSmaller { size /= 2 }
    }
    return best
  }
}
