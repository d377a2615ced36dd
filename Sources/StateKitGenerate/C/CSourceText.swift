// Longer than others: the parts of one file, in its order.
import CEL
import StateKitCore

/// The source file of the generated C.
struct CSourceText {
  let model: CModel
  let options: CGenerator.Options
  let layout: CLayout

  init(_ model: CModel, options: CGenerator.Options, layout: CLayout) {
    self.model = model
    self.options = options
    self.layout = layout
  }

  private var p: String { model.prefix }
  private var capitals: String { model.capitals }

  func text(states: String, handlers: String, afters: String, targets: [Int], functions: [String]) -> String {
    var parts: [String] = []
    parts.append(
      """
      /* \(p).c: made by `statekit generate` from a chart. \(p).h tells how it is used. */
      #include "\(p).h"

      #include <string.h>

      enum {
        STATE_COUNT = \(capitals)_STATE_COUNT,
        FIRST_INTERNAL = \(firstInternal)\(counts)
      };

      /* ---- The chart ------------------------------------------------------------------------------------------ */

      enum { ATOMIC, COMPOUND, PARALLEL, FINAL, SHALLOW, DEEP };
      enum { STAYS, REENTERS };
      enum { NOWHERE = -1, FORBIDDEN = -2, FAILED = -1 };

      /* The states: `end` is the state after the last one inside, `initial` and `count` are targets in TARGETS, `done`
       * is the event that tells that a state is done. */
      static const struct {
        int16_t parent;
        int16_t end;
        int16_t kind;
        int16_t initial;
        int16_t initial_count;
        bool has_initial_actions;
        int16_t done;
        int16_t history;
      } STATES[STATE_COUNT] = {
      \(states)
      };

      #define IS_HISTORY(state) (STATES[state].kind >= SHALLOW)

      static const int16_t TARGETS[] = {
      \(list(targets.map { model.states[$0] }))
      };
      """)
    if !model.chart.handlers.isEmpty {
      parts.append(
        """
        /* The handlers: the state, its targets in TARGETS, and the state below which everything is exited first. */
        static const struct {
          int16_t state;
          int16_t target;
          int16_t target_count;
          int16_t reenter;
          int16_t below;
        } HANDLERS[] = {
        \(handlers)
        };
        """)
    } else {
      parts.append(
        "static const struct { int16_t state, target, target_count, reenter, below; } HANDLERS[] = { { 0, 0, 0, 0, 0 } };"
      )
    }
    if model.needs.contains("AFTER") {
      parts.append(
        """
        /* Timers that start when a state is entered: the state, and the milliseconds. */
        static const struct {
          int16_t state;
          int64_t delay;
        } AFTERS[] = {
        \(afters)
        };
        """)
    }
    if model.needs.contains("SUBTREE") {
      parts.append(
        "/* The states, those inside a state before it. */\nstatic const int16_t UPWARDS[STATE_COUNT] = {\n\(list(upwards.map { model.states[$0] }))\n};"
      )
    }
    if model.needs.contains("PAYLOAD") { parts.append("static const \(p)_payload_t NO_DATA;") }
    parts.append("static const \(p)_context_t FIRST_CONTEXT = { \(firstContext) };")
    parts.append(CTemplate.text(CEngine.text, model: model))
    parts.append(helpers)
    parts.append(
      "/* ---- What the chart says ------------------------------------------------------------------------------- */\n"
    )
    parts.append(model.functions.joined(separator: "\n"))
    parts.append(functions.joined(separator: "\n"))
    parts.append(CTemplate.text(CEngine.choosing, model: model))
    let transitions = model.needs.contains("GOTO") ? CEngine.transitions : CEngine.plain
    parts.append(CTemplate.text(transitions, model: model))
    parts.append(CTemplate.text(CEngine.macrosteps, model: model))
    return CFunctions.used(in: parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n")
  }

  private var firstInternal: String {
    let own = model.eventOrder.suffix(model.internalCount).map { model.events[$0] }
    if let first = own.first { return first }
    let error = "\(capitals)_EVENT_ERROR_EXECUTION"
    return model.needs.contains("FAIL") && !model.events.contains(error) ? error : "\(capitals)_EVENT_COUNT"
  }

  private var counts: String {
    var text = ""
    if model.needs.contains("TIMER") { text += ",\n  TIMER_COUNT = \(layout.timerCount)" }
    if model.needs.contains("AFTER") { text += ",\n  AFTER_COUNT = \(model.chart.timers.count)" }
    return text
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "  0" : names.map { "  \($0)" }.joined(separator: ",\n")
  }

  /// The states in an order in which those inside a state come before it.
  private var upwards: [Int] {
    var order: [Int] = []
    var open: [Int] = []
    for state in model.chart.states.indices {
      while let last = open.last, Int(model.chart.states[last].end) <= state { order.append(open.removeLast()) }
      open.append(state)
    }
    return order + open.reversed()
  }

  private var firstContext: String {
    if model.context.isEmpty { return "0" }
    return model.context.map { field in
      switch field.value {
      case .bool(let flag): flag ? "true" : "false"
      case .int(let number): CModel.literal(number)
      case .double(let number): "\(number)"
      case .string(let text): model.text(text)
      default: "0"
      }
    }.joined(separator: ", ")
  }

  /// Arithmetic that notices what the chart calls an error.
  private var helpers: String {
    CHelpers.all.joined(separator: "\n\n") + "\n"
      + (model.needs.contains("HOLDS") ? "\n" + CTemplate.text(CHelpers.holds, model: model) : "")
  }
}

/// The small functions that expressions use.
enum CHelpers {
  static let all: [String] = [
    """
    static bool add(int64_t a, int64_t b, int64_t *sum) {
      if ((b > 0 && a > INT64_MAX - b) || (b < 0 && a < INT64_MIN - b)) {
        return false;
      }
      *sum = a + b;
      return true;
    }
    """,
    """
    static bool subtract(int64_t a, int64_t b, int64_t *difference) {
      if ((b < 0 && a > INT64_MAX + b) || (b > 0 && a < INT64_MIN + b)) {
        return false;
      }
      *difference = a - b;
      return true;
    }
    """,
    """
    static bool multiply(int64_t a, int64_t b, int64_t *product) {
      if (a != 0 && b != 0) {
        if ((a == -1 && b == INT64_MIN) || (b == -1 && a == INT64_MIN)) {
          return false;
        }
        if (a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
                  : (b > 0 ? a < INT64_MIN / b : b < INT64_MAX / a)) {
          return false;
        }
      }
      *product = a * b;
      return true;
    }
    """,
    """
    static bool divide(int64_t a, int64_t b, int64_t *quotient) {
      if (b == 0 || (a == INT64_MIN && b == -1)) {
        return false;
      }
      *quotient = a / b;
      return true;
    }
    """,
    """
    static bool modulo(int64_t a, int64_t b, int64_t *rest) {
      if (b == 0 || (a == INT64_MIN && b == -1)) {
        return false;
      }
      *rest = a % b;
      return true;
    }
    """,
    """
    static bool negate(int64_t a, int64_t *negative) {
      if (a == INT64_MIN) {
        return false;
      }
      *negative = -a;
      return true;
    }
    """,
    """
    static bool to_int(double a, int64_t *whole) {
      if (!(a > -9223372036854775808.0 && a < 9223372036854775808.0)) {
        return false;
      }
      *whole = (int64_t)a;
      return true;
    }
    """,
    """
    static bool is_finite(double a) {
      return a - a == 0.0;
    }
    """,
    """
    /* `&&` of two sides that are 1, 0 or FAILED: an error does not count where the other side decides. */
    static int both(int a, int b) {
      return a == 0 || b == 0 ? 0 : (a == 1 && b == 1 ? 1 : FAILED);
    }
    """,
    """
    /* `||` of two sides that are 1, 0 or FAILED: an error does not count where the other side decides. */
    static int either(int a, int b) {
      return a == 1 || b == 1 ? 1 : (a == 0 && b == 0 ? 0 : FAILED);
    }
    """,
  ]

  static let holds = #"""

    /* True if a guard holds. An error of a guard is raised once in a macrostep. */
    static bool holds($p_t *d, int result, int handler) {
      if (result < 0 && !d->has_failed[handler]) {
        d->has_failed[handler] = true;
        failed(d);
      }
      if (result != 1) {
        d->declined = true;
      }
      return result == 1;
    }
    """#
}
