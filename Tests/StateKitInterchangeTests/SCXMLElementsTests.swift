import StateKitCore
import Testing

@testable import StateKitInterchange

/// Elements that the reader leaves out: each is reported.
struct SCXMLElementsTests {
  private func findings(_ content: String, isLenient: Bool = false) -> [String] {
    let text = "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\">\(content)</scxml>"
    let findings = Findings()
    var options = ForeignOptions()
    options.isLenient = isLenient
    _ = ForeignChart.translate(
      SourceText(name: "a.scxml", bytes: Array(text.utf8)), options: options, findings: findings)
    return findings.all.map { "\($0.code.rawValue): \($0.message)" }
  }

  /// Documents with one element that is not read, and the message about it.
  private static let leftOut = [
    ("<event/><state id='a'/>", "<event> is not allowed in <scxml>"),
    ("<donedata/><state id='a'/>", "<donedata> is not allowed in <scxml>"),
    ("<state id='a'><onenter/></state>", "<onenter> is not allowed in <state>"),
    ("<state id='a'><donedata/></state>", "<donedata> is not allowed in <state>"),
    ("<state id='a'><script>x = 1</script></state>", "<script> is not allowed in <state>"),
    ("<state id='a'><log/></state>", "<log> is not allowed in <state>"),
    (
      "<state id='a'><initial><transition target='a'/></initial></state>",
      "<initial> is never used: the state has no states"
    ),
    (
      "<state id='a' initial='b'><initial><transition target='b'/></initial><state id='b'/></state>",
      "<initial> is never used: the state has the attribute \"initial\""
    ),
    (
      "<state id='a'><initial><transition target='b'/></initial><initial/><state id='b'/></state>",
      "<state> has more than one <initial>, and only the first is read"
    ),
    (
      "<parallel id='a'><initial><transition target='b'/></initial><state id='b'/></parallel>",
      "<initial> is not allowed in <parallel>"
    ),
    ("<final id='a'><transition event='e' target='a'/></final>", "<transition> is not allowed in <final>"),
    (
      "<final id='a'><donedata/><donedata/></final>", "<final> has more than one <donedata>, and only the first is read"
    ),
    (
      "<state id='a'><history id='h'><onentry><log/></onentry><transition target='b'/></history><state id='b'/></state>",
      "<onentry> is not allowed in <history>"
    ),
    (
      "<state id='a'><history id='h'><transition target='b'/><transition/></history><state id='b'/></state>",
      "<history> has more than one <transition>, and only the first is read"
    ),
    (
      "<state id='a'><initial><onentry/><transition target='b'/></initial><state id='b'/></state>",
      "<onentry> is not allowed in <initial>"
    ),
    ("<state id='a'><datamodel><param name='x'/></datamodel></state>", "<param> is not allowed in <datamodel>"),
    ("<final id='a'><donedata><data id='x'/></donedata></final>", "<data> is not allowed in <donedata>"),
    (
      "<final id='a'><donedata><content expr='1'/><param name='x' expr='1'/></donedata></final>",
      "<donedata> has <content>, so its <param> is never read"
    ),
    (
      "<datamodel><data id='d' expr='1'> 2 </data></datamodel><state id='a'/>",
      "<data> has the attribute \"expr\", so its content is never read"
    ),
    (
      "<state id='a'><invoke type='x' src='y'><onDone target='a'/></invoke></state>",
      "<onDone> is not allowed in <invoke>"
    ),
    (
      "<state id='a'><invoke type='x' src='y'><finalize/><finalize/></invoke></state>",
      "<invoke> has more than one <finalize>, and only the first is read"
    ),
  ]

  /// The same, of actions.
  private static let leftOutActions = [
    ("<state/>", "<state> is not an action of SCXML"), ("<lag/>", "<lag> is not an action of SCXML"),
    ("<else/>", "<else> is only allowed in <if>"), ("<elseif cond='true'/>", "<elseif> is only allowed in <if>"),
    ("<if cond='true'><else><log/></else></if>", "<else> contains no actions: <log> is never done"),
    ("<if cond='true'><else><x:act xmlns:x='u:x'/></else></if>", "<else> contains no actions: <act> is never done"),
    ("<if cond='true'><elseif cond='true'><log/></elseif></if>", "<elseif> contains no actions: <log> is never done"),
    ("<if cond='true'><transition/></if>", "<transition> is not an action of SCXML"),
    ("<foreach array='[1]' item='x'><else/></foreach>", "<else> is only allowed in <if>"),
    ("<log><param name='x'/></log>", "<param> is not allowed in <log>"),
    ("<raise event='e'><param name='x'/></raise>", "<param> is not allowed in <raise>"),
    ("<cancel sendid='i'><log/></cancel>", "<log> is not allowed in <cancel>"),
    ("<send event='e'><log/></send>", "<log> is not allowed in <send>"),
    ("<send event='e'><param name='x' expr='1'><log/></param></send>", "<log> is not allowed in <param>"),
    (
      "<send event='e'><content expr='1'/><content expr='2'/></send>",
      "<send> has more than one <content>, and only the first is read"
    ),
    ("<assign location='x' expr='1'>2</assign>", "<assign> has the attribute \"expr\", so its content is never read"),
    (
      "<send event='e'><content expr='1'><p/></content></send>",
      "<content> has the attribute \"expr\", so its content is never read"
    ),
    ("<script><log/></script>", "<log> is not allowed in <script>"),
  ]

  private static let data = "<datamodel><data id='x' expr='1'/></datamodel>"
  private static let all =
    leftOut + leftOutActions.map { ("\(data)<state id='a'><onentry>\($0.0)</onentry></state>", $0.1) }

  @Test(arguments: all) func `an element that is not read is an error`(content: String, message: String) {
    #expect(findings(content).filter { !$0.hasPrefix("unused-key: ") } == ["unsupported-element: " + message])
  }

  @Test(arguments: all) func `in lenient mode it is a warning`(content: String, message: String) {
    #expect(findings(content, isLenient: true).contains("left-to-host: \(message); it is left out"))
  }

  @Test(
    arguments: [
      "<x:meta/><state id='a'><x:note><state/></x:note></state>", "<final id='a'><donedata><x:y/></donedata></final>",
      "<state id='a'><onentry><log><x:y/></log><x:act/><send event='e'><x:y/></send></onentry></state>",
      "<state id='a'><onentry><send event='e'><content><p><log/></p></content></send></onentry></state>",
      "<datamodel><data id='d' expr='1'> <!-- one --> </data></datamodel><state id='a'/>",
      "<datamodel><data id='d'><list><else/></list></data></datamodel><state id='a'/>",
    ])
  func `other vocabularies and data are no elements of SCXML`(content: String) {
    #expect(
      findings("<state id='o' xmlns:x='u:x'>\(content.replacing("<final", with: "<state id='p'/><final"))</state>")
        == [])
  }

  @Test(
    arguments: [
      ("<if><log/></if>", "<if> needs the attribute \"cond\""),
      ("<if cond='true'><elseif/></if>", "<elseif> needs the attribute \"cond\""),
      ("<cancel/>", "<cancel> needs the attribute \"sendid\""),
      (
        "<send event='e'><param name='n'/></send>",
        "<param> needs the attribute \"expr\" or \"location\"; it is left out"
      ),
    ])
  func `an attribute without which an element has no effect is required`(content: String, message: String) {
    #expect(findings("<state id='a'><onentry>\(content)</onentry></state>") == ["missing-key: " + message])
  }

  @Test(
    arguments: [
      ("<assign location='x'/>", "<assign> needs the attribute \"expr\", or a value as its content"),
      (
        "<send event='e' eventexpr='x'/>", "<send> has the attribute \"eventexpr\", so its \"event\" is never read"
      ),
      (
        "<send event='e' delay='1s' delayexpr='x'/>",
        "<send> has the attribute \"delayexpr\", so its \"delay\" is never read"
      ),
      (
        "<cancel sendid='i' sendidexpr='x'/>",
        "<cancel> has the attribute \"sendidexpr\", so its \"sendid\" is never read"
      ),
      (
        "<send event='e'><param name='n' expr='1'/><param name='m' expr='1'/><param name='n' expr='2'/></send>",
        "a second <param> has the name \"n\", and only the first is read"
      ),
      ("<send event='e'><param expr='1'/></send>", "<param> needs the attribute \"name\""),
      (
        "<send event='e' id='i' idlocation='x'/>",
        "<send> has the attribute \"idlocation\", so its \"id\" is never read"
      ),
      (
        "<send event='e'><param name='n' expr='1' location='x'/></send>",
        "<param> has the attribute \"expr\", so its \"location\" is never read"
      ),
      (
        "<send event='e' target='#_internal' delay='1s'/>",
        "<send> has the target \"#_internal\", so its \"delay\" is never read"
      ),
      (
        "<send event='e' targetexpr=\"'#_internal'\" delayexpr='x'/>",
        "<send> has the target \"#_internal\", so its \"delayexpr\" is never read"
      ),
    ])
  func `a value that is given twice or never is reported`(content: String, message: String) {
    let found = findings("\(Self.data)<state id='a'><onentry>\(content)</onentry></state>")
    #expect(found.filter { $0.hasSuffix(message) }.count == 1, "\(found)")
  }

  @Test(
    arguments: [
      (
        "<datamodel><data id='d' src='d.json' expr='1'/></datamodel><state id='a'/>",
        "<data> has the attribute \"expr\", so its \"src\" is never read"
      ),
      (
        "<state id='a'><invoke src='b.scxml'><content><scxml version='1.0'><final/></scxml></content></invoke></state>",
        "<invoke> has the attribute \"src\", so its <content> is never read"
      ),
    ])
  func `a source beside a value is reported`(content: String, message: String) {
    #expect(findings(content).filter { $0.hasSuffix(message) }.count == 1)
  }

  @Test(arguments: ["x in xs", "x of xs"]) func `a loop in one text is an error`(array: String) {
    let content = "<state id='a'><onentry><foreach array='\(array)'><log expr='x'/></foreach></onentry></state>"
    #expect(findings(content).contains("expression-syntax: \"array\" takes a list, without a name"))
  }

  @Test func `data need an id`() {
    #expect(
      findings("<datamodel><data expr='1'/></datamodel>").contains("missing-key: <data> needs the attribute \"id\""))
  }

  @Test(arguments: ["<log>\n hello </log>", "<raise event='e'>&#x41;</raise>", "if so, <log/>", "<![CDATA[ x ]]>"])
  func `text between elements is reported`(content: String) {
    let found = findings("<state id='a'><onentry>\(content)</onentry></state>")
    #expect(found.count == 1 && found[0].hasSuffix(" contains no text in SCXML; the text is left out"))
  }

  @Test func `an attribute that is not read is reported, too`() {
    #expect(
      findings("<state id='a' initial='b'/><state id='b'/>") == [
        "unused-key: \"initial\" is never used: the state has no states"
      ])
    #expect(
      findings("<state id='a'><onentry><send event='e' namelist='x'><content>1</content></send></onentry></state>")
        .contains("unsupported-attribute: <send> has <content>, so its \"namelist\" is never read"))
  }

  @Test func `an element inside one that is left out is not reported, too`() {
    #expect(findings("<state id='a'><onenter><state><else/></state></onenter></state>").count == 1)
  }
}
