import StateKitCore

/// A process that answers each line with a line. Used by one thread at a time.
final class ProgramProcess: @unchecked Sendable {
  private let lines: ProcessLines
  /// True after its first answer.
  private(set) var hasAnswered = false

  init(_ process: ChildProcess) {
    lines = ProcessLines(process)
  }

  /// Why a program did not answer as it must.
  struct Failure: Error {
    let message: String
    /// The last lines of its standard error.
    let errors: [String]
    /// True if the shell did not find the command.
    let isNotStarted: Bool
  }

  /// The characters of its output that a message shows.
  private static let shownCharacters = 200
  private static let shownErrors = 10

  /// Sends a request, and returns the answer.
  func ask(_ request: [UInt8], atMost timeout: Int64) throws(Failure) -> ProgramAnswer {
    try checkSilence()
    let line: [UInt8]
    do throws(ProcessLines.Problem) {
      line = try lines.exchange(request, atMost: timeout)
    } catch {
      throw failure(error, timeout: timeout)
    }
    hasAnswered = true
    do throws(ProgramAnswer.Misfit) {
      return try ProgramAnswer(line)
    } catch {
      throw fail("the program's answer is wrong: \(error.reason): \(Self.shown(line[...]))")
    }
  }

  /// Throws if it has written a line without a request.
  func checkSilence() throws(Failure) {
    let unread = lines.unread()
    if unread.isEmpty { return }
    let first = unread.prefix { $0 != UInt8(ascii: "\n") }
    throw fail("the program wrote a line before it was asked: \(Self.shown(first))")
  }

  private func failure(_ problem: ProcessLines.Problem, timeout: Int64) -> Failure {
    let written = lines.unread()
    let rest = written.isEmpty ? "" : ", but wrote \(Self.shown(written))"
    switch problem {
    case .tooLong:
      return fail("the program wrote a line of more than \(ProcessLines.lineBytes >> 20) MiB: \(Self.shown(written))")
    case .late, .closed:
      if let ending = lines.process.ending(hasClosed: problem == .closed) {
        return fail("the program ended with \(ending) and did not answer\(rest)", ending: ending)
      }
      if problem == .late { return fail("the program did not answer within \(Delay.text(timeout))\(rest)") }
      return fail("the program closed its standard input or output, and did not answer\(rest)")
    }
  }

  private func fail(_ message: String, ending: String? = nil) -> Failure {
    let isNotStarted = !hasAnswered && ChildProcess.isUnknownCommand(ending)
    return Failure(message: message, errors: lines.lastErrors(Self.shownErrors), isNotStarted: isNotStarted)
  }

  /// The last lines of its standard error.
  var errors: [String] { lines.lastErrors(Self.shownErrors) }

  /// Its output in one line.
  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    let text = DisplayText.raw(String(decoding: bytes.prefix(shownCharacters), as: UTF8.self))
    let isCut = bytes.count > shownCharacters || text.unicodeScalars.count > shownCharacters
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(shownCharacters))) + (isCut ? "…" : "")
  }

  func end() { lines.process.end() }
}
