import StateKitCore

extension Explanation {
  /// Errors in expressions.
  static let expressions = [
    Explanation(
      .expressionSyntax, title: "an expression cannot be read",
      meaning: """
        Guards, conditions, values and ${…} are CEL, the Common Expression Language: == compares (there is no =), && and ||
        combine, texts are in single or double quotes. The message points to the wrong byte inside the JSON text.
        """,
      wrong: """
        {
          "context": {"tries": 0},
          "root": {
            "try": {"guard": "tries = 3", "actions": "lock"},
            "count": {"actions": {"assign": {"tries": "tries + 1"}}}
          }
        }
        """,
      fixed: .replacing(#""tries = 3""#, with: #""tries == 3""#)),
    Explanation(
      .unknownName, title: "an expression or an assign names something unknown",
      meaning: """
        The known names are the keys of the context, "event", and the names of an enclosing forEach. An assign needs a key of the
        context; the names of a forEach cannot be assigned.
        """,
      wrong: """
        {
          "context": {"tries": 0},
          "root": {
            "try": {"guard": "tires < 3", "actions": {"assign": {"tries": "tries + 1"}}}
          }
        }
        """,
      fixed: .replacing(#""tires < 3""#, with: #""tries < 3""#)),
    Explanation(
      .unknownFunction, title: "an expression calls an unknown function",
      meaning: """
        The known functions are the standard functions of CEL, its macros (has, all, exists, exists_one, map, filter) and isIn("state").
        No function reads files, the time of day or random numbers: the same script always gives the same trace.
        """,
      wrong: """
        {
          "context": {"code": ""},
          "root": {"enter": {"guard": "code.startWith('A')", "actions": {"assign": {"code": "''"}}}}
        }
        """,
      fixed: .replacing(#""code.startWith('A')""#, with: #""code.startsWith('A')""#)),
    Explanation(
      .wrongArguments, title: "a function is called with the wrong arguments",
      meaning: "The message names the arguments of the function. A method follows its text or list after a dot.",
      wrong: """
        {
          "context": {"code": ""},
          "root": {"enter": {"guard": "size(code, 4)", "actions": {"assign": {"code": "''"}}}}
        }
        """,
      fixed: .replacing(#""size(code, 4)""#, with: #""size(code) == 4""#)),
    Explanation(
      .typeMismatch, title: "an expression combines types that do not fit",
      meaning: """
        CEL has no truthiness and no implicit conversion: a guard is a bool, + adds numbers or joins texts, and
        < does not compare a text with a number. Arithmetic of an int and a double uses doubles. Use string(), int() or
        double() to convert.
        """,
      wrong: """
        {
          "context": {"count": 0},
          "root": {"add": {"guard": "count", "actions": {"assign": {"count": "count + 1"}}}}
        }
        """,
      fixed: .replacing(#": "count""#, with: #": "count < 9""#)),
    Explanation(
      .expressionLimit, title: "an expression is longer or deeper than the limit",
      meaning: """
        An expression has at most 16 KiB and at most 100 levels of nesting. Split a long expression into invariants, several guards or
        keys of the context.
        """,
      wrong: Example(
        chart: #"{"context": {"n": 0}, "root": {"go": {"guard": "((( … 120 … n > 1 … )))", "target": "root"}}}"#,
        make: {
          Array(#"{"context": {"n": 0}, "root": {"go": {"guard": ""#.utf8) + [UInt8](repeating: 0x28, count: 120)
            + Array("n > 1".utf8) + [UInt8](repeating: 0x29, count: 120) + Array(#"", "target": "root"}}}"#.utf8) + [
              0x0A
            ]
        }),
      fixed: Example(chart: #"{"context": {"n": 0}, "root": {"go": {"guard": "n > 1", "target": "root"}}}"#)),
  ]
}
