import StateKitCore

/// The states of a machine that have handlers for each event.
struct XStateEventPlaces {
  /// The states that have each event, in document order.
  private var states = NameMap<[Int]>()
  /// The states with handlers for events of the platform, for answers of an invocation, for any event, and with `always`.
  private var (ofPlatform, answering, any, eventless): ([Int], [Int], [Int], [Int]) = ([], [], [], [])
  /// The last state at or below each.
  private var last: [Int] = []

  /// The events that one state has handlers for.
  struct Entry {
    var names: [String] = []
    var answers = false
    var hasOthers = false
    var isEventless = false
  }

  /// The states are in document order; the parent of the first is -1.
  init(_ entries: [Entry] = [], parent: (Int) -> Int = { _ in -1 }) {
    last = Array(entries.indices)
    for (state, entry) in entries.enumerated() {
      for name in entry.names { states[name, default: []].append(state) }
      if entry.names.contains(where: EventType.comesByItself) { ofPlatform.append(state) }
      if entry.answers { answering.append(state) }
      if entry.answers || entry.hasOthers || !entry.names.isEmpty { any.append(state) }
      if entry.isEventless { eventless.append(state) }
    }
    for state in entries.indices.reversed() where parent(state) >= 0 {
      last[parent(state)] = max(last[parent(state)], last[state])
    }
  }

  /// True if another region of a parallel state has a handler for an event, or for `always`.
  func has(_ event: String, below parallel: Int, beside region: Int) -> Bool {
    let isBeside = { (places: [Int]) in
      count(places, from: parallel + 1, through: last[parallel]) > count(places, from: region, through: last[region])
    }
    if event.utf8.elementsEqual("always".utf8) { return isBeside(eventless) }
    if event.utf8.elementsEqual("*".utf8) { return isBeside(any) }
    if isBeside(states[event] ?? []) || isBeside(states["*"] ?? []) { return true }
    if event.utf8.elementsEqual("onDone".utf8) { return isBeside(ofPlatform) }
    return EventType.comesByItself(event) && (isBeside(ofPlatform) || isBeside(answering))
  }

  private func count(_ places: [Int], from first: Int, through last: Int) -> Int {
    index(of: last + 1, in: places) - index(of: first, in: places)
  }

  /// The count of places before a state; the places are sorted.
  private func index(of state: Int, in places: [Int]) -> Int { places.partitionPoint { $0 < state } }
}
