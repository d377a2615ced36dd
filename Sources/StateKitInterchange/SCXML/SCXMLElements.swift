import StateKitCore
import StateKitFormat

/// The elements that each element of SCXML can contain. The reader leaves out all others, so each is reported.
enum SCXMLElements {
  /// The parts of an element. It is a class because it is read for every element, and a struct would be copied with
  /// its lists.
  final class Known: Sendable {
    let words: [SCXMLWord]
    /// The parts of which only the first is read.
    let single: [SCXMLWord]
    /// The parts that need no further check. Elements of other vocabularies are actions or have no meaning here.
    let plain: [SCXMLWord]

    init(_ words: [SCXMLWord], single: [SCXMLWord] = [], others: [SCXMLWord] = [.foreign, .text]) {
      self.words = words
      self.single = single
      plain = words + others
    }
  }

  /// For each word, its parts; nil for an element whose content is data, and for one outside SCXML.
  static let all: [Known?] = SCXMLWord.allCases.map { known(of: $0) }

  static let actions: [SCXMLWord] = [.raise, .log, .assign, .if, .foreach, .send, .cancel, .script]
  private static let states: [SCXMLWord] = [.state, .parallel, .final, .history]
  private static let hooks: [SCXMLWord] = [.onentry, .onexit, .datamodel, .invoke]

  private static func known(of word: SCXMLWord) -> Known? {
    switch word {
    // The root is read as any other state.
    case .scxml: Known(states + hooks + [.initial, .transition, .script], single: [.initial])
    case .state: Known(states + hooks + [.initial, .transition], single: [.initial])
    case .parallel: Known(states + hooks + [.transition])
    // The checks of charts report the states in these two, and an <invoke>.
    case .final: Known(states + hooks + [.donedata], single: [.donedata])
    case .history: Known(states + [.transition, .datamodel], single: [.transition])
    case .initial: Known([.transition], single: [.transition])
    case .datamodel: Known([.data])
    case .donedata, .send: Known([.content, .param], single: [.content])
    case .invoke: Known([.content, .param, .finalize], single: [.content, .finalize])
    case .transition, .onentry, .onexit, .finalize, .foreach: Known(actions)
    case .if: Known(actions + [.elseif, .else])
    // The actions of a branch are after these elements, so no action is in them.
    case .elseif, .else: Known([], others: [.text])
    case .raise, .log, .cancel, .param, .script: Known([])
    case .assign, .content, .data, .unknown, .foreign, .text: nil
    }
  }
}

extension SCXMLReader {
  /// Reports the elements that are not read at their position. Nested charts are checked by their own readers.
  func checkElements() {
    var node = root
    var leftOut: Set<Int> = []
    while node < Int(tree.nodes[root].end) {
      let word = elementWords[node]
      if !leftOut.contains(node) {
        checkContent(of: node, word: word)
        checkAlternatives(of: node, word: word)
        checkRequired(of: node, word: word)
      }
      guard word != .scxml || node == root, let known = SCXMLElements.all[word.rawValue], !leftOut.contains(node) else {
        node = Int(tree.nodes[node].end)
        continue
      }
      if word != .script { checkText(of: node) }
      checkRepeatedParameters(of: node)
      leftOut.formUnion(checkElements(in: node, known: known))
      node += 1
    }
  }

  /// Reports the parts of an element that are not read, and returns them.
  private func checkElements(in node: Int, known: SCXMLElements.Known) -> [Int] {
    var leftOut: [Int] = []
    var seen: Set<SCXMLWord> = []
    for child in tree.elements(of: node) where foreign(.part, of: child) == nil {
      let word = elementWords[child]
      if !known.plain.contains(word) {
        refuse(
          .unsupportedElement, at: origin(child), message: message(misplaced: child, in: node),
          help: help(misplaced: child, in: node, known: known))
        leftOut.append(child)
      } else if known.single.contains(word), seen.contains(word) {
        refuse(
          .unsupportedElement, at: origin(child),
          message: "<\(tree.name(of: node))> has more than one <\(word)>, and only the first is read")
        leftOut.append(child)
      }
      seen.insert(word)
    }
    // <content> is the whole of a message, and the chart of an <invoke>, which has its input beside it.
    if seen.contains(.content), seen.contains(.param), elementWords[node] != .invoke,
      let second = children(.param, of: node).first
    {
      refuse(
        .unsupportedElement, at: origin(second),
        message: "<\(tree.name(of: node))> has <content>, so its <param> is never read",
        help: "write the data as one or the other")
    }
    if seen.contains(.content), let list = attribute(.namelist, of: node), elementWords[node] == .send {
      refuse(
        .unsupportedAttribute, at: list.origin, message: "<send> has <content>, so its \"namelist\" is never read",
        help: "write the data as one or the other")
    }
    return leftOut
  }

  private func message(misplaced child: Int, in node: Int) -> String {
    let (name, parent) = (tree.name(of: child), elementWords[node])
    switch elementWords[child] {
    case .else, .elseif: return "<\(name)> is only allowed in <if>"
    case _ where parent == .else || parent == .elseif: return "<\(parent)> contains no actions: <\(name)> is never done"
    case _ where SCXMLElements.all[parent.rawValue]?.words.starts(with: SCXMLElements.actions) ?? false:
      return "<\(name)> is not an action of SCXML"
    default: return "<\(name)> is not allowed in <\(parent)>"
    }
  }

  /// The right position of an element, or a similar name.
  private func help(misplaced child: Int, in node: Int, known: SCXMLElements.Known) -> String? {
    switch (elementWords[child], elementWords[node]) {
    case (_, .else), (_, .elseif): "close it first: <\(elementWords[node])/>, then the actions of this branch"
    case (.transition, .final): "a final state is never left; write <state> if it is"
    case (.donedata, _): "write it in <final>"
    case (.script, .state), (.script, .parallel), (.script, .final): "write it in <onentry>"
    case (.unknown, .invoke) where tree.isNamed(child, name: "onDone"):
      "write it in the state: <transition event=\"done.invoke.ID\" target=\"STATE\"/>"
    case (.unknown, .invoke) where tree.isNamed(child, name: "onError"):
      "write it in the state: <transition event=\"error.invoke.ID\" target=\"STATE\"/>"
    default: Suggestion.help(for: tree.name(of: child), among: known.words.map { "\($0)" })
    }
  }
}
