/// The name of an event in a trace: one that the chart knows, or any other.
package enum EventLabel: Sendable {
  case known(NameID)
  case other(String)
}

extension Chart {
  package func text(of label: EventLabel) -> String {
    switch label {
    case .known(let name): names.text(name)
    case .other(let name): name
    }
  }

  package func bytes(of label: EventLabel) -> [UInt8] {
    switch label {
    case .known(let name): Array(names[name])
    case .other(let name): Array(name.utf8)
    }
  }
}
