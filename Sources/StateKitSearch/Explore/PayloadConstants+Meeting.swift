import CEL
import StateKitCore

/// The reads of a payload, and the conditions that they lead to.
extension PayloadConstants {
  /// The fields of the payload that handlers and hooks read, and whether they read the whole payload.
  func fieldsRead(by readers: EventReaders) -> (fields: [String], whole: Bool) {
    var fields: [String] = []
    var known: Set<[UInt8]> = []
    var whole = false
    for number in hookMentions.union(readers.expressions).sorted() {
      whole = whole || mentions[number].mentionsWholePayload && !isHarmless(number)
      for field in mentions[number].payloadFields where known.insert(Array(field.utf8)).inserted {
        fields.append(field)
      }
    }
    return (fields, whole)
  }

  /// True for an expression that is the whole payload, if the payload is only shown, or assigned to keys that are only
  /// shown: then all payloads have the same effect.
  private func isHarmless(_ number: Int) -> Bool {
    guard chart.expressions[number].text.utf8.elementsEqual("event.data".utf8), loops[number] == nil else {
      return false
    }
    if shown.contains(number) { return true }
    guard let keys = targets[number], raised[number] == nil else { return false }
    return keys.allSatisfy { key in
      readers[key].allSatisfy { shown.contains($0) && chart.expressions[$0].program.isPlainVariable }
        && !asked.contains { $0.program.slots.contains(key) }
    }
  }

  /// Values for a field that is compared with nothing: of the type of the data that it is combined with or assigned to,
  /// or that a host action wants.
  func examples(of field: String?, in readers: EventReaders) -> [Value] {
    let mentioning = mentioning(PayloadPart(field: field, readers: readers))
    if mentioning.contains(where: conditions.contains) { return [.bool(false), .bool(true)] }
    for number in mentioning {
      if let type = wanted[number] { return InputCandidates.values(of: type, constants: []).compactMap(\.self) }
      for slot in (targets[number] ?? []) + chart.expressions[number].program.slots
      where slot < chart.contextValues.count {
        switch chart.contextValues[slot] {
        case .int: return [.int(1)]
        case .double: return [.double(1)]
        case .bool: return [.bool(false), .bool(true)]
        default: continue
        }
      }
    }
    return [.string("other")]
  }

  /// The expressions that can meet a field.
  struct Meeting {
    /// The conditions that mention the field or a key that gets its value, in the order of the file.
    var conditions: [Int] = []
    /// For the conditions that mention a payload with the value, its fields; nil for the whole payload.
    var direct: [Int: [String?]] = [:]
    /// The keys that get the field's value.
    var keys: Set<Int> = []
    /// The keys of children that get it.
    var inputs: [ChildKey] = []
  }

  /// Not more expressions are followed for a field: they give more constants than are used.
  static let mostFollowed = 2_000

  /// The conditions that a field of an event with these readers can meet; a nil field is the whole payload.
  func meeting(_ field: String?, in readers: EventReaders) -> Meeting {
    meeting([PayloadPart(field: field, readers: readers)], keys: [])
  }

  /// The conditions that a payload or a context key can meet.
  func meeting(_ first: [PayloadPart], keys firstKeys: [Int]) -> Meeting {
    var found = Meeting()
    var met: Set<Int> = []
    var inputs: [ChildKey] = []
    var payloads = first
    var keys = firstKeys
    var followed = 0
    func follow(_ number: Int) {
      followed += 1
      keys += targets[number] ?? []
      for part in raised[number] ?? [] where !payloads.contains(part) { payloads.append(part) }
      inputs += self.inputs[number] ?? []
      guard conditions.contains(number) else { return }
      met.insert(number)
      // A named guard may compare the value as its parameter.
      for name in chart.expressions[number].program.guards {
        guard let definition = chart.namedGuard(name)?.definition, definition >= 0 else { continue }
        if readsParameters.contains(Int(definition)) { met.insert(Int(definition)) }
      }
    }
    var next = 0
    while next < payloads.count || !keys.isEmpty {
      if let key = keys.popLast() {
        guard found.keys.insert(key).inserted else { continue }
        for reader in readers[key].prefix(max(0, Self.mostFollowed - followed)) { follow(reader) }
        continue
      }
      for number in mentioning(payloads[next]) {
        follow(number)
        if conditions.contains(number) { found.direct[number, default: []].append(payloads[next].field) }
      }
      next += 1
    }
    found.conditions = met.sorted()
    found.inputs = inputs
    return found
  }
}
