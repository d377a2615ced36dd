import StateKitCore

extension Explanation {
  /// Errors in expressions.
  static let expressions = [
    Explanation(
      .expressionSyntax, title: "an expression cannot be read",
      meaning: """
        Guards, conditions, values and ${…} are CEL, the Common Expression Language: == compares (there is no =), && and ||
        combine, texts stand in single or double quotes. The message stands inside the JSON text, at the byte it is about.
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
      fixed: """
        {
          "context": {"tries": 0},
          "root": {
            "try": {"guard": "tries == 3", "actions": "lock"},
            "count": {"actions": {"assign": {"tries": "tries + 1"}}}
          }
        }

        """),
    Explanation(
      .unknownName, title: "an expression or an assign names something unknown",
      meaning: """
        In scope are the keys of the context, "event", and the names of the forEach around. Assigning needs a key that the
        context has; the names of a forEach cannot be assigned.
        """,
      wrong: """
        {
          "context": {"tries": 0},
          "root": {
            "try": {"guard": "tires < 3", "actions": {"assign": {"tries": "tries + 1"}}}
          }
        }

        """,
      fixed: """
        {
          "context": {"tries": 0},
          "root": {
            "try": {"guard": "tries < 3", "actions": {"assign": {"tries": "tries + 1"}}}
          }
        }

        """),
    Explanation(
      .unknownFunction, title: "an expression calls an unknown function",
      meaning: """
        There are the functions of CEL's standard, its macros (has, all, exists, exists_one, map, filter) and isIn("state").
        There is none for files, the time of day or random numbers: the same script always gives the same trace.
        """,
      wrong: """
        {
          "context": {"code": ""},
          "root": {"enter": {"guard": "code.startWith('A')", "actions": {"assign": {"code": "''"}}}}
        }

        """,
      fixed: """
        {
          "context": {"code": ""},
          "root": {"enter": {"guard": "code.startsWith('A')", "actions": {"assign": {"code": "''"}}}}
        }

        """),
    Explanation(
      .wrongArguments, title: "a function is called with the wrong arguments",
      meaning: """
        The message says what the function takes. A function that belongs to a text or a list stands behind it with a dot.
        """,
      wrong: """
        {
          "context": {"code": ""},
          "root": {"enter": {"guard": "size(code, 4)", "actions": {"assign": {"code": "''"}}}}
        }

        """,
      fixed: """
        {
          "context": {"code": ""},
          "root": {"enter": {"guard": "size(code) == 4", "actions": {"assign": {"code": "''"}}}}
        }

        """),
    Explanation(
      .typeMismatch, title: "an expression combines types that do not fit",
      meaning: """
        CEL has no truthiness and turns nothing into something else: a guard is a bool, + adds numbers or joins texts, and
        < does not compare a text with a number. An int with a double is computed as doubles. Use string(), int() or
        double() to convert.
        """,
      wrong: """
        {
          "context": {"count": 0},
          "root": {"add": {"guard": "count", "actions": {"assign": {"count": "count + 1"}}}}
        }

        """,
      fixed: """
        {
          "context": {"count": 0},
          "root": {"add": {"guard": "count < 9", "actions": {"assign": {"count": "count + 1"}}}}
        }

        """),
    Explanation(
      .expressionLimit, title: "an expression is longer or deeper than the limit",
      meaning: """
        An expression has at most 16 KiB and is nested at most 100 deep. Split a long one into invariants, several guards or
        keys of the context.
        """,
      wrong: Example(
        chart: "",
        shown: #"{"context": {"n": 0}, "root": {"go": {"guard": "((( … 120 … n > 1 … )))", "target": "root"}}}"#,
        make: {
          Array(#"{"context": {"n": 0}, "root": {"go": {"guard": ""#.utf8) + [UInt8](repeating: 0x28, count: 120)
            + Array("n > 1".utf8) + [UInt8](repeating: 0x29, count: 120) + Array(#"", "target": "root"}}}"#.utf8) + [
              0x0A
            ]
        }),
      fixed: Example(
        chart: """
          {"context": {"n": 0}, "root": {"go": {"guard": "n > 1", "target": "root"}}}

          """)),
  ]
}
