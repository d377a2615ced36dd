import CEL
import StateKitCore

/// Shows the progress of long work, on a terminal only.
struct TestProgress {
  private let output: any OutputStream
  private let count: Int
  private let isShown: Bool

  init(_ output: any OutputStream, of count: Int, isShown: Bool) {
    self.output = output
    self.count = count
    self.isShown = isShown && output.isTerminal
  }

  func show(_ done: Int) {
    if isShown { output.write("\r\(done) of \(count)\u{1B}[K".utf8Bytes.span) }
  }

  func clear() {
    if isShown { output.write("\r\u{1B}[K".utf8Bytes.span) }
  }
}
