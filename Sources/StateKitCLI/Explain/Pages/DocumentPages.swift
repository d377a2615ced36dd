import StateKitCore

extension Explanation {
  /// SCXML documents.
  static let documents = [
    Explanation(
      .notWellFormed, title: "an XML document breaks the rules of XML",
      meaning: """
        statekit reads XML 1.0 with namespaces, in UTF-8, UTF-16 and ISO-8859-1. It refuses a document type, which could name other files \
        and endless entities. The predefined entities and character numbers are allowed.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
          <state id="off"><transition event="press" target="on"></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>
        """,
      fixed: .replacing(#"target="on">"#, with: #"target="on"/>"#)),
    Explanation(
      .unsupportedElement, title: "an element is not allowed here",
      meaning: """
        The element is not in SCXML 1.0, or is in the wrong place, or is an <invoke> whose chart is known only during the \
        run. Elements of other vocabularies are skipped.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
          <state id="off"><onentri><log label="dark"/></onentri><transition event="press" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>
        """,
      fixed: .replacing(#"onentri><log label="dark"/></onentri"#, with: #"onentry><log label="dark"/></onentry"#)),
    Explanation(
      .unsupportedAttribute, title: "an attribute is not supported",
      meaning: """
        The attribute is only in a draft of SCXML, or it would choose a chart during the run: all charts \
        of a run are read before the run.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
          <state id="on"><transition event="press" target="off"/></state>
          <state id="off" final="true"/>
        </scxml>
        """,
      fixed: .replacing(#"state id="off" final="true""#, with: #"final id="off""#)),
    Explanation(
      .unsupportedDatamodel, title: "the expressions of a document are in another language",
      meaning: """
        The data models ecmascript, cel and null are supported. In a document with another data model the states are read, and the expressions \
        are refused in one message with their number. With --lenient the conditions become host guards.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="lua">
          <state id="off"><transition event="press" cond="count ~= 3" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>
        """,
      fixed: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="cel">
          <datamodel><data id="count" expr="0"/></datamodel>
          <state id="off"><transition event="press" cond="count != 3" target="on"/></state>
          <state id="on">
            <onentry><assign location="count" expr="count + 1"/></onentry>
            <transition event="press" target="off"/>
          </state>
        </scxml>
        """),
    Explanation(
      .unsupportedScript, title: "a part of ECMAScript has no counterpart in CEL",
      meaning: """
        Expressions are translated to CEL, and scripts to assignments: paths, comparisons, arithmetic, texts, \
        conditions, lists and objects. Functions, loops other than for (x of list), `new` and regular expressions are not translated. With \
        --lenient a condition becomes a host guard, and a script a host action.
        """,
      wrong: """
        <datamodel><data id="now" expr="new Date()"/></datamodel>
        <state id="off"><transition event="press" target="on"/></state>
        <state id="on"><onentry><log expr="now"/></onentry><transition event="press" target="off"/></state>
        """,
      fixed: """
        <datamodel><data id="now" expr="'never'"/></datamodel>
        <state id="off">
          <transition event="press" target="on"><assign location="now" expr="_event.data"/></transition>
        </state>
        <state id="on"><onentry><log expr="now"/></onentry><transition event="press" target="off"/></state>
        """),
    Explanation(
      .unsupportedCall, title: "a function of ECMAScript is not known",
      meaning: """
        Only functions with a counterpart in CEL are translated: length, indexOf in a comparison, startsWith, endsWith, \
        includes, concat, substring, substr, charAt, replace, toString, String, Number, parseInt, Math.abs, floor, max, min, pow, and In. Functions that the document \
        defines are not translated.
        """,
      wrong: """
        <state id="off"><transition event="press" cond="isAllowed(_event.data)" target="on"/></state>
        <state id="on"><transition event="press" target="off"/></state>
        """,
      fixed: .replacing(#""isAllowed(_event.data)""#, with: #""_event.data === 'please'""#)),
    Explanation(
      .assignmentInExpression, title: "an expression changes data",
      meaning: "CEL expressions cannot change data. Use an action: <assign>, or a statement of a <script>.",
      wrong: """
        <datamodel><data id="i" expr="0"/></datamodel>
        <state id="off"><transition event="press" cond="i++ === 3" target="on"/></state>
        <state id="on"><transition event="press" target="off"/></state>
        """,
      fixed: """
        <datamodel><data id="i" expr="0"/></datamodel>
        <state id="off">
          <transition event="press" cond="i === 3" target="on"/>
          <transition event="press"><script>i++;</script></transition>
        </state>
        <state id="on"><transition event="press" target="off"/></state>
        """),
    Explanation(
      .looseEquality, title: "== compares values of two types",
      meaning: """
        In ECMAScript == converts texts and booleans to numbers before it compares: \"11\" == 11 is true. In statekit \
        values of different types are never equal. null and undefined are one value: === does not tell them apart.
        """,
      wrong: """
        <datamodel><data id="code" expr="'11'"/></datamodel>
        <state id="off"><transition event="press" cond="code == 11" target="on"/></state>
        <state id="on"><transition event="press" target="off"/></state>
        """,
      fixed: .replacing(#""code == 11""#, with: #""code == '11'""#)),
    Explanation(
      .brokenExpression, title: "an expression is not valid ECMAScript",
      meaning: """
        The expression cannot be parsed. As SCXML requires, the document still runs, and the expression raises error.execution each time it \
        is evaluated.
        """,
      wrong: """
        <state id="off"><transition event="press" cond="_event.data ===" target="on"/></state>
        <state id="on"><transition event="press" target="off"/></state>
        """,
      fixed: .replacing(#""_event.data ===""#, with: #""_event.data === 3""#)),
    Explanation(
      .leftToHost, title: "a part that cannot be translated is left to the host",
      meaning: """
        With --lenient, a condition that cannot be translated becomes a host guard named by its text, and a script becomes a \
        host action. Any other expression fails when it is evaluated. An invocation of an unknown type or a missing file becomes \
        host work. Wrong elements, attributes and targets are left out. Of targets that cannot be active together, only \
        the first is kept. The embedding program must answer the guard.
        """,
      wrong: Example(
        chart: """
          <state id="off"><transition event="press" cond="isAllowed(_event.data)" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
          """, command: "validate --lenient"),
      fixed: Example(
        chart: """
          <state id="off"><transition event="press" cond="_event.data === 'please'" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
          """)),
  ]
}
