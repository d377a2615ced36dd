import StateKitCore

/// A field of the payload of an event with these readers; a nil field is the whole payload.
struct PayloadPart: Equatable {
  let field: String?
  let readers: EventReaders

  static func == (one: PayloadPart, other: PayloadPart) -> Bool {
    areEqual(one.field, other.field) && one.readers.handlers == other.readers.handlers
  }

  static func areEqual(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.utf8.elementsEqual(other.utf8)
  }
}

extension Invocation {
  /// The expressions of its input.
  var inputExpressions: [Int] {
    switch work {
    case .chart(_, let input, _): input.flatMap(\.value.expressions)
    case .host(_, let input): input?.expressions ?? []
    }
  }
}
