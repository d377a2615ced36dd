import TestSupport
import Testing
import ToolSupport

/// What the recommendation asks of a processor, each as a document that ends in `pass`.
struct SCXMLRunTests {
  private static let child = """
    <content><scxml xmlns="http://www.w3.org/2005/07/scxml" datamodel="ecmascript"><final id="f"><onentry>\
    <send target="#_parent" event="told"><param name="n" expr="2"/></send></onentry></final></scxml></content>
    """

  @Test(
    arguments: [
      // The actions of finalize come before a transition is chosen.
      """
      <datamodel><data id="n" expr="1"/></datamodel>
      <state id="s"><invoke>\(child)<finalize><assign location="n" expr="_event.data.n"/></finalize></invoke>
      <transition event="told" cond="n == 2" target="pass"/><transition event="told" target="fail"/></state>
      """,
      // An empty one takes what was passed back.
      """
      <datamodel><data id="n" expr="1"/></datamodel>
      <state id="s"><invoke>\(child)<param name="n" location="n"/><finalize/></invoke>
      <transition event="told" cond="n == 2" target="pass"/><transition event="told" target="fail"/></state>
      """,
      // A list of names of which one is no data: nothing is invoked.
      """
      <state id="s"><onentry><send event="later"/></onentry><invoke namelist="&quot;x">\(child)</invoke>
      <transition event="error.execution" target="pass"/><transition event="told" target="fail"/></state>
      """,
      // The machine's own address, calculated.
      """
      <datamodel><data id="to" expr="'#_scxml_'"/></datamodel>
      <state id="s"><onentry><assign location="to" expr="to + _sessionid"/><send event="e" targetexpr="to"/></onentry>
      <transition event="e" target="pass"/><transition event="*" target="fail"/></state>
      """,
      // The address of an event, and that of a processor.
      """
      <datamodel><data id="to"/></datamodel>
      <state id="s"><onentry><send event="e"/></onentry>
      <transition event="e" target="t"><assign location="to" expr="_event.origin"/></transition></state>
      <state id="t"><onentry><send event="f" targetexpr="to"/></onentry>
      <transition event="f" cond="_ioprocessors['http://www.w3.org/TR/scxml/#SCXMLEventProcessor'].location == to"
      target="pass"/><transition event="*" target="fail"/></state>
      """,
      // An address of no known form ends the list of actions, and the error tells the id of the event.
      """
      <datamodel><data id="id"/><data id="n" expr="0"/></datamodel>
      <state id="s"><onentry><send event="e" target="somebody" idlocation="id"/><assign location="n" expr="1"/></onentry>
      <transition event="error.execution" cond="_event.sendid === id &amp;&amp; n == 0" target="pass"/>
      <transition event="*" target="fail"/></state>
      """,
      // Nobody is at this one.
      """
      <state id="s"><onentry><send event="e" target="#_scxml_other" id="x"/></onentry>
      <transition event="error.communication" cond="_event.sendid == 'x'" target="pass"/>
      <transition event="*" target="fail"/></state>
      """,
      // What is no expression is false, and an error of the run.
      """
      <state id="s"><transition cond="return" target="fail"/><transition target="t"/></state>
      <state id="t"><onentry><raise event="e"/></onentry>
      <transition event="error.execution" target="pass"/><transition event="*" target="fail"/></state>
      """,
      // Before the first event there is none.
      """
      <state id="s"><onentry><if cond="_event"><raise event="bound"/><else/><raise event="unbound"/></if></onentry>
      <transition event="unbound" cond="'sendid' in _event" target="pass"/>
      <transition event="*" target="fail"/></state>
      """,
      // Data that are XML are the text of their markup.
      """
      <datamodel><data id="x"><books xmlns=""><book/></books></data></datamodel>
      <state id="s"><onentry><send event="e"><content><books xmlns=""><book/></books></content></send></onentry>
      <transition event="e" cond="_event.data == x" target="pass"/><transition event="*" target="fail"/></state>
      """,
      // What a machine raises, and what goes wrong in it, comes from nobody.
      """
      <state id="s"><onentry><raise event="e"/></onentry>
      <transition event="e" cond="_event.origin === undefined &amp;&amp; _event.origintype === undefined" target="t"/>
      <transition event="*" target="fail"/></state>
      <state id="t"><onentry><send event="f"/></onentry>
      <transition event="f" cond="_event.origin !== undefined" target="pass"/><transition event="*" target="fail"/></state>
      """,
      // A delay that is calculated, with a fraction.
      """
      <datamodel><data id="d" expr="'9s'"/></datamodel>
      <state id="s"><onentry><assign location="d" expr="'.0s'"/><send event="e" delayexpr="d"/></onentry>
      <transition event="error.execution" target="fail"/><transition event="e" target="pass"/></state>
      """,
      // A list is copied before it is gone through.
      """
      <datamodel><data id="list">[1,2,3]</data><data id="n" expr="0"/></datamodel>
      <state id="s"><onentry><foreach item="x" array="list"><assign location="list" expr="[].concat(list, [4])"/>
      <assign location="n" expr="n + 1"/></foreach></onentry>
      <transition cond="n == 3" target="pass"/><transition target="fail"/></state>
      """,
    ])
  func `a document comes to its end`(content: String) {
    let document = """
      <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">\(content)
      <final id="pass"/><final id="fail"/></scxml>
      """
    let result = runTool(["run", "-", "/dev/null"], input: document)
    #expect(result.output.hasSuffix("  => pass\n"), "\(content)\n\(result.output)\(result.errors)")
  }
}
