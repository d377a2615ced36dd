import StateKitCore

/// The header of the generated C.
struct CHeader {
  let model: CModel
  let options: CGenerator.Options
  let layout: CLayout
  let actions: [CHostAction]

  init(_ model: CModel, options: CGenerator.Options, layout: CLayout, actions: [CHostAction]) {
    self.model = model
    self.options = options
    self.layout = layout
    self.actions = actions
  }

  private var p: String { model.prefix }
  private var capitals: String { model.capitals }

  func text() -> String {
    let guardName = "\(capitals)_H"
    let title = model.chart.title.map { "the chart \"\(CActions.comment($0))\"" } ?? "a chart"
    return """
      /* \(p).h: \(title) as a state machine in C99. Made by `statekit generate`: change the chart, not this file.
       *
       * \(p)_t takes \(layout.machine.size) bytes where each type is aligned to its size. There is no heap and no recursion.
       * Set up: \(p)_start(&d). Then \(p)_send(&d, event, data) for each event, and \(p)_advance(&d, ms) as time goes by.
       * The functions \(p)_do_… are the program's: it defines what the chart calls for.
       */
      #ifndef \(guardName)
      #define \(guardName)

      #include <stdbool.h>
      #include <stdint.h>

      \(limits)

      \(enumeration("state", model.states, comment: "The states, in document order."))

      \(enumeration("event", model.eventOrder.map { model.events[$0] } + synthetic, comment: eventComment))

      typedef enum {
        \(capitals)_HANDLED,  /* a state took the event */
        \(capitals)_IGNORED,  /* no state knows the event here */
        \(capitals)_DECLINED, /* every guard said no */
        \(capitals)_REJECTED  /* the event is the chart's own, or the machine was not started */
      } \(p)_outcome_t;
      \(textEnumeration)
      /* The payload of an event: the member that is called like the event. */
      typedef union {
      \(layout.payload.lines.joined(separator: "\n"))
      } \(p)_payload_t;

      /* The data of the chart. */
      typedef struct {
      \(layout.context.lines.joined(separator: "\n"))
      } \(p)_context_t;
      \(message)\(timer)
      \(task)/* A machine. Its parts are read by the functions below. */
      typedef struct {
      \(layout.machine.lines.joined(separator: "\n"))
      } \(p)_t;

      /* Begins, with the first values of the chart or with others. */
      void \(p)_start(\(p)_t *d);
      void \(p)_start_with(\(p)_t *d, const \(p)_context_t *context);
      const \(p)_context_t *\(p)_first_context(void);

      /* Handles an event to its end. `data` may be NULL for an event without a payload. */
      \(p)_outcome_t \(p)_send(\(p)_t *d, \(p)_event_t event, const \(p)_payload_t *data);

      /* Moves the clock by milliseconds; timers that are due fire. */
      void \(p)_advance(\(p)_t *d, int64_t ms);

      /* The milliseconds until the next timer is due; -1 if none is running. */
      int64_t \(p)_next_timer(const \(p)_t *d);

      bool \(p)_is_in(const \(p)_t *d, \(p)_state_t state);
      bool \(p)_is_finished(const \(p)_t *d);
      const \(p)_context_t *\(p)_context(const \(p)_t *d);
      \(prototypes)
      #endif

      """
  }

  /// Events of the engine that the chart does not name.
  private var synthetic: [String] {
    let error = "\(capitals)_EVENT_ERROR_EXECUTION"
    return model.needs.contains("FAIL") && !model.events.contains(error) ? [error] : []
  }

  private var eventComment: String {
    let own = model.internalCount + synthetic.count
    return own == 0
      ? "The events." : "The events; the last \(own == 1 ? "one is" : "\(own) are") only raised by the chart."
  }

  private func enumeration(_ kind: String, _ names: [String], comment: String) -> String {
    let count = "\(capitals)_\(kind.uppercased())_COUNT"
    return (["/* \(comment) */", "typedef enum {"] + names.map { "  \($0)," } + ["  \(count)", "} \(p)_\(kind)_t;"])
      .joined(separator: "\n")
  }

  private var textEnumeration: String {
    guard model.usesTexts(in: actions) else { return "" }
    let texts = model.texts.map { "  \($0.identifier), /* \(CActions.comment($0.text)) */" }
    return
      (["", "/* The texts that the chart knows. */", "typedef enum {", "  \(capitals)_TEXT_OTHER_TEXT,"] + texts
      + ["  \(capitals)_TEXT_COUNT", "} \(p)_text_t;", ""]).joined(separator: "\n")
  }

  private var message: String {
    let message = structure(layout.message, named: "message", comment: "An event with its payload.")
    guard model.needs.contains("RAISE") || model.needs.contains("SEND") else { return message }
    return message + structure(layout.queue, named: "queue", comment: "Events in the order in which they are taken.")
  }

  private var limits: String {
    var lines = ["/* Events that a queue holds, steps of one macrostep, macrosteps of one call. */"]
    lines += ["#define \(capitals)_QUEUE \(options.queue)", "#define \(capitals)_MOST_STEPS 1000"]
    lines.append("#define \(capitals)_MOST_MACROSTEPS 100000")
    if model.hasJumps {
      lines += ["", "/* Transitions inside one another, which goToState makes. */"]
      lines.append("#define \(capitals)_NESTED \(layout.nested)")
    }
    return lines.joined(separator: "\n")
  }

  private var task: String {
    if !model.hasJumps { return "" }
    return String(structure(layout.task, named: "task", comment: "A transition on its way.").dropFirst()) + "\n"
  }

  private var timer: String {
    guard model.needs.contains("TIMER") else { return "" }
    return structure(layout.timer, named: "timer", comment: "A timer of a state, or an event that is sent later.")
  }

  private func structure(_ layout: CStruct, named name: String, comment: String) -> String {
    "\n/* \(comment) */\ntypedef struct {\n\(layout.lines.joined(separator: "\n"))\n} \(p)_\(name)_t;\n"
  }

  private var prototypes: String {
    var lines: [String] = []
    if !actions.isEmpty { lines += ["", "/* The program defines what the chart calls for. */"] }
    for action in actions { lines.append("void \(action.identifier)(\(Self.parameters(of: action, prefix: p)));") }
    if !model.hostGuards.isEmpty { lines += ["", "/* The program answers these guards. */"] }
    for name in model.hostGuards { lines.append("bool \(name)(const \(p)_t *d);") }
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }

  static func parameters(of action: CHostAction, prefix: String) -> String {
    (["\(prefix)_t *d"] + action.parameters.map { "\($0.type.name(prefix)) \($0.identifier)" }).joined(separator: ", ")
  }
}
