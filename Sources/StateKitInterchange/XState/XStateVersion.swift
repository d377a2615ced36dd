import StateKitCore
import StateKitFormat

/// The version of XState that a machine was written for, judged by parts that only one version has, in document
/// order.
struct XStateVersion {
  private(set) var onlyFour: [(word: String, span: SourceSpan)] = []
  private(set) var onlyFive = false
  private let source: XStateSource

  /// Version 4 if only parts specific to version 4 occur.
  var isFour: Bool { !onlyFour.isEmpty && !onlyFive }

  init(_ source: XStateSource) {
    self.source = source
    var todo = [0]
    var isTop = true
    while let state = todo.popLast() {
      guard source.kind(state) == .object else { continue }
      look(atState: state, isTop: isTop)
      isTop = false
      if let states = source.member(.states, of: state) { todo += source.members(of: states).reversed() }
    }
  }

  private mutating func four(_ node: Int) { onlyFour.append((source.keyText(node), source.keySpan(node))) }

  private mutating func look(atState state: Int, isTop: Bool) {
    let isFinal = source.string(.type, of: state).map { $0.utf8.elementsEqual("final".utf8) } ?? false
    for child in source.children(of: state) {
      switch source.key(child) {
      case .onEntry, .onExit, .activities: four(child)
      case .parallel: four(child)
      case .data where isFinal: four(child)
      case .output, .route: onlyFive = true
      case .predictableActionArguments, .preserveActionOrder, .schema, .tsTypes, .delimiter, .strict, .services:
        if isTop { four(child) }
      case .on, .after:
        if source.kind(child) == .array { four(child) }
        for entry in source.children(of: child) {
          if source.kind(child) == .object {
            if source.key(child) == .on { look(atEvent: entry) }
            look(atTransitions: entry)
          } else {
            look(atTransitions: entry)
          }
        }
      case .always, .onDone: look(atTransitions: child)
      case .invoke: for element in source.elements(child) { look(atInvoke: element) }
      default: break
      }
    }
  }

  private mutating func look(atEvent entry: Int) {
    let name = source.keyText(entry)
    let bytes = name.utf8
    if bytes.isEmpty
      || ["done.invoke.", "error.platform.", "done.state."].contains(where: { bytes.starts(with: $0.utf8) })
    {
      four(entry)
    } else if bytes.starts(with: "xstate.".utf8) || bytes.suffix(2).elementsEqual(".*".utf8) {
      onlyFive = true
    }
  }

  private mutating func look(atTransitions node: Int) {
    for element in source.elements(node) where source.kind(element) == .object {
      for child in source.children(of: element) {
        switch source.key(child) {
        case .cond, .inState, .internalKey: four(child)
        case .guardKey, .reenter: onlyFive = true
        default: break
        }
      }
    }
  }

  private mutating func look(atInvoke node: Int) {
    guard source.kind(node) == .object else { return }
    for child in source.children(of: node) {
      switch source.key(child) {
      case .autoForward, .data: four(child)
      case .input, .onSnapshot, .systemId: onlyFive = true
      case .onDone, .onError: look(atTransitions: child)
      default: break
      }
    }
  }
}
