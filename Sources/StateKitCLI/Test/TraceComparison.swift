import StateKitCore
import StateKitSearch
import StateKitTest

/// Compares a trace with a recorded trace while it is written, and keeps only what comes after the first difference.
final class TraceComparison: OutputStream {
  /// The bytes of each trace that are kept after the first difference.
  static let mostKept = 4 << 20
  /// The bytes of a difference that are shown.
  static let mostShown = 256 << 10
  /// The first length at which a line without an end is compared.
  private static let checkedLength = 64 << 10

  /// The parts of the lines that are compared.
  enum Positions {
    /// Without the folder of the chart, which depends on where the tool runs.
    case withoutFolder
    /// Without positions, and without the texts of guards.
    case omitted
  }

  private let recorded: [UInt8]
  private let positions: Positions
  private let most: Int
  /// The offset of the first line of the recorded trace that is not equal, and the number of lines before it.
  private var offset = 0
  private var equalLines = 0
  private var differs = false
  /// The bytes of the trace from that line on.
  private var pending: [UInt8] = []
  /// The count of pending bytes that have no line end.
  private var scanned = 0
  private var nextCheck = checkedLength
  /// True if the trace is longer than what is kept.
  private var isCut = false

  init(_ recorded: [UInt8], positions: Positions = .withoutFolder, most: Int = mostKept) {
    self.recorded = recorded
    self.positions = positions
    self.most = most
  }

  /// Says that nothing more is needed.
  var failure: String? { isCut ? "the traces differ" : nil }
  var isTerminal: Bool { false }
  var columns: Int? { nil }

  func write(_ bytes: Span<UInt8>) {
    if isCut { return }
    unsafe bytes.withUnsafeBufferPointer { unsafe pending.append(contentsOf: $0) }
    if !differs { follow() }
    if differs, pending.count > most {
      isCut = true
      pending = Array(Self.wholeLines(pending[...], most: most))
    }
  }

  /// Passes equal lines.
  private func follow() {
    var start = 0
    while let end = pending[scanned...].firstIndex(of: Self.lineEnd) {
      let next = recorded[offset...].firstIndex(of: Self.lineEnd) ?? recorded.count
      differs =
        offset == recorded.count || !compared(pending[start..<end]).elementsEqual(compared(recorded[offset..<next]))
      if differs { break }
      offset = min(next + 1, recorded.count)
      equalLines += 1
      start = end + 1
      scanned = start
      nextCheck = Self.checkedLength
    }
    pending.removeSubrange(..<start)
    scanned = pending.count
    if !differs, pending.count >= nextCheck {
      differs = !recorded[offset...].starts(with: pending)
      nextCheck = pending.count * 2
    }
  }

  /// True if the traces are equal; asked after the last line.
  var isSame: Bool { !differs && offset == recorded.count && pending.isEmpty }

  /// The difference in lines, and whether it is only the beginning of the difference.
  func difference() -> (lines: LineDiff, isCut: Bool) {
    var start = offset
    var before = 0
    while before < LineDiff.context, start > 0 {
      start = recorded[..<(start - 1)].lastIndex(of: Self.lineEnd).map { $0 + 1 } ?? 0
      before += 1
    }
    let context = recorded[start..<offset]
    let old = Self.wholeLines(recorded[offset...], most: most)
    let diff = LineDiff(
      from: texts(context) + texts(old), to: texts(context) + texts(pending[...]), after: equalLines - before)
    return (diff, isCut || old.count < recorded.count - offset)
  }

  private func texts(_ bytes: ArraySlice<UInt8>) -> [String] {
    var lines = bytes.split(separator: Self.lineEnd, omittingEmptySubsequences: false).map {
      String(decoding: compared($0), as: UTF8.self)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static let lineEnd = UInt8(ascii: "\n")
  private static let errorLine = Array("  error: ".utf8)

  /// The part of a line that is compared.
  private func compared(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if positions == .omitted { return ChartDiff.compared(line) }
    guard line.starts(with: Self.errorLine), let open = line.lastIndex(of: UInt8(ascii: "(")) else { return line }
    guard line.last == UInt8(ascii: ")"), let slash = line[open...].lastIndex(of: UInt8(ascii: "/")) else {
      return line
    }
    return line[...open] + line[(slash + 1)...]
  }

  /// The lines at the beginning that have at most this many bytes together.
  private static func wholeLines(_ bytes: ArraySlice<UInt8>, most: Int) -> ArraySlice<UInt8> {
    if bytes.count <= most { return bytes }
    let part = bytes.prefix(most)
    return part.lastIndex(of: lineEnd).map { part[...$0] } ?? part
  }
}
