import StateKitCore

/// The structs of a machine in C, with their sizes.
struct CLayout {
  let payload: CStruct
  let message: CStruct
  let queue: CStruct
  let timer: CStruct
  let task: CStruct
  let context: CStruct
  let machine: CStruct
  /// The greatest number of timers that run at the same time.
  let timerCount: Int
  /// The greatest depth of transitions inside one another.
  let nested: Int

  init(_ model: CModel, queue: Int) {
    let p = model.prefix
    let states = model.chart.states.count
    let needs = model.needs
    let histories = model.chart.states.count { $0.kind.isHistory }

    var payload = CStruct()
    for (_, entry) in model.payloads.sorted(by: { $0.key < $1.key }) {
      if let single = entry.single {
        payload.join(single.name(p), entry.identifier, size: single.size)
      } else {
        var fields = CStruct()
        for field in entry.fields {
          guard let type = field.type else { continue }
          if field.declared.isOptional { fields.add("bool", "has_\(field.identifier)", size: 1) }
          fields.add(type.name(p), field.identifier, size: type.size)
        }
        payload.join(fields, named: entry.identifier)
      }
    }
    if payload.lines.isEmpty { payload.join("char", "unused", size: 1) }
    self.payload = payload

    var message = CStruct()
    message.add("int16_t", "event", size: 2)
    if needs.contains("PAYLOAD") { message.add("\(p)_payload_t", "data", of: payload) }
    self.message = message

    var queued = CStruct()
    queued.add("\(p)_message_t", "messages", of: message, counts: [queue])
    queued.add("int16_t", "first", size: 2)
    queued.add("int16_t", "count", size: 2)
    self.queue = queued

    var timer = CStruct()
    timer.add("int64_t", "due", size: 8)
    timer.add("uint32_t", "serial", size: 4, comment: "0: it is not running")
    timer.add("int16_t", "after", size: 2, comment: "of a state, or -1")
    timer.add("int16_t", "event", size: 2, comment: "to send, or -1")
    timer.add("int16_t", "id", size: 2)
    if needs.contains("PAYLOAD") { timer.add("\(p)_payload_t", "data", of: payload) }
    self.timer = timer

    var task = CStruct()
    task.add("uint32_t", "completing", size: 4, counts: [states], comment: "entries that are to be completed")
    task.add("uint32_t", "regions", size: 4, counts: [states], comment: "entries whose regions are to be entered")
    task.add("uint32_t", "initial_taken", size: 4, counts: [states])
    if needs.contains("HISTORY") { task.add("uint32_t", "recorded_at", size: 4) }
    task.add("int16_t", "targets", size: 2, counts: [states + 1])
    task.add("int16_t", "handlers", size: 2, counts: [states])
    if needs.contains("HISTORY") { task.add("int16_t", "defaults", size: 2, counts: [states]) }
    task.add("int16_t", "target_count", size: 2)
    task.add("int16_t", "handler_count", size: 2)
    task.add("int16_t", "next_handler", size: 2)
    if needs.contains("HISTORY") {
      task.add("int16_t", "default_count", size: 2)
      task.add("int16_t", "next_default", size: 2)
    }
    task.add("int16_t", "finishing", size: 2, comment: "a final state that was entered")
    task.add("bool", "is_acting", size: 1, comment: "between the actions of its handlers")
    if needs.contains("HISTORY") { task.add("bool", "leaving", size: 1, counts: [states]) }
    if needs.contains("REENTER") {
      task.add("bool", "reenter_below", size: 1, counts: [states])
      task.add("bool", "exits_root", size: 1)
    }
    self.task = task

    var context = CStruct()
    for field in model.context { context.add(field.type.name(p), field.identifier, size: field.type.size) }
    if context.lines.isEmpty { context.add("char", "unused", size: 1) }
    self.context = context

    nested = NestedTransitions.depth(of: model.chart)
    timerCount = model.chart.timers.count + (needs.contains("DELAYED") ? queue : 0)
    var machine = CStruct()
    machine.add("\(p)_context_t", "context", of: context)
    machine.add("int64_t", "now", size: 8, comment: "ms since the start")
    if model.hasJumps {
      machine.add("\(p)_task_t", "tasks", of: task, counts: [nested], comment: "transitions on their way")
    }
    if needs.contains("TIMER") {
      machine.add("\(p)_timer_t", "timers", of: timer, counts: [timerCount])
      machine.add("uint32_t", "timer_serial", size: 4)
    }
    if needs.contains("RAISE") { machine.add("\(p)_queue_t", "raised", of: queued, comment: "internal events") }
    if needs.contains("SEND") { machine.add("\(p)_queue_t", "sent", of: queued) }
    if needs.contains("PAYLOAD") { machine.add("\(p)_payload_t", "data", of: payload, comment: "of the event") }
    if model.hasJumps {
      machine.add("uint32_t", "changes", size: 4, comment: "entries and exits so far")
      machine.add("uint32_t", "entry", size: 4, counts: [states], comment: "the change that entered a state")
    }
    if needs.contains("TIMER") { machine.add("int32_t", "outcome", size: 4, comment: "of the last timer") }
    machine.add("int16_t", "event", size: 2, comment: "the event that is handled, or -1")
    if model.hasJumps { machine.add("int16_t", "depth", size: 2, comment: "of transitions inside one another") }
    machine.add("int16_t", "steps", size: 2, comment: "of this macrostep")
    machine.add("bool", "active", size: 1, counts: [states])
    if needs.contains("HISTORY") {
      machine.add("bool", "record", size: 1, counts: [histories, states], comment: "what history states remember")
      machine.add("bool", "has_record", size: 1, counts: [histories])
    }
    if needs.contains("HOLDS") {
      machine.add("bool", "has_failed", size: 1, counts: [max(1, model.chart.handlers.count)])
    }
    machine.add("bool", "started", size: 1)
    machine.add("bool", "finished", size: 1)
    machine.add("bool", "halted", size: 1, comment: "a limit ended the macrostep")
    machine.add("bool", "declined", size: 1, comment: "a guard said no")
    machine.add("bool", "lost_events", size: 1, comment: "a queue was full")
    self.machine = machine
  }
}
