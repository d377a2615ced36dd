import CEL
import StateKitCore

/// How charts use the payload of an event: the first chart gets it, and children may get it from there.
struct PayloadUses {
  /// The declared payload; nil for an event that may have any payload, or none.
  let type: EventType?
  private let readers: [(constants: PayloadConstants, readers: EventReaders)]

  init(_ name: String, receivers: [InputCandidates.Receiver]) {
    type = receivers.first.flatMap { InputCandidates.declared($0.name ?? name, in: $0.chart) }
    readers = receivers.map { ($0.constants, $0.constants.readers(of: $0.name ?? name)) }
  }

  private func parts(_ field: String?) -> [(constants: PayloadConstants, part: PayloadPart)] {
    readers.map { ($0.constants, PayloadPart(field: field, readers: $0.readers)) }
  }

  /// The constants that a field can meet; a nil field is the whole payload. `isDeep`: also those that its fields can meet.
  func constants(of field: String?, isDeep: Bool = false) -> [Value] {
    readers.flatMap { $0.constants(of: PayloadPart(field: field, readers: $1, isDeep: isDeep)) }
  }

  func sizes(of field: String?) -> [Value] { parts(field).flatMap { $0.sizes(of: $1) } }

  func order(of field: String?) -> ComparedOrder {
    parts(field).reduce(into: ComparedOrder()) { $0.add($1.constants.order(of: $1.part)) }
  }

  func shape(of field: String?) -> PayloadShape {
    var found = PayloadShape()
    for (constants, part) in parts(field) { found.add(constants.shape(of: part)) }
    return found
  }

  /// Values for a field that is compared with nothing.
  func examples(of field: String?) -> [Value] {
    let parts = parts(field)
    let first = parts.first { !$0.mentioning($1).isEmpty } ?? parts.first
    return first.map { $0.examples(of: $1) } ?? []
  }

  /// The fields that charts read, and whether they read the whole payload.
  func fieldsRead() -> (fields: [String], whole: Bool) {
    var fields: [String] = []
    var whole = false
    for (constants, readers) in readers {
      let read = constants.fieldsRead(by: readers)
      fields += read.fields.filter { field in !fields.contains { $0.utf8.elementsEqual(field.utf8) } }
      whole = whole || read.whole
    }
    return (fields, whole)
  }
}
