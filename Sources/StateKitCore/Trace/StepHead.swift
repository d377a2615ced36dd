/// The beginning of a line of a trace in JSON: `{"step":12,"time":0`. Mostly only the last digit of the step changes
/// from one line to the next: it is added to the others in a register. In memory it would have to be read again right
/// after it was written, which takes longer than the rest of most lines.
struct StepHead {
  /// `{"step":`, and the digits of the step before its last eight.
  private var first = SIMD32<UInt8>()
  private var firstCount = 0
  private var high: Int64 = -1
  /// The last digits of the step with 0 as the very last, the foremost in the lowest byte.
  private var digits: UInt64 = 0
  private var digitCount = 1
  /// The step with these digits; the nine following steps begin in the same way.
  private var ten: Int64 = -10
  /// `,"time":` and the time.
  private var second = SIMD32<UInt8>()
  private var secondCount = 0
  private var time: Int64 = -1

  @inline(__always)
  mutating func append(_ step: Int64, time: Int64, to out: inout ByteBuffer) {
    if UInt64(bitPattern: step &- ten) >= 10 { put(step) }
    if time != self.time { put(time: time) }
    let last = UInt64(bitPattern: step &- ten) << UInt64(8 * (digitCount - 1))
    out.append(first, count: firstCount, word: digits &+ last, count: digitCount, last: second, count: secondCount)
  }

  @inline(never)
  private mutating func put(_ step: Int64) {
    let high = step / 100_000_000
    if high != self.high {
      self.high = high
      (first, firstCount) = Self.text("{\"step\":", number: high == 0 ? nil : high)
    }
    ten = step - step % 10
    let digits = ByteBuffer.digits(UInt32(truncatingIfNeeded: ten % 100_000_000))
    let zeros = high == 0 ? min(7, digits.trailingZeroBitCount >> 3) : 0
    self.digits = (digits | 0x3030_3030_3030_3030) >> UInt64(8 * zeros)
    digitCount = 8 - zeros
  }

  @inline(never)
  private mutating func put(time: Int64) {
    self.time = time
    (second, secondCount) = Self.text(",\"time\":", number: time)
  }

  /// A word of eight bytes, and a number behind it: 28 bytes at most.
  private static func text(_ word: StaticString, number: Int64?) -> (bytes: SIMD32<UInt8>, count: Int) {
    var buffer = ByteBuffer(capacity: 32)
    buffer.append(word)
    if let number { buffer.append(decimal: number) }
    var bytes = SIMD32<UInt8>()
    let count = min(buffer.count, 32)
    buffer.withSpan { for offset in 0..<count { bytes[offset] = $0[offset] } }
    return (bytes, count)
  }
}
