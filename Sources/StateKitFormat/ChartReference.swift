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

  private static func rows(_ entries: [KeyEntry]) -> [ReferenceSection.Row] {
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
    case .initial: "The objects behind initial and target"
    case .invoke: "An invoke object"
    case .hostGuard: "A guard object"
    }
  }

  fileprivate var introduction: String {
    switch self {
    case .topLevel: "A chart file is one JSON object. The order of keys in it is the document order."
    case .state:
      "Every key that is not one of these is the name of an event; its value is a handler. A key that looks like one of "
        + "these and is none, such as \"enterstate\", is a warning. What is of one type only, such as \"history\", is an "
        + "error in a state of another type."
    case .handler:
      "A handler is a state to go to (\"open\"), an object with the keys below, null (the event is handled and does "
        + "nothing), or a list of these: the first whose guard holds is taken. Event names match exactly; a key such as "
        + "\"error.*\" matches what begins so, \"*\" matches every event. The more specific key is tried first."
    case .initial: "Where a state to enter needs actions, it is an object."
    case .invoke: "See the page about child charts, Children.md."
    case .hostGuard:
      "Where the embedding program answers to a name that expressions cannot say, the guard is an object."
    }
  }
}
