/// What a Tab could put in.
struct Completion {
  /// The byte of the text from which on a candidate replaces what was typed.
  let start: Int
  let candidates: [String]

  /// Those candidates that what is typed from `start` on may become.
  init(_ text: [UInt8], from start: Int, _ candidates: [String]) {
    let typed = text[start...]
    self.start = start
    var kept: [String] = []
    for candidate in candidates where candidate.utf8.starts(with: typed) && !kept.contains(candidate) {
      kept.append(candidate)
    }
    self.candidates = kept
  }

  /// Candidates that what is typed does not begin as, and stands for all the same.
  init(replacing text: [UInt8], from start: Int, _ candidates: [String]) {
    self.start = start
    self.candidates = candidates
  }

  /// Nothing is known.
  init(nothing text: [UInt8]) {
    start = text.count
    candidates = []
  }

  /// The bytes that all candidates begin with, as far as they are whole characters.
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
