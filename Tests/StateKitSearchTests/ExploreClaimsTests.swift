import StateKitCore
import StateKitFormat
import StateKitSearch
import Synchronization
import TestSupport
import Testing

/// The inputs on which claims of an exploration rest.
@Suite struct ExploreClaimsTests {
  /// What is only sampled: payloads, events that are left out, and the moments of two timers.
  @Test(arguments: [
    (#""a": {"set": {"actions": {"assign": {"u": "event.data.n"}}}}"#, Samples.payloads),
    (#""a": {"set": {"actions": {"log": "${event.data.n}"}}}"#, Samples.payloads),
    (#""a": {"set": {"actions": {"raise": "${event.data}"}}}"#, Samples.payloads),
    (#""a": {"set": {"actions": {"forEach": "event.data", "as": "i", "do": "beep"}}}"#, Samples.payloads),
    (#""a": {"set": {"actions": {"log": "${event.data}"}}}"#, Samples()),
    (#""a": {"set": {"actions": {"assign": {"u": "event.data"}}}}"#, Samples()),
    (
      #""a": {"set": {"actions": {"assign": {"u": "event.data"}}}, "go": {"guard": "u == 1", "target": "a"}}"#,
      Samples.payloads
    ),
    (#""a": {"out": "b"}, "b": {}"#, Samples.events),
    // One timer at a time; two that start together; one that starts beside another.
    (#""a": {"after": {"5s": "b"}}, "b": {"after": {"3s": "a"}, "go": {"target": "b", "reenter": true}}"#, Samples()),
    (
      #""a": {"type": "parallel", "subStates": {"p": {"after": {"5s": {"actions": "x"}}}, "q": {"after": {"3s": {"actions": "x"}}}}}"#,
      Samples()
    ),
    (
      #""a": {"after": {"5s": "c"}, "initial": "i", "subStates": {"i": {"go": "j"}, "j": {"after": {"3s": "i"}}}}, "c": {}"#,
      Samples.times
    ),
    (
      #""a": {"after": {"5s": "c"}, "go": {"actions": {"send": "x", "delay": "1h", "id": "1"}}, "x": null}, "c": {}"#,
      Samples.times
    ),
    (#""a": {"after": {"soon": "b"}, "go": "c"}, "c": {"go": "a"}, "b": {}"#, Samples.delays),
    (#""a": {"go": {"actions": {"send": "x", "delay": "soon"}}, "x": null}"#, Samples.delays),
  ])
  func `what is only sampled is named`(states: String, samples: Samples) throws {
    let located = try ExploreTests.located(ExploreTests.states(states, context: #"{"u": 0}"#))
    for replaysSteps in [true, false] {
      let found = try ExploreTests.explore(located) { options in
        options.choice.except = ["out"]
        options.replaysSteps = replaysSteps
        options.bounds.states = 50
        options.properties.all = [.reach(try ScriptParser(located.chart).condition(Array("false".utf8)))]
      }
      #expect(found.space.samples == samples)
      let absence = try #require(found.answers.first?.finding)
      #expect(absence.isSampled != samples.isEmpty && absence.message.hasSuffix(samples.limitation), "\(absence)")
    }
  }

  /// Guards that read parts of a payload without a declared type; their target is entered.
  @Test(arguments: [
    "size(event.data.l) > 2", "event.data.name.size() == 5", "event.data.l[0] == 3", "event.data.l[1] == 3",
    "event.data.o.p > 1", "event.data.o['p'] > 1", "event.data[0] > 2", "size(event.data) > 2",
    "event.data.exists(x, x == 4)", "event.data.l.exists(x, x > 2)", "event.data.m.all(k, k.v > 3)",
    "event.data.m.exists(k, k.v.w == 'x')", "'a' in event.data.roles", "has(event.data.o.p)",
    "has(event.data.o) && !has(event.data.o.p)", "has(event.data.o) && event.data.o.p.q == 'x'",
    "event.data.a.x > 1 && event.data.a.y > 5", "size(event.data.l) > 2 && event.data.l.all(x, x > 5)",
    "event.data.x > 1 && event.data.y > 5 && event.data.z > 7", "event.data.u.name == 'Ann' && event.data.u.age >= 18",
    "event.data.a.x > 1 && event.data.a.y > 5 && event.data.a.z > 7",
    "size(event.data.name) > 2 && event.data.age > 18", "event.data.l[0].p == 3 && event.data.l[0].q.r == 4",
    "isGrown(event.data)",
    "event.data.matches('^[^@ ]+@(x|yy)+[.][a-z]{2,3}$')", "event.data.name.matches('(?i)^Q[0-9]+')",
  ])
  func `parts of payloads are tried as they are read`(condition: String) throws {
    let chart =
      #"{"guards": {"isGrown": "has(params.who) && params.who.age > 17"}, "root": {"initial": "a", "subStates": {"#
      + #""a": {"go": {"guard": "\#(condition)", "target": "b"}}, "b": {"back": "a"}}}}"#
    let found = try ExploreTests.explore(try ExploreTests.located(chart))
    #expect(found.findings.filter { $0.code == .unreachable }.isEmpty)
  }

  /// The same, where the payload, or a part of it, has been passed on to a context key or a loop.
  @Test(arguments: [
    (#"{"assign": {"user": "event.data"}}"#, "user.age > 17 && user.name == 'x'"),
    (#"{"assign": {"user": "event.data.who"}}"#, "user.age > 17 && user.name == 'x'"),
    (#"{"assign": {"list": "list + [event.data]"}}"#, "list.exists(i, i.price > 10)"),
    (#"{"assign": {"list": "event.data.all"}}"#, "list[1].price > 10"),
    (#"{"if": "event.data.ok", "then": {"assign": {"user": "event.data"}}}"#, "user.age > 17"),
    (#"{"forEach": "event.data.all", "as": "i", "do": {"assign": {"sum": "sum + i.price"}}}"#, "sum > 10"),
    (#"{"forEach": "event.data", "as": "i", "do": {"assign": {"sum": "sum + i.price * i.count"}}}"#, "sum > 10"),
  ])
  func `parts of payloads are tried as they are read where they have been passed on to`(
    actions: String, condition: String
  ) throws {
    let states =
      #""a": {"set": {"actions": \#(actions), "target": "c"}}, "c": {"go": {"guard": "\#(condition)", "target": "b"}}, "b": {}"#
    let chart = ExploreTests.states(states, context: #"{"user": {}, "list": [], "sum": 0}"#)
    let found = try ExploreTests.explore(try ExploreTests.located(chart))
    #expect(found.findings.filter { $0.code == .unreachable }.isEmpty)
  }

  private static let square = #""pin": {"guard": "event.data * event.data == 49", "actions": "#

  /// An absence that other payloads would end: behind an event that is raised, a child, and the end of host work.
  @Test(arguments: [
    (
      #"{"events": {"pin": "int"}, "internalEvents": {"match": null}, "root": {"# + square
        + #"{"raise": "match"}}, "match": {"actions": "beep"}}}"#, DiagnosticCode.neverTaken, true
    ),
    (
      #"{"events": {"pin": "int"}, "root": {"invoke": {"id": "pad", "forward": true, "chart": {"root": {"# + square
        + #""beep"}}}}}}"#, .deadEnd, true
    ),
    (
      #"{"events": {"pin": "int"}, "internalEvents": {"match": null}, "root": {"match": {"actions": "beep"}, "invoke": {"id": "pad", "forward": true, "chart": {"root": {"#
        + square + #"{"send": "match", "to": "parent"}}}}}}}"#, .neverTaken, true
    ),
    (
      #"{"events": {"pin": "int", "go": null}, "internalEvents": {"match": null}, "root": {"# + square
        + #""beep"}, "match": {"actions": "beep"}, "go": {"actions": "beep"}}}"#, .neverTaken, false
    ),
  ])
  func `an absence that other payloads could end is sampled`(chart: String, code: DiagnosticCode, isSampled: Bool)
    throws
  {
    let located = try ExploreTests.located(chart)
    let found = try ExploreTests.explore(located) { _ in }.findings.filter { $0.code == code }
    let absence = try #require(found.first { $0.message.contains("match") || code == .deadEnd }, "\(found)")
    #expect(absence.isSampled == isSampled, "\(absence)")
  }

  /// A run that leaves `g` behind in `f`, for good or only with the payloads of `n` that are tried.
  @Test(arguments: [
    (#""f": {"type": "final"}"#, false), (#""f": {}"#, false), (#""f": {"go": null, "n": null}"#, false),
    (#""f": {"n": {"guard": "event.data * event.data == 49", "target": "g"}}"#, true),
    (#""f": {"initial": "x", "subStates": {"x": {"go": "y"}, "y": {"go": "x"}}}"#, false),
    (#""f": {"initial": "x", "subStates": {"x": {"go": "y"}, "y": {"go": "x", "n": {"actions": "beep"}}}}"#, true),
    (#""f": {"invoke": {"id": "kid", "forward": true, "chart": {"root": {"n": null}}}}"#, true),
  ])
  func `a run that no payload leads on from is certain`(end: String, isSampled: Bool) throws {
    let states = #""a": {"go": "f", "n": {"guard": "event.data > 3", "target": "g"}}, "g": {"go": "a"}, "# + end
    let located = try ExploreTests.located(
      ExploreTests.states(states).replacing("{\"context\"", with: #"{"events": {"go": null, "n": "int"}, "context""#))
    let parser = ScriptParser(located.chart)
    let (a, g) = (try parser.condition(Array("isIn('a')".utf8)), try parser.condition(Array("isIn('g')".utf8)))
    for isFair in [false, true] {
      let found = try ExploreTests.explore(located) { options in
        options.properties.all = [.home(g), .inevitable(g), .leadsTo(a, g)]
        options.properties.isFair = isFair
      }
      for finding in found.answers.compactMap(\.finding) + found.findings.filter({ $0.code == .deadEnd })
      where finding.loop.isEmpty {
        #expect(finding.isSampled == isSampled && finding.fails(isStrict: false) == !isSampled, "\(finding)")
      }
      #expect(found.answers.allSatisfy { $0.verdict == .fails }, "\(found.answers)")
    }
  }

  @Test func `a search that ends before its inputs are known is not complete`() throws {
    let located = try ExploreTests.located(
      #"{"events": {"pin": "int"}, "root": {"initial": "a", "subStates": {"a": {"pin": "b"}, "b": {"pin": "a"}}}}"#)
    let found = try ExploreTests.explore(located) { $0.stop = { .timeLimit } }
    #expect(!found.space.isComplete && found.findings.allSatisfy(\.isBounded), "\(found.findings)")
  }

  /// A report whose time is over, or that a signal ended, says which findings were not looked for.
  @Test(arguments: [
    (#""a": {"go": "b"}, "b": {"go": "c"}, "c": {"go": "b"}"#, true),
    // Nothing is left for good.
    (#""a": {"go": "b"}, "b": {"go": "a"}"#, false),
  ])
  func `findings that were not looked for are named`(states: String, hasTrap: Bool) throws {
    let located = try ExploreTests.located(ExploreTests.states(states))
    for isVerbose in [false, true] {
      let codes: [DiagnosticCode] = !hasTrap ? [] : isVerbose ? [.trap, .neverAgain] : [.trap]
      let late = try ExploreTests.explore(located) {
        ($0.isVerbose, $0.endsReport) = (isVerbose, { true })
      }
      #expect(late.notSearched == codes && !late.findings.contains { codes.contains($0.code) })
      let inTime = try ExploreTests.explore(located) { $0.isVerbose = isVerbose }
      #expect(inTime.notSearched.isEmpty && codes.allSatisfy { code in inTime.findings.contains { $0.code == code } })
    }
  }

  /// The time for the report lasts for `asked` questions whether it is over, one for each 64 states; then it says what
  /// was asked.
  @Test(arguments: [
    (0, 40, PropertyAnswer.Verdict.fails, ""), (0, 150, .bounded, "up to 62 lines"),
    (1, 150, .bounded, "up to 126 lines"), (2, 150, .fails, ""),
  ])
  func `a state that breaks a property is found before the time is over`(
    asked: Int, depth: Int, verdict: PropertyAnswer.Verdict, tried: String
  ) throws {
    let located = try ExploreTests.located(
      ExploreTests.states(#""a": {"go": {"actions": {"assign": {"n": "n + 1"}}}}"#, context: #"{"n": 0}"#))
    let count = Mutex(0)
    let found = try ExploreTests.explore(located, depth: 200) { options in
      let parser = ScriptParser(located.chart)
      // What needs the whole graph does not come before.
      options.properties.all = [
        .home(try parser.condition(Array("isIn('a')".utf8))),
        .never(try parser.condition(Array("n >= \(depth)".utf8))),
      ]
      options.isExact = true
      options.endsReport = {
        count.withLock { count in
          count += 1
          return count > asked
        }
      }
    }
    let answer = found.answers[1]
    #expect(answer.verdict == verdict && answer.isLate == !tried.isEmpty && found.answers[0].isLate)
    #expect(answer.finding?.message.contains(tried) == true || tried.isEmpty, "\(found.answers)")
    #expect(tried.isEmpty == (answer.finding?.script?.count == depth))
  }

  @Test func `payloads that the chart's declaration refuses are not tried`() throws {
    let located = try ExploreTests.located(
      #"{"events": {"pin": "int"}, "root": {"invoke": {"id": "pad", "forward": true, "chart": {"root": {"pin": {"guard": "event.data == 49 || event.data == null", "actions": "beep"}}}}}}"#
    )
    let tried = try #require(try ExploreTests.explore(located) { _ in }.space.inputs.payloads.first)
    #expect(tried.values.map { $0?.json } == ["0", "1", "48", "49", "50"])
  }

  /// A state with history is entered again, though not with the record that it had at first.
  @Test(arguments: [
    (
      #""a": {"initial": "x", "out": "b", "subStates": {"h": {"type": "history"}, "x": {"n": "y"}, "y": {"n": "x"}}}, "b": {"in": "h"}"#,
      [String]()
    ),
    (#""a": {"go": "b"}, "b": {"go": "c"}, "c": {"go": "b"}"#, ["a"]),
    (#""a": {"go": "b"}, "b": {"go": "c"}, "c": {"type": "final"}"#, ["a", "b"]),
    (#""a": {"go": "b"}, "b": {"back": "a", "end": "c"}, "c": {"more": "d"}, "d": {"type": "final"}"#, ["c"]),
  ])
  func `states that are left for good`(states: String, first: [String]) throws {
    let found = try ExploreTests.explore(try ExploreTests.located(ExploreTests.states(states))) { $0.isVerbose = true }
    #expect(found.findings.filter { $0.code == .neverAgain }.map(\.state) == first.map { "root.\($0)" })
  }

  @Test func `a property does not change the answer of another`() throws {
    let chart =
      #"{"events": {"deposit": {"code": "int"}, "enter": {"code": "int"}, "shut": null}, "context": {"code": 0}, "guards": {"right": "event.data.code == code"}, "root": {"initial": "empty", "subStates": {"empty": {"deposit": {"guard": "event.data.code > 0", "target": "full", "actions": {"assign": {"code": "event.data.code"}}}}, "full": {"enter": {"guard": "right", "target": "empty"}}}}}"#
    let located = try ExploreTests.located(chart)
    func answers(_ more: [String]) throws -> [PropertyAnswer.Verdict] {
      let parser = ScriptParser(located.chart)
      return try ExploreTests.explore(located) { options in
        options.properties.all = [.home(try parser.condition(Array("isIn('empty')".utf8)))]
        options.properties.all += try more.map { .reach(try parser.condition(Array($0.utf8))) }
      }.answers.map(\.verdict)
    }
    #expect(try answers([]) == [.holds])
    #expect(try answers(["code > 1", "code > 77"]) == [.holds, .holds, .holds])
  }
}
