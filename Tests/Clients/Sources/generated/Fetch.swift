// Made by `statekit generate`: change the chart, not this file.
// swift-format-ignore-file
import StateKit

/// The chart "fetch". Copies share one machine.
struct Fetch {
  /// The machine, for everything else that the library can do.
  let machine: Statechart

  /// The states of the chart, by their paths.
  enum State: String, CaseIterable, Sendable {
    case idle = "root.idle"
    case loading = "root.loading"
    case shown = "root.shown"
  }

  /// The states that can be the deepest active one.
  typealias Leaf = State

  /// The events that the program sends, with their payloads.
  enum Event: Sendable {
    case price(Double)
    case open(name: String, pages: Int?)
    case close
    case `repeat`
  }

  /// The data of the chart.
  struct Context: Sendable {
    let tries: Int
    let price: Double
    let title: String
    let pages: [Payload]
    let size: Payload
  }

  /// The data now.
  var context: Context {
    let values = machine.context
    return Context(
      tries: values["tries"]?.int ?? 0,
      price: values["price"]?.double ?? 0,
      title: values["title"]?.string ?? "",
      pages: values["pages"]?.list ?? [],
      size: values["size"] ?? .null)
  }

  /// The actions that the chart calls.
  protocol Actions {
    func `in`() throws
    func show(text: String, count: Int?) throws
  }

  /// The guards that the program answers.
  protocol Guards {
    func isOnline(_ data: Payload) throws -> Bool
  }

  /// Work that the chart begins; `finish` or `fail` ends it.
  protocol Services {
    func download(_ invocation: Invocation, input: Payload) throws
    /// The state that began it was left.
    func stop(_ invocation: Invocation)
  }

  /// The work by its ids.
  enum Invocation: String, CaseIterable, Sendable {
    case page
  }

  /// The delays that the program sets.
  struct Delays: Sendable {
    var patience: Duration

    init(patience: Duration) {
      self.patience = patience
    }
  }

  /// A machine that has not been started.
  init(actions: some Actions, guards: some Guards, services: some Services, delays: Delays) throws {
    machine = Statechart(try Self.chart.get())
    try machine.action("in") { _ in try actions.in() }
    try machine.action("show") { call in try actions.show(text: call.data["text"]?.string ?? "", count: call.data["count"]?.int) }
    try machine.guard("isOnline") { call in try guards.isOnline(call.data) }
    try machine.service("download") { call in
      if let id = call.invocation.flatMap(Invocation.init) { try services.download(id, input: call.input) }
    } stop: { call in
      if let id = call.invocation.flatMap(Invocation.init) { services.stop(id) }
    }
    try machine.delay("patience", delays.patience)
  }

  /// Enters the first states.
  @discardableResult
  func start() throws -> Step {
    try machine.start()
  }

  /// Handles an event to its end.
  @discardableResult
  func send(_ event: Event) -> Step {
    let message = Self.message(of: event)
    return machine.send(message.name, message.data)
  }

  /// True if the event would be handled now.
  func can(_ event: Event) -> Bool {
    let message = Self.message(of: event)
    return machine.can(message.name, message.data)
  }

  /// Moves the clock; timers that are due fire.
  @discardableResult
  func advance(by duration: Duration) -> Step {
    machine.advance(by: duration)
  }

  /// True if the state is active.
  func isIn(_ state: State) -> Bool {
    machine.isIn(state.rawValue)
  }

  /// True if the machine has reached its end.
  var isFinished: Bool {
    machine.isFinished
  }

  /// The deepest active state. Before the start: the state that the chart begins in.
  var state: Leaf {
    machine.configuration.first.flatMap(Leaf.init) ?? .idle
  }

  /// Reports that work has ended.
  @discardableResult
  func finish(_ invocation: Invocation, _ result: Payload = .null) -> Step {
    machine.finish(invocation.rawValue, result)
  }

  /// Reports that work has failed.
  @discardableResult
  func fail(_ invocation: Invocation, _ error: any Error) -> Step {
    machine.fail(invocation.rawValue, error)
  }

  private static let chart = Result { () throws(ChartError) in
    try ChartDefinition(json: json.utf8, name: "Fetch.json")
  }

  /// An event as the chart knows it.
  static func message(of event: Event) -> (name: String, data: Payload) {
    switch event {
    case .price(let data): ("price", .double(data))
    case .open(let name, let pages): ("open", Self.map([("name", .string(name)), ("pages", pages.map { .int($0) } ?? .null)]))
    case .close: ("close", .null)
    case .repeat: ("repeat", .null)
    }
  }

  /// A payload of fields; those without a value are left out.
  static func map(_ fields: [(key: String, value: Payload)]) -> Payload {
    .map(fields.filter { !$0.value.isNull })
  }

  /// The chart's text.
  private static let json = #"""
    {
      "name": "fetch",
      "description": "What only a program knows: a guard, a delay, actions with data, and work that it does.",
      "context": {"tries": 0, "price": 1.5, "title": "", "pages": [], "size": {"width": 80}},
      "events": {
        "open": {"name": "string", "pages": "int?"},
        "price": "double",
        "repeat": null,
        "close": null
      },
      "guards": {"isOnline": null},
      "actions": {"show": {"text": "string", "count": "int?"}, "in": null},
      "root": {
        "initial": "idle",
        "price": {"actions": {"assign": {"price": "event.data"}}},
        "subStates": {
          "idle": {
            "enterState": ["in"],
            "open": {
              "guard": "isOnline",
              "target": "loading",
              "actions": {"assign": {"title": "event.data.name", "tries": "tries + 1"}}
            }
          },
          "loading": {
            "invoke": {"src": "download", "id": "page", "input": {"name": "title"}},
            "done.invoke.page": {
              "target": "shown",
              "actions": {"call": "show", "data": {"text": "title", "count": "tries"}}
            },
            "error.invoke.page": "idle",
            "after": {"patience": "idle"},
            "close": "idle"
          },
          "shown": {
            "repeat": {"actions": {"call": "show", "data": {"text": "title"}}},
            "error.execution": "idle",
            "close": "idle"
          }
        }
      }
    }

    """#
}
