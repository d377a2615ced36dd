/// The reference of chart files, built from the tables of the decoder.
package enum ChartReference {
  /// All objects of a chart file except actions, with their keys.
  package static var keys: [ReferenceSection] {
    ObjectKind.allCases.map { kind in
      ReferenceSection(title: kind.title, introduction: kind.introduction, rows: rows(kind.entries))
    }
  }

  /// All actions, with their keys.
  package static var actions: [ReferenceSection] {
    ActionVerb.allCases.map { verb in
      ReferenceSection(title: verb.key.text, introduction: "", rows: rows(verb.entries))
    }
  }

  static func rows(_ entries: [KeyEntry]) -> [ReferenceSection.Row] {
    entries.map { entry in
      ReferenceSection.Row(
        name: entry.key.text, value: entry.shape.words + (entry.isRequired ? "; required" : ""), help: entry.help,
        example: entry.example)
    }
  }
}

extension ObjectKind {
  fileprivate var title: String {
    switch self {
    case .topLevel: "The top level"
    case .state: "A state"
    case .handler: "A handler"
    case .initial: "The objects of initial and target"
    case .invoke: "An invoke object"
    case .hostGuard: "A guard object"
    }
  }

  fileprivate var introduction: String {
    switch self {
    case .topLevel: "A chart file is one JSON object. The order of keys in it is the document order."
    case .state:
      "Every other key is the name of an event; its value is a handler. A key that nearly has one of these names, such as "
        + "\"enterstate\", is a warning. A key of one type of state, such as \"history\", is an "
        + "error in a state of another type."
    case .handler:
      "A handler is a target state (\"open\"), an object with the keys below, null (the event is handled and does "
        + "nothing), or a list of these: the first whose guard is true is taken. Event names match exactly; a key such as "
        + "\"error.*\" matches every event that begins with \"error.\", and \"*\" matches every event. The more specific key is tried first."
    case .initial: "To add actions to the target, write an object."
    case .invoke: "Children.md explains child charts."
    case .hostGuard:
      "For a host guard whose name is not valid in an expression, the guard is an object."
    }
  }
}
