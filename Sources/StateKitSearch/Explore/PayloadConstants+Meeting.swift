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
    guard expressions[number].text.utf8.elementsEqual("event.data".utf8), loops[number] == nil else {
      return false
    }
    if shown.contains(number) { return true }
    guard let keys = targets[number], raised[number] == nil, sent[number] == nil else { return false }
    return keys.allSatisfy { part in
      readers[part.key].allSatisfy { shown.contains($0) && expressions[$0].program.isPlainVariable }
        && !asked.contains { $0.program.slots.contains(part.key) }
    }
  }

  /// Values for a field that is compared with nothing: of the type of the data that it is combined with or assigned to,
  /// or that a host action wants.
  func examples(of part: PayloadPart) -> [Value] {
    let mentioning = mentioning(part)
    if mentioning.contains(where: conditions.contains) { return [.bool(false), .bool(true)] }
    for number in mentioning {
      if let type = wanted[number] { return InputCandidates.values(of: type, constants: []).compactMap(\.self) }
      for slot in (targets[number] ?? []).map(\.key) + expressions[number].program.slots
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
    /// The payloads of children that get it.
    var sent: [ChildPart] = []
  }

  /// Not more expressions are followed for a field: they give more constants than are used.
  static let mostFollowed = 2_000

  /// The conditions that a part of a payload can meet.
  func meeting(_ part: PayloadPart) -> Meeting { meeting([part], keys: []) }

  /// True if an expression sees the event of a payload.
  func sees(_ number: Int, _ part: PayloadPart) -> Bool {
    part.readers.expressions.contains(number) || hookMentions.contains(number)
  }

  /// The part of this chart's payload that a parent sends.
  func part(_ part: ChildPart) -> PayloadPart {
    PayloadPart(field: part.field, readers: readers(of: part.event), isDeep: part.isDeep)
  }

  /// The conditions that a payload or a context key can meet.
  func meeting(_ first: [PayloadPart], keys firstKeys: [Int]) -> Meeting {
    var found = Meeting()
    var met: Set<Int> = []
    var inputs: [ChildKey] = []
    var payloads = first
    var keys = firstKeys
    var followed = 0
    /// `field`: the field of the payload that is followed, if the expression is the whole payload. `isDeep`: what gets
    /// the value may read any part of it.
    func send(_ number: Int, field: String? = nil, isDeep: Bool = true) {
      for part in raised[number] ?? [] {
        let name = part.field ?? field
        let next = PayloadPart(field: name, readers: part.readers, isDeep: isDeep && name == nil)
        if !payloads.contains(next) { payloads.append(next) }
      }
      for part in sent[number] ?? [] {
        let name = part.field ?? field
        let next = ChildPart(chart: part.chart, event: part.event, field: name, isDeep: isDeep && name == nil)
        if !found.sent.contains(next) { found.sent.append(next) }
      }
    }
    func follow(_ number: Int, isDeep: Bool = true) {
      followed += 1
      keys += (targets[number] ?? []).map(\.key)
      send(number, isDeep: isDeep)
      inputs += self.inputs[number] ?? []
      guard conditions.contains(number) else { return }
      met.insert(number)
      // A named guard may compare the value as its parameter.
      met.formUnion(expressions.definitions(askedBy: number).intersection(readsParameters))
    }
    var next = 0
    while next < payloads.count || !keys.isEmpty {
      if let key = keys.popLast() {
        guard found.keys.insert(key).inserted else { continue }
        for reader in readers[key].prefix(max(0, Self.mostFollowed - followed)) { follow(reader) }
        continue
      }
      let part = payloads[next]
      for number in mentioning(part) {
        follow(number, isDeep: part.isDeep || part.field != nil)
        if !conditions.contains(number) { continue }
        found.direct[number, default: []].append(part.field)
        if part.isDeep { found.direct[number, default: []] += mentions[number].payloadFields }
      }
      if let field = part.field {
        for number in wholePasses where sees(number, part) { send(number, field: field) }
      }
      next += 1
    }
    found.conditions = met.sorted()
    found.inputs = inputs
    return found
  }
}
