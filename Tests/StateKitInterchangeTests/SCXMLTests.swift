import StateKitCore
import Testing

@testable import StateKitInterchange

/// SCXML documents as charts of ours.
struct SCXMLTests {
  private func chart(_ content: String, isLenient: Bool = false, file: String? = nil) -> String {
    let text = "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\">\(content)</scxml>"
    let findings = Findings()
    var options = ForeignOptions()
    options.isLenient = isLenient
    if let file { options.read = { _ in .success(Array(file.utf8)) } }
    let source = ForeignChart.translate(
      SourceText(name: "a.scxml", bytes: Array(text.utf8)), options: options, findings: findings)
    let words = findings.all.map {
      "\($0.severity == .error && isLenient ? "ERROR " : "")\($0.code.rawValue): \($0.message)"
    }
    return String(decoding: source.bytes, as: UTF8.self).split(separator: "\n")
      .map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ") + words.joined(separator: "\n")
  }

  @Test func `an event descriptor takes all names that begin so, in document order`() {
    #expect(
      chart(
        """
        <state id="a"><transition event="x.y" target="b"/><transition event="x *" target="a"/></state><state id="b"/>
        """) == """
          { "root": { "initial": "a", "subStates": { "a": { "on": { \
          "x.y": "b", "x.y.*": "b", \
          "x": {"target": "a", "reenter": true}, "x.*": {"target": "a", "reenter": true}, \
          "*": {"target": "a", "reenter": true} } }, "b": {} } } }
          """)
  }

  @Test func `many event descriptors take what few do`() {
    let few = "<transition event='x.y' target='b'/><transition event='x z *' target='a'/><transition event='x.y.w'/>"
    let others = (0..<20).map { "<transition event='o\($0)' target='b'/>" }.joined()
    let alone = chart("<state id='a'>\(few)</state><state id='b'/>")
    let among = chart("<state id='a'>\(few)\(others)</state><state id='b'/>")
    #expect(alone.contains("\"x.y.w.*\": [\"b\", "))
    #expect(among.hasPrefix(alone.prefix { $0 != "}" }))
  }

  @Test func `words are written as they are called`() {
    let (words, attributes) = (SCXMLWord.allCases, SCXMLAttribute.allCases)
    #expect(words.prefix { $0 != .unknown }.map { "\($0)" } == SCXMLWord.texts)
    #expect(attributes.prefix { $0 != .unknown }.map { "\($0)" } == SCXMLAttribute.texts)
    #expect(SCXMLOwnAttribute.allCases.dropLast().map { "\($0)" } == SCXMLOwnAttribute.texts)
  }

  @Test func `elements in the namespace of XML itself are those of another vocabulary`() {
    #expect(chart("<state id='a'><xml:state/></state>") == chart("<state id='a'/>"))
  }

  @Test func `what would be written too often is refused before it is`() {
    let stars = String(repeating: "<transition event='*'/>", count: 600)
    let names = (0..<600).map { "<transition event='n\($0)'/>" }.joined()
    #expect(chart("<state id='a'>\(stars)\(names)</state>").contains("too-many: "))
    let children = (0..<600).map { "<invoke id='i\($0)' type='x' src='y'/>" }.joined()
    let sends = String(repeating: "<send event='e' targetexpr='to'/>", count: 600)
    #expect(
      chart("<state id='a'>\(children)<onentry>\(sends)</onentry></state>").contains("too-many: "))
  }

  @Test func `a host gets no forwarded events`() {
    let written = chart(
      "<state id='a'><invoke type='x-voice' src='a.vxml' autoforward='true'/></state>", isLenient: true)
    #expect(written.contains("unused-key: ") && !written.contains("ERROR ") && !written.contains("\"forward\""))
  }

  @Test(arguments: ["", "<send event='e' id='t' type='x'/>"])
  func `a cancel of what nothing sends is kept`(before: String) {
    let written = chart("<state id='a'><onexit>\(before)<cancel sendid='t'/></onexit></state>", isLenient: true)
    #expect(written.contains("{\"cancel\": \"t\"}") && !written.contains("unknown-send"))
  }

  @Test func `data that are not known before are set at the start`() {
    #expect(
      chart("<datamodel><data id=\"n\" expr=\"3\"/><data id=\"m\" expr=\"n * 2\"/></datamodel><state id=\"a\"/>") == """
        { "context": {"n": 3, "m": null}, \
        "root": {"initial": "a", "enterState": [[{"assign": {"m": "n * 2"}}]], "subStates": {"a": {}}} }
        """)
  }

  @Test(
    arguments: [
      ("<state id='a'/><state id='a'/>", "duplicate-id"),
      ("<state id='a'><transition target='b'/></state>", "unknown-target"),
      ("<state id='a'><onenter/></state>", "unsupported-element"), ("<state id='a' src='b'/>", "unsupported-attribute"),
      ("<state id='a'><transition cond='new X()'/></state>", "unsupported-script"),
      ("<state id='a'><transition cond='(1, 2)'/></state>", "unsupported-script"),
      ("<state id='a'><onentry><script>i++, j++</script></onentry></state>", "unsupported-script"),
      ("<state id='a'><onentry><script>var {x} = y</script></onentry></state>", "unsupported-script"),
      ("<state id='a'><onentry><script>i: for (;;) {}</script></onentry></state>", "unsupported-script"),
      ("<state id='a'><onentry><script>i++ j++</script></onentry></state>", "broken-expression"),
      ("<state id='a'><transition cond='f()'/></state>", "unsupported-call"),
      ("<state id='a'><transition cond='i = 3'/></state>", "assignment-in-expression"),
      ("<state id='a'><transition cond='3 +'/></state>", "broken-expression"),
      ("<state id='a'><history id='h'/></state>", "missing-initial"),
      ("<state id='a'><onentry><send event='e' delay='SLOW'/></onentry></state>", "bad-delay"),
      ("<state id='a'><onentry><send event='e' delayexpr=\"'SLOW'\"/></onentry></state>", "bad-delay"),
      (
        "<datamodel><data id='v' expr=\"'b.scxml'\"/></datamodel><state id='a'><invoke srcexpr='v'/><onentry>"
          + "<assign location='v' expr=\"'c.scxml'\"/></onentry></state>", "unsupported-attribute"
      ),
      ("<state id='a' initial='b'/>", "unknown-target"),
      ("<state id='a'><transition cond='_event.x'/></state>", "unknown-name"),
    ])
  func `what is wrong is found`(content: String, code: String) {
    #expect(chart(content).contains(code + ": "))
  }

  @Test(
    arguments: [
      "<state id='a'/><state id='a'/>", "<state id=''/>", "<state id='a'><transition target='b'/></state>",
      "<state id='a' initial='b'><onenter/><state id='c'/></state>", "<state id='a' src='b' final='true'/>",
      "<state id='a'><transition cond='new X()'/><transition cond='/x/.test(y)'/></state>",
      "<state id='a'><transition event='e'><target next='b'/><raise/></transition></state>",
      "<state id='a'><history id='h'><transition target='b'/></history><state id='c'/></state><state id='b'/>",
      "<state id='a'><initial><transition target='b'/></initial><state id='c'/></state><state id='b'/>",
      "<state id='a'><initial/><state id='b'/></state>", "<script src='none.js'/><state id='a'/>",
      "<datamodel><data id='d' src='none.json'/></datamodel><state id='a'/>",
      "<state id='a'><invoke/><invoke srcexpr='x + y'/><invoke src='none.scxml'/></state>",
      "<state id='a'><invoke type='x' id=''/><onentry><send event='e' delay='1min'/></onentry>"
        + "<transition cond='f()' event='e' target='a b'/></state><state id='b'/>",
    ])
  func `what is wrong is left out where the user takes that`(content: String) {
    let written = chart(content, isLenient: true)
    #expect(written.contains("left-to-host: ") && !written.contains("ERROR "))
  }

  /// The key of a member or an element may be calculated.
  @Test(
    arguments: [
      ("<script>m[k] = 5</script>", #"{"m": "put(m, k, 5)"}"#),
      ("<script>l[0] += 2</script>", #"{"l": "put(l, 0, l[0] + 2)"}"#),
      ("<assign location='m.n[k].x' expr='1'/>", #"{"m.n": "put(m.n, k, put(m.n[k], 'x', 1))"}"#),
      ("<script>m['a'] = 5</script>", #"{"m.a": "5"}"#),
    ])
  func `a calculated place is put into its list or map`(content: String, expected: String) {
    let data = "<datamodel><data id='m' expr='{}'/><data id='l' expr='[1]'/><data id='k' expr=\"'a'\"/></datamodel>"
    let written = chart(data + "<state id='a'><onentry>\(content)</onentry></state>")
    #expect(written.contains(#"{"assign": "# + expected), "\(written)")
  }

  /// Data keep the type of the first value if all their values have it.
  @Test(
    arguments: [
      ("[1]", "<assign location='x' expr='x.concat([2])'/><script>x.push(3)</script>", "x.includes(1)", "1 in x"),
      ("[1]", "<assign location='x' expr='x ?? [2]'/>", "x.indexOf(1) >= 0", "1 in x"),
      ("[1]", "<assign location='x[0]' expr='2'/>", "x.concat(4)", "x + [4]"),
      ("[1]", "<assign location='x' expr='_event.data'/>", "x.includes(1)", "x.contains(1)"),
      ("'a'", "<assign location=' x ' expr='x.substring(1)'/>", "x + 1", "x + string(1)"),
      ("'a'", "<script>x = x.charAt(0).replace('a', 'b'); x += 1;</script>", "x + 1", "x + string(1)"),
      ("[]", "<assign location='x'>[1, 2]</assign>", "x.includes(1)", "1 in x"),
      ("'a'", "<send event='e' idlocation='x'/><assign location='x'>b</assign>", "x + 1", "x + string(1)"),
      ("'a'", "<script>x++</script>", "x + 1", "x + 1"),
      ("1", "<script>x++; x *= 2;</script>", "x ? 1 : 2", "x != 0 ? 1 : 2"),
      ("true", "<assign location='x' expr='!x'/>", "x ? 1 : 2", "x ? 1 : 2"),
    ])
  func `assigned data keep their type`(value: String, change: String, use: String, expected: String) {
    let data = "<datamodel><data id='x' expr=\"\(value)\"/><data id='y'/></datamodel>"
    let written = chart(data + "<state id='a'><onentry>\(change)<assign location='y' expr='\(use)'/></onentry></state>")
    #expect(written.contains("\"y\": \"\(expected)\""), "\(written)")
  }

  @Test func `a parallel state without regions is a state like others`() {
    #expect(chart("<parallel id='a'/>") == chart("<state id='a'/>"))
  }

  /// In a document that stands here, and in one of a file.
  @Test(arguments: ["<content><scxml datamodel='ecmascript'>PART</scxml></content>", "FILE"])
  func `what is passed to a chart that has no data for it is left out`(child: String) {
    let part = "<datamodel><data id='known'/></datamodel><final id='f'/>"
    let file = "<scxml datamodel='ecmascript'>\(part)</scxml>"
    let source = child == "FILE" ? " src='c.scxml'" : ""
    let content = child == "FILE" ? "" : child.replacing("PART", with: part)
    let params = "<param name='known' expr='1'/><param name='other' expr='2'/>"
    let written = chart("<state id='a'><invoke\(source)>\(content)\(params)</invoke></state>", file: file)
    #expect(written.contains("\"input\": {\"known\": \"1\"}"))
  }

  @Test func `a history without a transition leads to its parent`() {
    #expect(!chart("<state id='a'><history id='h'/></state>", isLenient: true).contains("ERROR"))
  }
}
