/// The possible insertions of Tab.
struct Completion {
  /// The offset from which a candidate replaces the typed text.
  let start: Int
  let candidates: [String]

  /// The candidates that begin with the text from `start`.
  init(_ text: [UInt8], from start: Int, _ candidates: [String]) {
    let typed = text[start...]
    self.start = start
    var kept: [String] = []
    for candidate in candidates where candidate.utf8.starts(with: typed) && !kept.contains(candidate) {
      kept.append(candidate)
    }
    self.candidates = kept
  }

  /// Candidates that replace the text without beginning like it.
  init(replacing text: [UInt8], from start: Int, _ candidates: [String]) {
    self.start = start
    self.candidates = candidates
  }

  init(nothing text: [UInt8]) {
    start = text.count
    candidates = []
  }

  /// The longest common prefix of all candidates, in whole characters.
  var common: String {
    guard let first = candidates.first else { return "" }
    var length = first.utf8.count
    for candidate in candidates.dropFirst() {
      length = min(length, zip(first.utf8, candidate.utf8).prefix { $0 == $1 }.count)
    }
    var bytes = Array(first.utf8.prefix(length))
    while let last = bytes.last, String(validating: bytes, as: UTF8.self) == nil, last >= 0x80 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
