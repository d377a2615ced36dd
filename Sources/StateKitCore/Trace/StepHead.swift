/// How a line of a trace in JSON begins: `{"step":12,"time":0`. It is counted on in place, digit by digit, because to write
/// two numbers again takes longer than all the rest of most lines.
struct StepHead {
  private static let first: StaticString = "{\"step\":"
  private static let second: StaticString = ",\"time\":"
  /// Room for both words and the digits of both numbers.
  private static let most = 64

  private var text = SIMD64<UInt8>()
  private var count = 0
  /// The offset of the last digit of the step.
  private var lastDigit = 0
  private var step: Int64 = -1
  private var time: Int64 = -1

  @inline(__always)
  mutating func append(_ step: Int64, _ time: Int64, to out: inout ByteBuffer) {
    if step != self.step + 1 || time != self.time || !countOn() { put(step, time) }
    self.step = step
    out.append(text, count: count)
  }

  /// Goes on to the next step; false where it has one digit more.
  @inline(__always)
  private mutating func countOn() -> Bool {
    var offset = lastDigit
    while text[offset] == UInt8(ascii: "9") {
      text[offset] = UInt8(ascii: "0")
      offset -= 1
    }
    if text[offset] == UInt8(ascii: ":") { return false }
    text[offset] &+= 1
    return true
  }

  @inline(never)
  private mutating func put(_ step: Int64, _ time: Int64) {
    var bytes = ByteBuffer(capacity: Self.most)
    bytes.append(Self.first)
    bytes.append(decimal: step)
    lastDigit = bytes.count - 1
    bytes.append(Self.second)
    bytes.append(decimal: time)
    count = min(bytes.count, Self.most)
    bytes.withSpan { for offset in 0..<count { text[offset] = $0[offset] } }
    self.time = time
  }
}
