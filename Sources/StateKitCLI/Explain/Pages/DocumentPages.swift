import StateKitCore

extension Explanation {
  /// SCXML documents.
  static let documents = [
    Explanation(
      .notWellFormed, title: "an XML document breaks the rules of XML",
      meaning: """
        XML 1.0 with namespaces is read, in UTF-8, UTF-16 and ISO-8859-1. A document type is refused: it could name other files, \
        and entities that grow without end. The entities of XML itself and numbers of characters are read.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
          <state id="off"><transition event="press" target="on"></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """,
      fixed: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
          <state id="off"><transition event="press" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """),
    Explanation(
      .unsupportedElement, title: "an element means nothing where it stands",
      meaning: """
        It is no element of SCXML 1.0, it stands where it has no meaning, or it is an <invoke> whose chart is known only in the \
        run. Elements of other vocabularies are read over.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
          <state id="off"><onentri><log label="dark"/></onentri><transition event="press" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """,
      fixed: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
          <state id="off"><onentry><log label="dark"/></onentry><transition event="press" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """),
    Explanation(
      .unsupportedAttribute, title: "an attribute cannot be said here",
      meaning: """
        It is one of a draft of SCXML that the recommendation left out, or one that would choose a chart while it runs: all charts \
        of a run are read before it.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
          <state id="on"><transition event="press" target="off"/></state>
          <state id="off" final="true"/>
        </scxml>

        """,
      fixed: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
          <state id="on"><transition event="press" target="off"/></state>
          <final id="off"/>
        </scxml>

        """),
    Explanation(
      .unsupportedDatamodel, title: "the expressions of a document are in another language",
      meaning: """
        The data models ecmascript, cel and null are read. Of a document with another one the states are read; its expressions \
        are counted, and refused in one message. With --lenient its conditions are guards of the host.
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
        Expressions are translated to CEL when a document is read, and scripts to assignments: paths, comparisons, arithmetic, texts, \
        conditions, lists and objects. Functions, loops but for (x of list), `new` and regular expressions are not translated. With \
        --lenient a condition becomes a guard of the host, and a script an action of the host.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <datamodel><data id="now" expr="new Date()"/></datamodel>
          <state id="off"><transition event="press" target="on"/></state>
          <state id="on"><onentry><log expr="now"/></onentry><transition event="press" target="off"/></state>
        </scxml>

        """,
      fixed: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <datamodel><data id="now" expr="'never'"/></datamodel>
          <state id="off">
            <transition event="press" target="on"><assign location="now" expr="_event.data"/></transition>
          </state>
          <state id="on"><onentry><log expr="now"/></onentry><transition event="press" target="off"/></state>
        </scxml>

        """),
    Explanation(
      .unsupportedCall, title: "a function of ECMAScript is not known",
      meaning: """
        The few functions that CEL has a counterpart for are translated: length, indexOf in a comparison, startsWith, endsWith, \
        includes, concat, substring, substr, charAt, replace, toString, String, Number, parseInt, Math.abs, floor, max, min, pow, and In. Functions of the document's \
        own are not.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <state id="off"><transition event="press" cond="isAllowed(_event.data)" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """,
      fixed: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <state id="off"><transition event="press" cond="_event.data === 'please'" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """),
    Explanation(
      .assignmentInExpression, title: "an expression changes data",
      meaning: """
        Expressions of CEL only look at data. What changes them is an action: <assign>, or a statement of a <script>.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <datamodel><data id="i" expr="0"/></datamodel>
          <state id="off"><transition event="press" cond="i++ === 3" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """,
      fixed: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <datamodel><data id="i" expr="0"/></datamodel>
          <state id="off">
            <transition event="press" cond="i === 3" target="on"/>
            <transition event="press"><script>i++;</script></transition>
          </state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """),
    Explanation(
      .looseEquality, title: "== compares values of two types",
      meaning: """
        == of ECMAScript makes numbers of texts and of true and false before it compares them: \"11\" == 11 is true there. Here \
        values of two types are never equal.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <datamodel><data id="code" expr="'11'"/></datamodel>
          <state id="off"><transition event="press" cond="code == 11" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """,
      fixed: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <datamodel><data id="code" expr="'11'"/></datamodel>
          <state id="off"><transition event="press" cond="code == '11'" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """),
    Explanation(
      .brokenExpression, title: "an expression is no ECMAScript",
      meaning: """
        It cannot be read at all. As SCXML has it, the document runs, and the expression fails with error.execution each time when it \
        is evaluated.
        """,
      wrong: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <state id="off"><transition event="press" cond="_event.data ===" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """,
      fixed: """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <state id="off"><transition event="press" cond="_event.data === 3" target="on"/></state>
          <state id="on"><transition event="press" target="off"/></state>
        </scxml>

        """),
    Explanation(
      .leftToHost, title: "something that cannot be said here is left to the host",
      meaning: """
        --lenient was given: a condition that cannot be translated is a guard of the host, by its text; a script is an action of the \
        host; another expression fails when it is evaluated; an invocation that is not known, or whose file is not there, is work of \
        the host; elements, attributes and targets that are wrong are left out, and of targets that cannot be active together all but \
        the first. The program that runs the chart has to answer the guard.
        """,
      wrong: Example(
        chart: """
          <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
            <state id="off"><transition event="press" cond="isAllowed(_event.data)" target="on"/></state>
            <state id="on"><transition event="press" target="off"/></state>
          </scxml>

          """, command: "validate --lenient"),
      fixed: Example(
        chart: """
          <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
            <state id="off"><transition event="press" cond="_event.data === 'please'" target="on"/></state>
            <state id="on"><transition event="press" target="off"/></state>
          </scxml>

          """)),
  ]
}
