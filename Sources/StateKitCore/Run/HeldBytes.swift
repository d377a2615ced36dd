import CEL

/// The sizes in bytes that count beside the values.
enum HeldBytes {
  /// An event that waits in a queue.
  static let event = 256
  /// A timer, or a delayed send.
  static let timer = 512
  /// A child, and each state of its chart.
  static let child = 2_048
  static let state = 16
}

extension Event {
  /// The size in bytes while it waits.
  var size: Int {
    HeldBytes.event + (data?.size ?? 0) + (ids.send?.utf8.count ?? 0) + label.size
  }
}

extension EventLabel {
  fileprivate var size: Int {
    switch self {
    case .known: 0
    case .other(let name): name.utf8.count
    }
  }
}

extension Effect {
  /// The size in bytes of its values.
  var size: Int {
    switch self {
    case .call(_, let data), .raise(_, let data), .send(_, let data, _): data?.size ?? 0
    case .assign(_, let value): value.size
    case .log(let text), .cancel(let text): text.utf8.count
    case .goToState: 0
    }
  }
}
