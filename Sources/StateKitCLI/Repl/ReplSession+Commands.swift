import CEL
import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// Why a command could not be carried out, for the one who typed it.
struct Complaint: Error {
  let message: String

  init(message: String) {
    self.message = message
  }

  /// What the parser says of a piece of a command.
  init(_ error: ScriptParser.Mistake, else message: String) {
    self.message = error.diagnostics.first?.message ?? message
  }
}

/// The commands of the REPL.
extension ReplSession {
  /// A line that begins with a colon.
  mutating func command(_ line: ScriptLine) {
    let body = line.bytes[line.body.range]
    let word = String(decoding: body.dropFirst().prefix { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
    let rest = body.dropFirst(1 + word.utf8.count).drop { $0 == 0x20 || $0 == 0x09 }
    var argument = Array(rest)
    while argument.last == 0x20 || argument.last == 0x09 || argument.last == 0x0D { argument.removeLast() }
    switch ReplCommand.match(word) {
    case .unknown:
      let help = Suggestion.help(for: ":" + word, among: ReplCommand.allCases.map { ":" + $0.rawValue })
      complain("no command is named \(DisplayText.quoted(":" + word))\(help.map { ", \($0)" } ?? "; :help lists them")")
    case .ambiguous(let found):
      complain("\":\(word)\" could be \(found.map { ":" + $0.rawValue }.joined(separator: ", "))")
    case .command(let command) where command.isOfScript:
      if word.utf8.elementsEqual(command.rawValue.utf8) { return run(line) }
      // A shortened word is written out.
      run(ScriptLine(file: line.file, number: line.number, bytes: Array(":\(command.rawValue) ".utf8) + argument))
    case .command(let command): perform(command, argument)
    }
  }

  private mutating func perform(_ command: ReplCommand, _ argument: [UInt8]) {
    let text = String(decoding: argument, as: UTF8.self)
    switch command {
    case .state, .tree, .context, .events, .timers: write(ReplViews.view(command, of: machine) ?? "")
    case .why:
      do throws(ScriptParser.Mistake) {
        write(try FamilyWhy.asking(argument, machine, source).text())
      } catch {
        complain(error.diagnostics.first?.message ?? "this is no event")
      }
    case .peek:
      guard let event = event(argument) else { return }
      runner.peek(event)
      say("nothing was done; in \(shownConfiguration)")
    case .back: move(text) { $0.back($1) }
    case .forward: move(text) { $0.forward($1) }
    case .mark:
      guard let name = name(text) else { return complain(":mark needs a name") }
      timeline.mark(name)
    case .goto:
      guard let name = name(text) else { return complain(":goto needs the name of a mark") }
      guard timeline.go(to: name) else {
        let help = Suggestion.help(for: name, among: timeline.markNames).map { ", \($0)" } ?? ""
        return complain("no mark is named \(DisplayText.quoted(name))\(help)")
      }
      arrive()
    case .marks:
      for mark in timeline.allMarks {
        say("  \(DisplayText.name(mark.name)): after \(mark.depth) lines\(mark.isHere ? ", here" : "")")
      }
    case .history:
      let lines = timeline.lines(to: timeline.current)
      for (number, line) in lines.enumerated().suffix(50) {
        say("  \(number + 1)  " + String(decoding: line, as: UTF8.self))
      }
    case .save: save(text)
    case .load: load(text)
    case .reload: reload()
    case .watch: watch(argument)
    case .unwatch: watches.removeAll()
    case .break: addBreak(argument)
    case .unbreak: debugger.breaks.removeAll()
    case .step:
      debugger.isStepping = true
      say("the next line runs step by step")
    case .continue: complain("no run is stopped")
    case .reset: reset()
    case .help: help(text)
    case .quit: isOver = true
    case .expect, .set, .test, .chart: break
    }
  }

  private mutating func event(_ argument: [UInt8]) -> Event? {
    let line = ScriptLine(file: SourceFile.standardInputName, number: 2, bytes: argument)
    do throws(ScriptParser.Mistake) {
      if case .event(let event) = try ScriptParser(chart).parse(line) { return event }
      complain("this needs an event, with a payload or without")
    } catch {
      complain(error.diagnostics.first?.message ?? "this is no event")
    }
    return nil
  }

  /// A name that is given as a word or a JSON string.
  private func name(_ text: String) -> String? {
    if text.isEmpty { return nil }
    if case .string(let name)? = JSONText.value(of: Array(text.utf8)) { return name }
    return text
  }

  // MARK: Back and forth

  private mutating func move(_ text: String, _ step: (inout Timeline, Int) -> Int) {
    guard let count = text.isEmpty ? 1 : Int(text), count > 0 else {
      return complain("the number of lines must be above 0")
    }
    let made = step(&timeline, count)
    if made < count { say("  \(made) of \(count) lines: there are no more") }
    arrive()
  }

  /// The machine becomes what it was at the current moment.
  mutating func arrive() {
    runner.restore(timeline.now.snapshot)
    hasGoneBack = true
    say("  => \(machine.configuration.leaves.map { chart.shownReference($0) }.joined(separator: ", "))")
    showWatches()
  }

  // MARK: Files

  private mutating func save(_ text: String) {
    var words = text.split(separator: " ").map(String.init)
    let savesAll = words.count > 1 && words.last == "all"
    if savesAll { words.removeLast() }
    guard words.count == 1 else { return complain(":save needs a file, and perhaps \"all\"") }
    let path = words[0]
    if !savesAll, !timeline.isReachable(timeline.current) {
      return complain("cannot save: after :reload the states were kept, and no script leads to them")
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
      complain("cannot write \(path): \(reason)")
    } else {
      say("saved \(ends.count == 1 ? "the lines so far" : "\(ends.count) branches") in \(path)")
    }
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

  private mutating func load(_ path: String) {
    guard !path.isEmpty else { return complain(":load needs a file") }
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

  // MARK: Others

  /// `on STATE|EVENT [if EXPRESSION]`
  private mutating func addBreak(_ argument: [UInt8]) {
    var words = String(decoding: argument, as: UTF8.self)
    if words.isEmpty {
      for stop in debugger.breaks { say("  on \(stop.text)") }
      if debugger.breaks.isEmpty { say("  no breaks") }
      return
    }
    if words.hasPrefix("on ") { words.removeFirst(3) }
    switch breaking(on: words) {
    case .failure(let complaint): complain(complaint.message)
    case .success(let stop):
      debugger.breaks.append(stop)
      say("will stop on \(words)")
    }
  }

  /// Where a run stops that `:break on WORDS` asks for.
  func breaking(on words: String) -> Result<Debugger.Break, Complaint> {
    var condition: Expression?
    var name = words
    if let range = words.utf8.firstRange(of: " if ".utf8) {
      name = String(words[..<range.lowerBound])
      do throws(ScriptParser.Mistake) {
        condition = try ScriptParser(chart).expression(Array(words[range.upperBound...].utf8))
      } catch {
        return .failure(Complaint(error, else: "this is no expression"))
      }
    }
    guard let wanted = self.name(name) else {
      return .failure(Complaint(message: ":break needs a state or an event"))
    }
    var state: StateID?
    if case .state(let found) = chart.resolve(wanted.utf8.span) { state = found }
    let event = chart.event(wanted.utf8.span, data: nil)
    if state == nil, !chart.isKnown(event) {
      let all = chart.states.map { chart.names.text($0.name) } + chart.handledEventNames
      let help = Suggestion.help(for: wanted, among: all).map { ", \($0)" } ?? ""
      return .failure(Complaint(message: "no state and no event is named \(DisplayText.quoted(wanted))\(help)"))
    }
    return .success(Debugger.Break(text: words, name: wanted, state: state, condition: condition))
  }

  private mutating func watch(_ argument: [UInt8]) {
    if argument.isEmpty { return showWatches() }
    do throws(ScriptParser.Mistake) {
      let expression = try ScriptParser(chart).expression(argument)
      watches.append((String(decoding: argument, as: UTF8.self), expression))
      showWatches()
    } catch {
      complain(error.diagnostics.first?.message ?? "this is no expression")
    }
  }

  private mutating func help(_ text: String) {
    let word = text.utf8.first == UInt8(ascii: ":") ? String(text.dropFirst()) : text
    if word.isEmpty {
      say("A line is an event, with a payload or without (open, pay {\"cents\": 5}); a move of the clock (+5s, +next,")
      say("+idle); or a command, which may be shortened as long as it is clear:")
      for command in ReplCommand.allCases {
        let margin = String(repeating: " ", count: max(1, 26 - command.synopsis.utf8.count))
        say("  " + command.synopsis + margin + command.help.text)
      }
      return
    }
    guard case .command(let command) = ReplCommand.match(word) else {
      return complain("no command is named \(DisplayText.quoted(":" + word)); :help lists them")
    }
    say("\(command.synopsis): \(command.help.text)")
    say("  for example  \(command.help.example)")
  }
}
