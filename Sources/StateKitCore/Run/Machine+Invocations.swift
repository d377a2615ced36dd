import CEL

/// Starting and stopping the invocations of states, including host work (Children.md).
extension Machine {
  /// Starts the invocations of states that were entered in this macrostep and are still active.
  @inline(__always)
  mutating func startInvocations() {
    if !kin.waiting.isEmpty { startWaiting() }
  }

  private mutating func startWaiting() {
    let states = kin.waiting.sorted()
    kin.waiting.removeAll(keepingCapacity: true)
    for state in states where configuration.isActive(state) {
      for index in chart.invocations(of: state) {
        switch chart.invocations[index].work {
        case .chart: if let relatives { startChild(index, family: relatives) }
        case .host(let source, let input): startWork(index, in: source, input: input)
        }
      }
    }
  }

  /// Stops the invocations of an exited state, in document order.
  mutating func stopInvocations(of state: StateID) {
    let invocations = chart.invocations(of: state)
    if !invocations.contains(where: { kin.works.contains(Int32($0)) }) {
      stopChildren(invocations)
      return
    }
    for index in invocations {
      guard let position = kin.works.firstIndex(of: Int32(index)) else {
        stopChildren(index..<index + 1)
        continue
      }
      kin.works.remove(at: position)
      emit(.stop(chart.invocations[index].id))
      host?.stop(work(index), machine: &self)
    }
  }

  /// Stops all host work.
  mutating func dropWork() {
    let works = kin.works
    kin.works.removeAll()
    guard let host else { return }
    for index in works { host.stop(work(Int(index)), machine: &self) }
  }

  /// Throws if an invocation already runs under the id.
  func checkIsFree(_ invocation: Invocation) throws(DataModel.Failure) {
    if kin.children.serial(named: invocation.id) == nil, runningWork(named: invocation.id.utf8Bytes.span) == nil {
      return
    }
    throw DataModel.Failure(message: "an invocation with that name is already running", span: invocation.spans.whole)
  }

  private mutating func startWork(_ index: Int, in source: String, input: DataTemplate?) {
    let invocation = chart.invocations[index]
    do throws(DataModel.Failure) {
      try checkIsFree(invocation)
      var value: Value?
      if let input {
        value = try data.value(of: input, in: configuration)
        try data.admit(value?.size ?? 0, at: invocation.spans.whole)
      }
      kin.works.append(Int32(index))
      emit(.invoke(id: invocation.id, source: source, input: value))
      host?.start(work(index), input: value, machine: &self)
    } catch {
      let message = "\(DisplayText.name(invocation.id)) cannot start: \(error.message)"
      let name = "error.invoke." + invocation.id
      queue(
        sent: chart.event(
          name.utf8Bytes.span, data: Self.details(message), origin: .failure(message: message, error.span),
          ids: Event.IDs(invoke: invocation.id)))
    }
  }

  private func work(_ index: Int) -> HostWork {
    var state = ByteBuffer()
    chart.appendPath(chart.invocations[index].state, to: &state)
    return HostWork(
      path: kin.path, id: chart.invocations[index].id, source: chart.invocations[index].source ?? "",
      state: String(decoding: state.bytes, as: UTF8.self))
  }

  /// The index in `works` of the host invocation that runs under an id.
  private func runningWork(named id: Span<UInt8>) -> Int? {
    let meant = chart.invocations(named: id)
    guard let only = meant.first, meant.count == 1 else { return kin.works.firstIndex { meant.contains($0) } }
    return kin.works.firstIndex(of: only)
  }

  /// The invocation of an active state that sent an event, if it has actions for its events.
  func finalizer(of event: Event) -> Invocation? {
    guard let id = event.ids.invoke else { return nil }
    return chart.invocations(named: id.utf8Bytes.span).lazy.map { chart.invocations[Int($0)] }.first { invocation in
      !invocation.finalize.isEmpty && configuration.isActive(invocation.state)
    }
  }

  // MARK: Their ends

  /// The meaning of an external event for this machine.
  enum Arrival {
    case event(Event)
    /// The end of this host invocation, an index in `works`.
    case end(Event, work: Int)
    case rejected(String)
  }

  /// Classifies an external event. The end of a host invocation is rejected if that invocation does not run
  /// (Children.md).
  func arrival(of event: Event, isOwn: Bool = false) -> Arrival {
    if chart.mayEndWork(event.label), let arrival = endOfWork(event) { return arrival }
    if let why = chart.rejection(of: event, isOwn: isOwn) { return .rejected(why) }
    return .event(event)
  }

  private func endOfWork(_ event: Event) -> Arrival? {
    let name = chart.bytes(of: event.label)
    guard let prefix = EventType.invocationEnds.first(where: { name.starts(with: $0.utf8) })?.utf8 else { return nil }
    let id = Array(name[prefix.count...])
    let known = chart.invocations(named: id.span).contains { chart.invocations[Int($0)].source != nil }
    if !known { return endOfOnlyWork(from: id, prefix: Array(prefix), event: event) }
    guard let text = String(validating: id, as: UTF8.self), kin.children.serial(named: text) == nil else { return nil }
    guard let index = runningWork(named: id.span) else { return .rejected("\(DisplayText.name(text)) is not running") }
    if let why = chart.rejection(of: event) { return .rejected(why) }
    let end = Event(id: event.id, label: event.label, data: event.data, origin: .platform, ids: Event.IDs(invoke: text))
    return .end(end, work: index)
  }

  /// The end of the host invocation that an event names by its source, which a person knows better than an id that was
  /// made; nil if not exactly one with this source runs, or if the chart has an event of this name.
  private func endOfOnlyWork(from source: [UInt8], prefix: [UInt8], event: Event) -> Arrival? {
    if let id = event.id, id.index < chart.eventCount { return nil }
    let running = kin.works.indices.filter { index in
      chart.invocations[Int(kin.works[index])].source.map { $0.utf8.elementsEqual(source) } ?? false
    }
    guard running.count == 1, let work = running.first else { return nil }
    let id = chart.invocations[Int(kin.works[work])].id
    let named = chart.event((prefix + Array(id.utf8)).span, data: event.data)
    return .end(
      Event(id: named.id, label: named.label, data: named.data, origin: .platform, ids: Event.IDs(invoke: id)),
      work: work)
  }

  /// Removes a finished host invocation, an index in `works`.
  mutating func end(_ work: Int, by event: Event) {
    let invocation = kin.works.remove(at: work)
    guard let coverage else { return }
    coverage.endWork(invocation, isDone: chart.bytes(of: event.label).first == UInt8(ascii: "d"))
  }

  /// The reason why an external event would be rejected.
  package func rejection(of event: Event) -> String? {
    if case .rejected(let why) = arrival(of: event) { why } else { nil }
  }

  /// An external event as expressions would see it.
  package func seen(_ event: Event) -> Event {
    switch arrival(of: event) {
    case .event, .rejected: event
    case .end(let end, _): end
    }
  }

  /// The running host invocations in the order of their starts.
  package var runningWork: [HostWork] {
    kin.works.map { work(Int($0)) }
  }
}
