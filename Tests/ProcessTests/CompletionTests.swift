import TestSupport
import Testing

/// What a Tab puts in, on a real pseudo-terminal.
@Suite struct CompletionTests {
  /// What is typed, and what stands there after a Tab; where several things are possible they are shown.
  private static let completions = [
    (#"pay {"amount": "#, #"pay {"amount": "#), (#"pay {"am"#, #"pay {"amount": "#), ("pay {", #"pay {""#),
    (#"pay {"amount""#, #"pay {"amount": "#), (#"pay {"amount": 1"#, #"pay {"amount": 1, ""#),
    (#"pay {"amount": 1, "rush": t"#, #"pay {"amount": 1, "rush": true"#),
    (#"pay {"amount": 1, "rush": true, "note": "a"#, #"pay {"amount": 1, "rush": true, "note": "a"#),
    (#"pay {"amount": 1, "rush": true, "note": "a""#, #"pay {"amount": 1, "rush": true, "note": "a"}"#),
    (#"pay {"amount": 1, ru"#, #"pay {"amount": 1, "rush": "#), (#"pay {"amount": [{"am"#, #"pay {"amount": [{"am"#),
    (#"pay {"amount": 1}"#, #"pay {"amount": 1}"#), (#"add {"sku": "p", pr"#, #"add {"sku": "p", "pr"#),
    (#"add {"sku": "p", pric"#, #"add {"sku": "p", "price": "#), (#""set"#, #""set it" "#), ("go ", "go "),
    (":break ", ":break on "), (":break on ne", ":break on nested"), (":break on go", ":break on go"),
    (":break on nested ", ":break on nested if "), (":break on nested if cou", ":break on nested if count"),
    (":expect did b", ":expect did beep"), (":expect did beep, o", ":expect did beep, ok"),
    (":expect raised ", ":expect raised add"), (":expect sent ", ":expect sent go"),
    (":expect in nested.", ":expect in nested.inner"),
    (":expect in nested.i", ":expect in nested.inner"), (":expect in root.out.d", ":expect in root.out.deep"),
    (":expect only a, dee", ":expect only a, deep"), (#":expect not in ""#, #":expect not in "b b""#),
    (":expect entered dee", ":expect entered deep"), (":expect no", ":expect not "),
    (":expect not i", ":expect not in "), (":expect not did b", ":expect not did beep"),
    (":expect timers n", ":expect timers none"),
    (":expect timer ", ":expect timer 3s"), (#":expect isIn("dee"#, #":expect isIn("deep")"#),
    (":expect !isIn('dee", ":expect !isIn('deep')"), (":expect isI", #":expect isIn(""#),
    (#":expect isIn("b "#, #":expect isIn("b b")"#), (":expect isR", ":expect isRich"),
    (":expect cou", ":expect count"),
    (":expect 1 < nested.alp", ":expect 1 < nested.alpha"), (":expect nested.beta.g", ":expect nested.beta.gamma"),
    (":expect nested.beta.gamma.ex", ":expect nested.beta.gamma.exists"), (":expect size(nes", ":expect size(nested"),
    (":expect 'x' + stri", ":expect 'x' + string("), (":expect 'cou", ":expect 'cou"),
    (":set nested.b", ":set nested.beta"),
    (":set count = nested.alp", ":set count = nested.alpha"), (":watch nested.", ":watch nested."),
    (":exp o", ":exp only "),
    (":wh", ":why "), (":why pa", ":why pay "), (#":why pay {"n"#, #":why pay {"note": "#),
    (#":why pay {"no"#, #":why pay {"note": "#),
    (":edit dee", ":edit deep"), (":edit nested.", ":edit nested.inner"), ("ki", "kid: "),
    ("kid:  d", "kid:  done.invoke.gw"),
    ("kid: done.invoke.gw t", "kid: done.invoke.gw t"), ("kid:e", "kid:e"), (":help unb", ":help unbreak"),
    (":zzz x", ":zzz x"), ("zzz", "zzz"), (#""é"#, #""é"#), ("日本 {", "日本 {"),
  ]

  @Test func `Tab completes events, payloads, commands, expectations and expressions, and leaves legal text`() throws {
    let state = try Repository.temporaryFolder([
      "c.json": #"""
      {"events": {"pay": {"amount": "int", "note": "string?", "rush": "bool"}, "go": null, "set it": null,
          "add": {"sku": "string", "price": "int", "prompt": "int?"}},
        "guards": {"isRich": "count > 5"}, "context": {"nested": {"alpha": 1, "beta": {"gamma": [1]}}, "count": 0},
        "root": {"initial": "out", "pay": {}, "set it": {}, "add": {"actions": "ok"},
          "go": {"actions": ["beep", {"raise": "add", "data": {"sku": "'x'", "price": "1"}}, {"send": "go", "delay": "2s"}]},
          "subStates": {"nested": {"subStates": {"inner": {}, "b b": {}}},
            "out": {"initial": "a", "after": {"3s": {}}, "subStates": {"a": {},
              "deep": {"invoke": {"id": "kid", "chart": {"root": {"invoke": {"src": "gw"}}}}}}}}}}
      """#
    ]).path
    let session = try TerminalSession(["repl", state + "/c.json"], state: state)
    session.resize(width: 200)
    #expect(session.sees("a> "))
    for (typed, expected) in Self.completions {
      session.type(typed)
      #expect(session.sees("\ra> \(typed)\u{1B}[K"), "\(typed)")
      session.type("\t")
      #expect(session.sees("\ra> \(expected)\u{1B}[K"), "\(typed)")
      session.type("\u{15}")
      #expect(session.sees("\ra> \u{1B}[K"))
    }
    session.type("pay {\"amount\": 1, \t\t")
    #expect(session.sees("\n\"note\":  \"rush\":\r"))
    session.type("\u{15}:break on \t")
    #expect(session.sees("\nroot  nested  inner  \"b b\"  out  a  deep  pay  \"set it\"  add  go\r"))
    session.type("\u{15}:expect \t")
    #expect(
      session.sees("\nin  not in  only  handled")
        && session.sees("timer  can  cannot  nested  count  isRich  event  isIn(\"  has("))
    session.type("\u{03}\u{04}")
    #expect(session.waits())
  }
}
