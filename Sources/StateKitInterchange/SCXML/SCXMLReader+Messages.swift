import CEL
import StateKitCore
import StateKitFormat

/// `<send>`.
extension SCXMLReader {
  /// The names of the SCXML event processor.
  static let processors = [
    "", "scxml", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor", "http://www.w3.org/TR/scxml/",
    "http://www.w3.org/TR/scxml",
  ]

  /// The address of the session itself, equal to no address.
  private static let ownAddress = "#_scxml_statekit"

  mutating func writeSend(_ node: Int, in list: Int) {
    let type = attribute(.type, of: node) ?? attribute(.typeexpr, of: node).flatMap { constantText($0) }
    if let type, !Self.processors.contains(type.text) {
      if reported.insert(type.origin).inserted {
        findings.add(
          .unsupportedAttribute, at: type.origin,
          message: "messages of the type \(DisplayText.quoted(type.text)) are not supported: this fails when it runs",
          severity: .warning, help: "leave out the type, or let a host action send it")
      }
      return writeSend(node, ofUnknownType: type, in: list)
    }
    var list = list
    if type == nil, let expression = attribute(.typeexpr, of: node) {
      guard let known = writeTypeTest(expression, of: node, in: list) else { return }
      list = known
    }
    var event = foreign(.event, of: node).map { Part(ExpressionText.template($0.text), origin: $0.origin) }
    event = event ?? template(.event, expressionName: .eventexpr, of: node)
    if event == nil {
      guard !children(.content, of: node).isEmpty else {
        _ = required(.event, of: node)
        return
      }
      event = part("message", of: node)
    }
    guard let event else { return }
    let message = Message(node: node, event: event)
    guard let expression = attribute(.targetexpr, of: node) else {
      let target = attribute(.target, of: node)
      return write(message, to: target.map { Part(recipient($0), origin: $0.origin) }, in: list)
    }
    let output = value(expression)
    if let text = ExpressionText.text(ofLiteral: output.text) {
      return write(
        message,
        to: Part(recipient(Part(text, origin: expression.origin)), origin: expression.origin),
        in: list)
    }
    // The error of a message names the message, unlike the error of a condition.
    let failing = Part("${\(output.text)}", origin: expression.origin)
    if output.text.utf8.starts(with: "{}.".utf8) { return write(message, to: failing, in: list) }
    let name = attribute(.event, of: node) ?? attribute(.eventexpr, of: node)
    draft.wording.add(
      only: SourceWording.whole, as: "send \(name?.text ?? "message") to \(expression.text)", at: expression.origin)
    // An address computed at run time is compared with the known ones.
    if repetitions > InputLimits.repetitions { return }
    if let lists = writePresenceTest(expression, of: node, in: list) {
      write(message, to: failing, in: lists.absent)
      list = lists.present
    }
    let address = ScriptTranslator(scope: scope).wrapped(output, least: .sum)
    for known in ["", "#_internal", "#_parent"] + invocationIDs.map({ "#_" + $0 }) {
      let action = draft.object(nil, in: list, origin: expression.origin)
      let names = known.isEmpty ? [known, Self.ownAddress] : [known]
      let test = names.map { "\(address) == \(ExpressionText.literal($0))" }.joined(separator: " || ")
      draft.string(part("if", of: node), value: Part(test, origin: expression.origin), in: action)
      let then = draft.array("then", in: action, origin: origin(node))
      let recipient = recipient(Part(known, origin: expression.origin))
      write(message, to: Part(recipient, origin: expression.origin), in: then)
      list = draft.array("else", in: action, origin: origin(node))
    }
    note(
      failure: "unknownAddress", as: "\(DisplayText.quoted(expression.text)) is not an address", at: expression.origin)
    let other = "${string(\(output.text)).startsWith('#_') ? \(address) : {}.unknownAddress}"
    write(message, to: Part(other, origin: expression.origin), in: list)
  }

  /// Compares a type computed at run time with the known ones. Returns the list for the message, which fails if it has
  /// another type or none; nil if it always fails.
  private mutating func writeTypeTest(_ type: Part, of node: Int, in list: Int) -> Int? {
    let output = value(type)
    if output.text.utf8.starts(with: "{}.".utf8) {
      writeSend(node, ofUnknownType: type, in: list)
      return nil
    }
    var list = list
    if let lists = writePresenceTest(type, of: node, in: list) {
      writeSend(node, ofUnknownType: type, in: lists.absent)
      list = lists.present
    }
    let name = attribute(.event, of: node) ?? attribute(.eventexpr, of: node)
    draft.wording.add(
      only: SourceWording.whole, as: "send \(name?.text ?? "message") of type \(type.text)", at: type.origin)
    let action = draft.object(nil, in: list, origin: type.origin)
    let text = ScriptTranslator(scope: scope).wrapped(output, least: .sum)
    let test = Self.processors.map { "\(text) == \(ExpressionText.literal($0))" }.joined(separator: " || ")
    draft.string(part("if", of: node), value: Part(test, origin: type.origin), in: action)
    let then = draft.array("then", in: action, origin: origin(node))
    writeSend(node, ofUnknownType: type, in: draft.array("else", in: action, origin: origin(node)))
    return then
  }

  /// Writes a message that fails when it is sent. Only its id has an effect, by which the error names it.
  private mutating func writeSend(_ node: Int, ofUnknownType type: Part, in list: Int) {
    let id = id(ofMessage: node, in: list)
    let event = attribute(.event, of: node).flatMap { words($0).count == 1 ? $0 : nil }
    let name = event?.text ?? "message"
    draft.wording.add(only: SourceWording.whole, as: "send \(name) of type \(type.text)", at: origin(node))
    let action = draft.object(nil, in: list, origin: origin(node))
    draft.string(
      part("send", of: node), value: Part(ExpressionText.template(name), origin: event?.origin ?? origin(node)),
      in: action)
    if let id { draft.string("id", value: id, in: action) }
    let message = "messages of the type \(DisplayText.quoted(type.text)) are not supported"
    draft.string(
      "to", value: Part("${\(failure("unknownType", in: type, saying: message))}", origin: type.origin), in: action)
  }

  /// Checks messages with a computed address, which are written for each possible recipient.
  mutating func checkRecipients(of sends: [Int]) {
    var computed = sends.compactMap { attribute(.targetexpr, of: $0) }
    if computed.count * invocationIDs.count <= InputLimits.repetitions { return }
    computed.removeAll { constantText($0) != nil }
    guard let first = computed.first else { return }
    _ = mayRepeat(
      computed.count * invocationIDs.count, at: first.origin,
      message: "messages whose address is known only during the run are repeated for each invocation")
  }

  private struct Message {
    let node: Int
    let event: Part
  }

  private mutating func write(_ message: Message, to recipient: Part?, in list: Int) {
    let node = message.node
    let isInternal = recipient.map { $0.text.isSame(as: "#_internal") } ?? false
    let id = isInternal ? nil : id(ofMessage: node, in: list)
    let action = draft.object(nil, in: list, origin: origin(node))
    draft.string(part(isInternal ? "raise" : "send", of: node), value: message.event, in: action)
    writePayload(part("data", of: node), of: node, in: action)
    if isInternal { return }
    if let delay = delay(of: node) {
      draft.string("delay", value: delay, in: action)
    }
    if let id { draft.string("id", value: id, in: action) }
    if let recipient, !isOwnAddress(recipient.text) {
      draft.string("to", value: recipient, in: action)
    }
  }

  /// The id of a message. A generated one is stored first: if the sending fails, the error names the message.
  private mutating func id(ofMessage node: Int, in list: Int) -> Part? {
    guard let location = attribute(.idlocation, of: node), let path = path(location) else {
      return attribute(.id, of: node).map { Part(ExpressionText.template($0.text), origin: $0.origin) }
    }
    madeIDs += 1
    let made = "send.\(madeIDs)"
    draft.wording.add(made, as: "", at: location.origin)
    draft.wording.add(only: SourceWording.whole, as: "", at: location.origin)
    writeAssign(path, value: ExpressionText.literal(made), in: list, origin: location.origin)
    return Part(made, origin: location.origin)
  }

  private func isOwnAddress(_ text: String) -> Bool { text.isEmpty || text.isSame(as: Self.ownAddress) }

  /// `#_parent` is the parent, `#_x` the child `x`; another form of address is an error of the run.
  private func recipient(_ address: Part) -> String {
    let text = address.text
    if isOwnAddress(text) || text.isSame(as: "#_internal") { return text }
    guard text.utf8.starts(with: "#_".utf8) else {
      return "${\(failure("unknownAddress", in: address, saying: "\(DisplayText.quoted(text)) is not an address"))}"
    }
    let isSession = text.utf8.starts(with: "#_scxml_".utf8)
    return ExpressionText.template(isSession ? text : String(text.dropFirst(2)))
  }

  /// A CSS duration: a number with a fraction, and `s` or `ms`.
  private mutating func delay(of node: Int) -> Part? {
    if let expression = attribute(.delayexpr, of: node) {
      let output = value(expression)
      if case .ecmascript = model, case .text(let text)? = try? ScriptParser.expression(expression.text) {
        return delay(text, origin: expression.origin)
      }
      // A number that was divided has no fraction if it is whole.
      let text = output.type == .number && !isOurs ? "string(\(output.text))" : output.text
      return Part("${\(text)}", origin: expression.origin)
    }
    guard let delay = attribute(.delay, of: node) else { return nil }
    return self.delay(delay.text, origin: delay.origin)
  }

  /// An invalid delay is an error of the chart; in lenient mode, an error of the run. SCXML has no named delays.
  private func delay(_ text: String, origin: SourceSpan) -> Part {
    let part = Part(text, origin: origin)
    if let known = duration(text) { return Part(known, origin: origin) }
    let message = "\(DisplayText.quoted(text)) is not a delay"
    if !options.isLenient {
      // The decoder reports other invalid delays.
      if Delay.isName(text.utf8Bytes.span) {
        findings.add(
          .badDelay, at: origin, message: message,
          help: "write a delay like \"250ms\" or \"1.5s\", or an expression as \"delayexpr\"")
      }
      return part
    }
    if (try? Delay.parse(text.utf8Bytes.span)) != nil { return part }
    findings.add(.leftToHost, at: origin, message: message + "; it becomes an expression that fails")
    return Part("${\(failure("delay", in: part, saying: message))}", origin: origin)
  }

  /// The duration in our notation; nil if it is invalid.
  private func duration(_ text: String) -> String? {
    if Self.isWholeDuration(text.utf8Bytes.span) { return text }
    let text = normalised(text)
    let unit = text.hasSuffix("ms") ? "ms" : text.hasSuffix("s") ? "s" : ""
    let number = text.dropLast(unit.count)
    guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) else {
      return nil
    }
    guard number.utf8.contains(UInt8(ascii: ".")) else { return number.utf8.count <= 15 ? number + unit : nil }
    let dotted = number.utf8.first == UInt8(ascii: ".") ? "0" + number : String(number)
    guard let value = Double(dotted), value < 1e12 else { return nil }
    return "\(Int((value * (unit == "s" ? 1000 : 1)).rounded()))ms"
  }

  /// True for a duration in our notation: digits, then nothing, `s` or `ms`.
  static func isWholeDuration(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index < text.count, text[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    if index == 0 || index > 15 { return false }
    let unit = text.extracting(index..<text.count)
    return unit.isEmpty || unit.equals("s") || unit.equals("ms")
  }
}
