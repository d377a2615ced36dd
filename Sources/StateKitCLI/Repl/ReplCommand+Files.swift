import StateKitCore
import StateKitFormat

/// Commands that read and write files.
extension ReplCommand {
  static let files = [
    ReplCommand(
      "save", takes: "FILE [all]", .file,
      help: "writes the lines so far as a script with expectations; with all, every branch as a test",
      example: ":save door.events.txt", .act { session, argument throws(Complaint) in try session.save(argument.text) }),
    ReplCommand(
      "load", takes: "FILE", .file, help: "runs the lines of a script", example: ":load door.events.txt",
      .act { session, argument throws(Complaint) in try session.load(argument.text) }),
    ReplCommand(
      "reload", help: "reads the chart again and runs the same lines on it", .act { session, _ in session.reload() }),
  ]
}

extension ReplSession {
  fileprivate mutating func save(_ text: String) throws(Complaint) {
    var words = text.split(separator: " ").map(String.init)
    let savesAll = words.count > 1 && words.last == "all"
    if savesAll { words.removeLast() }
    guard words.count == 1 else { throw Complaint(message: ":save needs a file, and perhaps \"all\"") }
    let path = words[0]
    if !savesAll, !timeline.isReachable(timeline.current) {
      throw Complaint(message: "cannot save: after :reload the states were kept, and no script leads to them")
    }
    let ends = savesAll ? timeline.ends.filter { timeline.isReachable($0) } : [timeline.current]
    var out = ByteBuffer()
    out.append(":chart ")
    DisplayText.appendName(FilePath.name(of: chartPath), to: &out)
    out.append("\n")
    for (number, end) in ends.enumerated() {
      if savesAll { out.append(":test \"way \(number + 1)\"\n") }
      out.append(recorded(timeline.lines(to: end)))
    }
    if let reason = streams.save(path, out.bytes) {
      throw Complaint(message: "cannot write \(path): \(reason)")
    }
    say("saved \(ends.count == 1 ? "the lines so far" : "\(ends.count) branches") in \(path)")
  }

  /// Lines run anew, written down with what they do.
  private func recorded(_ lines: [[UInt8]]) -> [UInt8] {
    let recorder = ScriptRecorder(chart, chartFile: nil)
    var fresh = Machine(chart, sink: recorder)
    fresh.start()
    let parser = ScriptParser(chart)
    for (number, bytes) in lines.enumerated() {
      if let item = try? parser.parse(ScriptLine(file: "", number: number + 2, bytes: bytes)) { fresh.take(item) }
    }
    return recorder.bytes
  }

  fileprivate mutating func load(_ path: String) throws(Complaint) {
    guard !path.isEmpty else { throw Complaint(message: ":load needs a file") }
    do {
      let script = try ScriptFile(path == "-" ? "./-" : path, streams)  // Standard input is being read already.
      var lines = LineReader(script.input)
      while let next = try lines.next(willWait: {}) {
        if case .line(let range) = next {
          run(ScriptLine(file: path, number: lines.number, bytes: Array(lines.buffer[range])))
        } else {
          complain("\(path):\(lines.number): the line is too long")
        }
      }
    } catch {
      complain("cannot read \(path): \(error.reason)")
    }
  }
}
