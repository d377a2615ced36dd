// Made by `make texts` from the files in Texts; change those.

enum SwiftTexts {
  static let harnessSwift = #"""
    // Made by `statekit generate`: a program that speaks the protocol of `statekit explore --program`.
    // swift-format-ignore-file
    import Foundation
    import StateKit

    /// Writes down what the chart calls for.
    #? HOSTS | final class $Recorder: $protocols {
    #? !HOSTS | final class $Recorder {
      var did: [Payload] = []
      #insert recorder
    }

    /// A machine that is told its events by lines of JSON.
    struct $Program {
      private let recorder = $Recorder()
      private var machine: $Type

      init() throws {
        machine = try $Type($arguments)
      }

      /// Answers all lines of the standard input.
      mutating func run() throws {
        while let line = readLine() {
          guard let request = Payload(json: line.utf8) else { throw Failed() }
          puts(try answer(request).description)
          fflush(nil)
        }
      }

      struct Failed: Error {}

      private mutating func answer(_ request: Payload) throws -> Payload {
        if let start = request["start"] {
          recorder.did = []
          machine = try $Type($arguments)
          for (key, value) in start["context"]?.map ?? [] where machine.machine.context[key] != value {
            return ["cannot": "start with other data"]
          }
          try machine.start()
          return report(nil)
        }
        if let name = request["event"]?.string {
          let data = request["data"] ?? .null
          // What the type does not let a program send is sent by its name.
          let step = Self.event(name, data: data).map { machine.send($0) } ?? machine.machine.send(name, data)
          return report(step.outcome)
        }
        if let time = request["advance"]?.int {
          machine.advance(by: .milliseconds(time))
          return report(nil)
        }
        #? SERVICES
        if let id = request["done"]?.string.flatMap($Type.Invocation.init) {
          return report(machine.finish(id, request["data"] ?? .null).outcome)
        }
        if let id = request["failed"]?.string {
          return report(machine.machine.send("error.invoke.\(id)", request["data"] ?? .null).outcome)
        }
        #end
        return ["cannot": "answer this line"]
      }

      #? EVENTS
      /// The event of a line; nil if its payload is not what the chart declares.
      private static func event(_ name: String, data: Payload) -> $Type.Event? {
        let event: $Type.Event
        switch name {
        #insert events
        default: return nil
        }
        return $Type.message(of: event).data == data ? event : nil
      }
      #end
      #? !EVENTS | private static func event(_ name: String, data: Payload) -> $Type.Event? { nil }

      /// The answer: the active states, and the actions since the last one.
      private func report(_ outcome: Outcome?) -> Payload {
        var answer: [(key: String, value: Payload)] = [
          ("configuration", .list($leaves.map { .string($0.rawValue) })),
          ("did", .list(recorder.did)), ("done", .bool(machine.isFinished)),
        ]
        if let outcome { answer.append(("outcome", .string("\(outcome)".prefix { $0.isLetter }.description))) }
        #? CONTEXT
        let context = machine.context
        let values: [(key: String, value: Payload)] = [
          #insert context
        ]
        answer.append(("context", .map(values)))
        #end
        #? !CONTEXT | answer.append(("context", [:]))
        recorder.did = []
        return .map(answer)
      }
    }

    var program = try $Program()
    try program.run()

    """#

  static let typeSwift = #"""
    // Made by `statekit generate`: change the chart, not this file.
    // swift-format-ignore-file
    #? MAIN | import Observation
    import StateKit

    #? VALUE
    /// $title. Copies share one machine.
    $access struct $Type {
    #end
    #? ACTOR
    /// $title, for many tasks. Copies share one machine.
    $access struct $Type: Sendable {
    #end
    #? MAIN
    /// $title. A view that reads it is updated after each step.
    @MainActor @Observable
    $access final class $Type {
    #end
      /// The machine, for everything else that the library can do.
      #? VALUE | $access let machine: Statechart
      #? ACTOR | $access let machine: StatechartActor
      #? MAIN
      @ObservationIgnored $access let machine: Statechart
      /// Views that read a property below read this, too.
      private var steps = 0
      @ObservationIgnored private var token: Token?
      #end

      /// The states of the chart, by their paths.
      $access enum State: String, CaseIterable, Sendable {
        #insert states
      }

      /// The states that can be the deepest active one.
      #? !LEAVES | $access typealias Leaf = State
      #? LEAVES
      $access enum Leaf: String, CaseIterable, Sendable {
        #insert leaves
      }
      #end

      #? EVENTS
      /// The events that the program sends, with their payloads.
      $access enum Event: Sendable {
        #insert events
      }
      #end
      #? !EVENTS
      /// The chart has no events of its own.
      $access enum Event: Sendable {}
      #end

      #? CONTEXT
      /// The data of the chart.
      $access struct Context: Sendable {
        #insert context
      }

      /// The data now.
      $access var context: Context {
        #? ACTOR
        get async {
          let values = await machine.context
          return Context(
            #insert values
        }
        #end
        #? !ACTOR
        #? MAIN | _ = steps
        let values = machine.context
        return Context(
          #insert values
        #end
      }

      #end
      #? ACTIONS
      #? ACTOR
      /// The actions that the chart calls, inside the step.
      $access protocol Actions: Sendable {
      #end
      #? !ACTOR
      /// The actions that the chart calls.
      $MainActor $access protocol Actions {
      #end
        #insert actions
      }

      #end
      #? GUARDS
      /// The guards that the program answers.
      #? ACTOR | $access protocol Guards: Sendable {
      #? !ACTOR | $MainActor $access protocol Guards {
        #insert guards
      }

      #end
      #? SERVICES
      #? ACTOR
      /// Work that the chart begins. Its result or error is an event of the chart; it is cancelled when the state is left.
      $access protocol Services: Sendable {
        #insert services
      }
      #end
      #? !ACTOR
      /// Work that the chart begins; `finish` or `fail` ends it.
      $MainActor $access protocol Services {
        #insert services
        /// The state that began it was left.
        func stop(_ invocation: Invocation)
      }
      #end

      /// The work by its ids.
      $access enum Invocation: String, CaseIterable, Sendable {
        #insert invocations
      }

      #end
      #? DELAYS
      /// The delays that the program sets.
      $access struct Delays: Sendable {
        #insert delays

        $access init($delays) {
          #insert delay values
        }
      }

      #end
      /// A machine that has not been started.
      $access init($hosts) $async throws {
        #? ACTOR | machine = StatechartActor(try Self.chart.get(), clock: clock)
        #? !ACTOR | machine = Statechart(try Self.chart.get())
        #insert hosts
        #? MAIN | token = machine.observe { [weak self] _ in self?.steps += 1 }
      }

      /// Enters the first states.
      @discardableResult
      $access func start() $async throws -> Step {
        try $await machine.start()
      }

      #? EVENTS
      /// Handles an event to its end.
      @discardableResult
      $access func send(_ event: Event) $async -> Step {
        let message = Self.message(of: event)
        return $await machine.send(message.name, message.data)
      }

      /// True if the event would be handled now.
      $access func can(_ event: Event) $async -> Bool {
        #? MAIN | _ = steps
        let message = Self.message(of: event)
        return $await machine.can(message.name, message.data)
      }

      #end
      #? !ACTOR
      /// Moves the clock; timers that are due fire.
      @discardableResult
      $access func advance(by duration: Duration) -> Step {
        machine.advance(by: duration)
      }

      #end
      /// True if the state is active.
      $access func isIn(_ state: State) $async -> Bool {
        #? MAIN | _ = steps
        $return $await machine.isIn(state.rawValue)
      }

      /// True if the machine has reached its end.
      $access var isFinished: Bool {
        #? ACTOR | get async { await machine.isFinished }
        #? MAIN | _ = steps
        #? !ACTOR | $return machine.isFinished
      }

      #? REGIONS
      /// The deepest active states, one for each region.
      $access var states: Set<Leaf> {
        #? ACTOR | get async { Set(await machine.configuration.compactMap(Leaf.init)) }
        #? MAIN | _ = steps
        #? !ACTOR | $return Set(machine.configuration.compactMap(Leaf.init))
      }
      #end
      #? !REGIONS
      /// The deepest active state. Before the start: the state that the chart begins in.
      $access var state: Leaf {
        #? ACTOR | get async { await machine.configuration.first.flatMap(Leaf.init) ?? .$first }
        #? MAIN | _ = steps
        #? !ACTOR | $return machine.configuration.first.flatMap(Leaf.init) ?? .$first
      }
      #end

      #? SERVICES
      #? !ACTOR
      /// Reports that work has ended.
      @discardableResult
      $access func finish(_ invocation: Invocation, _ result: Payload = .null) -> Step {
        machine.finish(invocation.rawValue, result)
      }

      /// Reports that work has failed.
      @discardableResult
      $access func fail(_ invocation: Invocation, _ error: any Error) -> Step {
        machine.fail(invocation.rawValue, error)
      }

      #end
      #end
      private static let chart = Result { () throws(ChartError) in
        try ChartDefinition(json: json.utf8, name: $file$files)
      }

      #? EVENTS
      /// An event as the chart knows it.
      $nonisolated static func message(of event: Event) -> (name: String, data: Payload) {
        switch event {
        #insert messages
        }
      }

      #end
      #? FIELDS
      /// A payload of fields; those without a value are left out.
      $nonisolated static func map(_ fields: [(key: String, value: Payload)]) -> Payload {
        .map(fields.filter { !$0.value.isNull })
      }

      #end
      /// The chart's text.
      #insert texts
    }

    """#
}
