import StateKitCore
import StateKitFormat

/// Checks for attributes that are missing, and for content that is not read.
extension SCXMLReader {
  /// The attributes of an element that are not read beside another one.
  private static func unread(in word: SCXMLWord) -> [(name: SCXMLAttribute, beside: SCXMLAttribute)] {
    switch word {
    case .send:
      [
        (.event, .eventexpr), (.target, .targetexpr), (.delay, .delayexpr), (.typeexpr, .type), (.id, .idlocation),
      ]
    case .invoke: [(.typeexpr, .type), (.srcexpr, .src)]
    case .cancel: [(.sendid, .sendidexpr)]
    case .param: [(.location, .expr)]
    case .data: [(.src, .expr)]
    default: []
    }
  }

  /// Reports a value that is given twice, such as a text and an expression.
  func checkAlternatives(of node: Int, word: SCXMLWord) {
    switch word {
    case .send: checkDelay(of: node)
    case .invoke: checkChart(of: node)
    default: break
    }
    for (name, other) in Self.unread(in: word) where attribute(other, of: node) != nil {
      guard let part = attribute(name, of: node) else { continue }
      refuse(
        .unsupportedAttribute, at: part.origin,
        message: "<\(word)> has the attribute \"\(other)\", so its \"\(name)\" is never read",
        help: "write one of the two")
    }
  }

  /// Reports the delay of an event for the internal queue, which the queue gets at once.
  private func checkDelay(of node: Int) {
    let computed = attribute(.targetexpr, of: node).flatMap { constantText($0) }
    guard let target = attribute(.target, of: node) ?? computed, target.text.isSame(as: "#_internal") else { return }
    for name in [SCXMLAttribute.delay, .delayexpr] {
      guard let part = attribute(name, of: node) else { continue }
      refuse(
        .unsupportedAttribute, at: part.origin,
        message: "<send> has the target \"#_internal\", so its \"\(name)\" is never read",
        help: "leave out the target: the machine then sends the event to itself")
    }
  }

  /// Reports a chart in <content> beside the name of a file.
  private func checkChart(of node: Int) {
    let type = attribute(.type, of: node) ?? attribute(.typeexpr, of: node).flatMap { constantText($0) }
    guard type.map({ Self.processors.contains($0.text) }) ?? true, let content = children(.content, of: node).first,
      let name = [SCXMLAttribute.src, .srcexpr].first(where: { attribute($0, of: node) != nil })
    else { return }
    refuse(
      .unsupportedElement, at: origin(content),
      message: "<invoke> has the attribute \"\(name)\", so its <content> is never read",
      help: "write the chart as one or the other")
  }

  /// Warns of a second value for a name.
  func checkRepeatedParameters(of node: Int) {
    var seen = NameSet()
    for element in children(.param, of: node) {
      guard let name = attribute(.name, of: element), !seen.insert(name.text) else { continue }
      findings.add(
        .unusedKey, at: name.origin,
        message: "a second <param> has the name \(DisplayText.quoted(name.text)), and only the first is read")
    }
  }

  /// Reports the content of an element whose value is in an attribute.
  func checkContent(of node: Int, word: SCXMLWord) {
    let names: [SCXMLAttribute]
    switch word {
    case .assign, .content: names = [.expr]
    case .data: names = [.expr, .src]
    case .script: names = [.src]
    default: return
    }
    guard Int(tree.nodes[node].end) > node + 1, let name = names.first(where: { attribute($0, of: node) != nil }),
      !tree.elements(of: node).isEmpty || !normalised(tree.content(of: node)).isEmpty
    else { return }
    refuse(
      .unsupportedElement, at: origin(node),
      message: "<\(word)> has the attribute \"\(name)\", so its content is never read",
      help: "write the value as one or the other")
  }

  /// Reports attributes without which an element has no effect, or fails in each run.
  func checkRequired(of node: Int, word: SCXMLWord) {
    switch word {
    case .if, .elseif: _ = required(.cond, of: node)
    case .assign:
      if attribute(.expr, of: node) != nil || Int(tree.nodes[node].end) > node + 1 { return }
      refuse(.missingKey, at: origin(node), message: "<assign> needs the attribute \"expr\", or a value as its content")
    case .data where attribute(.name, of: node) == nil: _ = required(.id, of: node)
    case .cancel
    where attribute(.sendidexpr, of: node) == nil && !Self.cancelNames.contains { attribute($0, of: node) != nil }:
      _ = required(.sendid, of: node)
    case .param:
      if required(.name, of: node) == nil || attribute(.expr, of: node) ?? attribute(.location, of: node) != nil {
        return
      }
      findings.add(
        Diagnostic(
          .missingKey, at: origin(node),
          message: "<param> needs the attribute \"expr\" or \"location\"; it is left out",
          severity: .warning))
    default: return
    }
  }

  /// Warns of text in an element that contains elements only.
  func checkText(of node: Int) {
    for child in tree.children(of: node) where tree.nodes[child].isText {
      let span = tree.nodes[child].span
      guard let first = tree.bytes[span.range].firstIndex(where: { !XMLReader.isSpace($0) }) else { continue }
      let end = tree.bytes[first..<Int(span.end)].firstIndex { XMLReader.isSpace($0) } ?? Int(span.end)
      findings.add(
        .unusedKey, at: SourceSpan(first, end: end),
        message: "<\(tree.name(of: node))> contains no text in SCXML; the text is left out")
      return
    }
  }
}
