import StateKitCore
import StateKitEditor
import Testing

@Suite struct LayoutTests {
  /// What is written, and its layout.
  @Test(arguments: [
    ("{\"root\":{}}", "{\"root\": {}}\n"),
    ("\u{FEFF}{\r\n\t\"root\" : { }\r\n}\r\n", "{\"root\": {}}\n"),
    (
      #"{"context":{"a":1.50,"b":-0,"c":1E+2,"d":[ ],"e":[[1],{}]},"root":{}}"#,
      #"{"context": {"a": 1.50, "b": -0, "c": 1E+2, "d": [], "e": [[1], {}]}, "root": {}}"# + "\n"
    ),
    // Escapes that need not be; those that must, or cannot be seen, stay.
    (#"{"name": "\u0061\/\u00e9\ud83d\ude00\u0023#", "root": {}}"#, "{\"name\": \"a/é😀##\", \"root\": {}}\n"),
    // As standard output shows "###".
    (##"{"name": "#\u0023\u0023 \u0023", "root": {}}"##, ##"{"name": "#\u0023\u0023 #", "root": {}}"## + "\n"),
    (
      #"{"name": "\u0022\\\n\u000a\u202e\u2028\u200b\ufeff\u007F\u0085", "root": {}}"#,
      #"{"name": "\u0022\\\n\u000a\u202e\u2028\u200b\ufeff\u007F\u0085", "root": {}}"# + "\n"
    ),
    (
      #"{"root": {"subStates": {"\u0061\u0062": {"\u0067o": "a\u0062"}}}}"#,
      #"{"root": {"subStates": {"ab": {"go": "ab"}}}}"# + "\n"
    ),
    // A hundred columns, and one more.
    (
      "{\"name\": \"" + String(repeating: "x", count: 76) + "\",\n\"root\": {}}",
      "{\"name\": \"" + String(repeating: "x", count: 76) + "\", \"root\": {}}\n"
    ),
    (
      "{\"name\": \"" + String(repeating: "é", count: 76) + "\", \"root\": {}}",
      "{\"name\": \"" + String(repeating: "é", count: 76) + "\", \"root\": {}}\n"
    ),
    (
      "{\"name\": \"" + String(repeating: "x", count: 77) + "\", \"root\": {}}",
      "{\n  \"name\": \"" + String(repeating: "x", count: 77) + "\",\n  \"root\": {}\n}\n"
    ),
    // A machine of XState.
    (
      #"{"id":"m","initial":"a","states":{"a":{"on":{"GO":"b"}},"b":{}}}"#,
      #"{"id": "m", "initial": "a", "states": {"a": {"on": {"GO": "b"}}, "b": {}}}"# + "\n"
    ),
  ])
  func charts(_ text: String, _ expected: String) {
    #expect(Self.laidOut(chart: text) == expected)
    #expect(Self.laidOut(chart: expected) == expected)
  }

  /// What is wrong has no layout.
  @Test(arguments: [
    "", "{", "[]", #"{"root": {}"#, #"{"root": {},}"#, #"{"root": {}, "root": {}}"#, #"{"root": {"initial": "x"}}"#,
    #"{"root": {"go": {"guard": "1 +"}}}"#, "<scxml/>", #"{"name": "\ud800", "root": {}}"#,
    #"{"states": {"a": {"on": {"GO": "x"}}}}"#,
  ])
  func chartsWithErrorsHaveNoLayout(_ text: String) {
    #expect(Self.laidOut(chart: text) == nil)
  }

  /// A chart that invokes one which is not there can be laid out.
  @Test func childrenAreNotLookedAt() {
    let text = #"{"root": {"invoke": {"chart": "nowhere.json"}}}"# + "\n"
    #expect(Self.laidOut(chart: text) == text)
  }

  @Test(arguments: [
    ("", ""), ("\n\n", ""), ("open", "open\n"), ("\u{FEFF}  open\t \r\n\r\n\r\n\r\nclose\r\n\r\n", "open\n\nclose\n"),
    (
      "unlock   { \"a\" : [ 1 , 2.0 ], \"b c\": \"\\u0061 \\u202e\" }", "unlock {\"a\":[1,2.0],\"b c\":\"a \\u202e\"}\n"
    ),
    ("\"two  words\"  1", "\"two  words\" 1\n"), ("{ \"event\" : \"go\" }", "{\"event\":\"go\"}\n"),
    ("#  a   remark  ", "#  a   remark\n"),
    ("  :expect   not    in  x:   a,b ,  \"c d\"", ":expect not in x: a, b, \"c d\"\n"),
    (":expect \t in \"x y\"  :  a", ":expect in \"x y\": a\n"), (":expect  n  ==  1&&m", ":expect n == 1&&m\n"),
    (":expect 'a  b'  ==  t // two  spaces", ":expect 'a  b'  ==  t // two  spaces\n"),
    (":expect  logged   \"a  b\"", ":expect logged \"a  b\"\n"), (":expect can  go  [ 1 ]", ":expect can go [1]\n"),
    (":expect can  == 1", ":expect can == 1\n"), (":expect timer   5s", ":expect timer 5s\n"),
    // A trace shows the text of these lines.
    ("  :set   a.b   =   1  +  2 ", ":set   a.b   =   1  +  2\n"), (":set a=1", ":set a=1\n"),
    ("?  n  *  2", "? n  *  2\n"), (":guard  g=n  >  1", ":guard g = n > 1\n"), (":guard  g=n>1", ":guard g = n>1\n"),
    (":host   answers ", ":host answers\n"), (":host  answered   [ true, null ]", ":host answered [true,null]\n"),
    (":delay  \"a b\"  =  5s", ":delay \"a b\" = 5s\n"), ("?n", "? n\n"), ("?   size( l )", "? size( l )\n"),
    ("+5s  ", "+5s\n"), (":test   \"a  b\"", ":test \"a  b\"\n"),
    (":chart   my  chart.json", ":chart my  chart.json\n"),
    ("# a\n\n\n\n# b\n\n", "# a\n\n# b\n"),
    ("  pay:   done.invoke.gw   {\"a\": 1}", "pay: done.invoke.gw {\"a\":1}\n"),
    ("pay:\t\"a b\" :error.invoke.mail", "pay: \"a b\": error.invoke.mail\n"),
    ("\"a b\":  \"done.invoke.x y\"  1", "\"a b\": \"done.invoke.x y\" 1\n"), ("x:  {\"a\": 1}", "x: {\"a\":1}\n"),
  ])
  func scripts(_ text: String, _ expected: String) {
    #expect(Self.laidOut(script: text) == expected)
    #expect(Self.laidOut(script: expected) == expected)
  }

  @Test(arguments: [
    "open {", "open\nopen 01", ":expct in a", "::error::x", "+ 5s", "+", "open{\"a\": 1}", ":expect in a b",
    ":expect (",
    ":set a", ":set = 1", ":guard g", "?", ":host", ":host answer", ":host answered", ":host answered 1",
    "{\"a\": 1, \"a\": 2}", "a\u{0}b", ":test name", "%",
    "pay: open", "pay: done.invoke.gw x", ":expect can pay: done.invoke.gw",
  ])
  func scriptsWithErrorsHaveNoLayout(_ text: String) {
    #expect(Self.laidOut(script: text) == nil)
  }

  @Test(arguments: [":set n = 1 +", ":guard ready = 1 +", ":expect n == 1 +"])
  func theErrorIsThatOfTheExpression(_ text: String) {
    let script = ScriptDocument(SourceText(name: "s.txt", bytes: Array(text.utf8)))
    guard case .invalid(let found) = ScriptLayout.laidOut(script) else {
      Issue.record("the script has a layout")
      return
    }
    #expect(found.map(\.code) == [.expressionSyntax])
  }

  @Test func aLayoutIsBounded() {
    let depth = 400
    let list = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let text = #"{"root": {}, "meta": {"a": [\#(list), \#(list)]}}"#
    let source = SourceText(name: "c.json", bytes: Array(text.utf8))
    guard case .tooLarge(let diagnostic) = ChartLayout.laidOut(source, upTo: 100_000) else {
      Issue.record("the layout is not too large")
      return
    }
    #expect(diagnostic.code == .tooLarge)
  }

  static func laidOut(chart text: String) -> String? {
    guard case .text(let bytes) = ChartLayout.laidOut(SourceText(name: "c.json", bytes: Array(text.utf8))) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func laidOut(script text: String) -> String? {
    let script = ScriptDocument(SourceText(name: "s.txt", bytes: Array(text.utf8)))
    guard case .text(let bytes) = ScriptLayout.laidOut(script) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
