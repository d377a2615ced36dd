import StateKitCore

extension Explanation {
  /// Named guards.
  static let guards = [
    Explanation(
      .badGuardName, title: "an expression cannot use this name for a guard",
      meaning: """
        Expressions use a named guard as a word: a letter or _, then letters, digits and _. It cannot be a key of the context, a
        function, a reserved word, "event" or "params", which have other meanings. A guard that the host
        answers, null in "guards", may have any name: use it as {"host": NAME}.
        """,
      wrong: """
        {
          "context": {"cents": 0},
          "guards": {"can pay": "cents >= 5"},
          "root": {"coin": {"actions": {"assign": {"cents": "cents + 1"}}}}
        }
        """,
      fixed: """
        {
          "context": {"cents": 0},
          "guards": {"canPay": "cents >= 5"},
          "root": {
            "coin": {"actions": {"assign": {"cents": "cents + 1"}}},
            "pay": {"guard": "canPay", "actions": {"assign": {"cents": "cents - 5"}}}
          }
        }
        """),
    Explanation(
      .unknownGuard, title: "the host has no guard of this name",
      meaning: """
        {"host": NAME} asks a guard that the embedding program answers. Declare it as null in "guards", so that
        a typing error is found and the program knows which guards it must answer.
        """,
      wrong: """
        {
          "guards": {"is ready?": null},
          "root": {"start": {"guard": {"host": "is redy?"}, "actions": "run"}}
        }
        """,
      fixed: .replacing(#""is redy?""#, with: #""is ready?""#)),
    Explanation(
      .guardCircle, title: "a named guard asks itself",
      meaning: """
        Named guards may use one another, but not in a circle: such a guard has no value. The message shows the circle.
        """,
      wrong: """
        {
          "context": {"n": 0},
          "guards": {"low": "!high", "high": "n > 3 && !low"},
          "root": {"add": {"guard": "low", "actions": {"assign": {"n": "n + 1"}}}}
        }
        """,
      fixed: .replacing(#""n > 3 && !low""#, with: #""n > 3""#)),
  ]
}
