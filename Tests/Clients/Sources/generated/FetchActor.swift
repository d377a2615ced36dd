// Made by `statekit generate`: change the chart, not this file.
// swift-format-ignore-file
import StateKit

/// The chart "fetch", for many tasks. Copies share one machine.
struct FetchActor: Sendable {
  /// The machine, for everything else that the library can do.
  let machine: StatechartActor

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
    get async {
      let values = await machine.context
      return Context(
        tries: values["tries"]?.int ?? 0,
        price: values["price"]?.double ?? 0,
        title: values["title"]?.string ?? "",
        pages: values["pages"]?.list ?? [],
        size: values["size"] ?? .null)
    }
  }

  /// The actions that the chart calls, inside the step.
  protocol Actions: Sendable {
    func `in`() throws
    func show(text: String, count: Int?) throws
  }

  /// The guards that the program answers.
  protocol Guards: Sendable {
    func isOnline(_ data: Payload) throws -> Bool
  }

  /// Work that the chart begins. Its result or error is an event of the chart; it is cancelled when the state is left.
  protocol Services: Sendable {
    func download(_ invocation: Invocation, input: Payload) async throws -> Payload
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
  init(
    actions: some Actions,
    guards: some Guards,
    services: some Services,
    delays: Delays,
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws {
    machine = StatechartActor(try Self.chart.get(), clock: clock)
    try await machine.action("in") { _ in try actions.in() }
    try await machine.action("show") { call in try actions.show(text: call.data["text"]?.string ?? "", count: call.data["count"]?.int) }
    try await machine.guard("isOnline") { call in try guards.isOnline(call.data) }
    try await machine.service("download") { call in
      guard let id = call.invocation.flatMap(Invocation.init) else { return Payload.null }
      return try await services.download(id, input: call.input)
    }
    try await machine.delay("patience", delays.patience)
  }

  /// Enters the first states.
  @discardableResult
  func start() async throws -> Step {
    try await machine.start()
  }

  /// Handles an event to its end.
  @discardableResult
  func send(_ event: Event) async -> Step {
    let message = Self.message(of: event)
    return await machine.send(message.name, message.data)
  }

  /// True if the event would be handled now.
  func can(_ event: Event) async -> Bool {
    let message = Self.message(of: event)
    return await machine.can(message.name, message.data)
  }

  /// True if the state is active.
  func isIn(_ state: State) async -> Bool {
    await machine.isIn(state.rawValue)
  }

  /// True if the machine has reached its end.
  var isFinished: Bool {
    get async { await machine.isFinished }
  }

  /// The deepest active state. Before the start: the state that the chart begins in.
  var state: Leaf {
    get async { await machine.configuration.first.flatMap(Leaf.init) ?? .idle }
  }

  private static let chart = Result { () throws(ChartError) in
    try ChartDefinition(json: json.utf8, name: "FetchActor.json")
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
