/// Executable content.
extension SCXMLInterpreter {
  func fail() { internalQueue.append(SentEvent(name: "error.execution", type: "platform")) }

  /// Runs the content of an element: an error ends it.
  func run(_ element: PlainElement) {
    do {
      for child in element.children { try execute(child) }
    } catch {
      fail()
    }
  }

  private func execute(_ element: PlainElement) throws {
    switch element.name {
    case "raise":
      trace.append("raise \(element["event"] ?? "") null")
      internalQueue.append(SentEvent(name: element["event"] ?? "", type: "internal"))
    case "send": try send(element)
    case "cancel":
      let id = try text("sendid", "sendidexpr", of: element)
      timers.removeAll { $0.event.sendID == id }
    case "log": try log(element)
    case "assign":
      let value = try data.value(element["expr"] ?? "")
      let location = element["location"] ?? ""
      try data.assign(location, value)
      trace.append("assign \(location) \(value.json)")
    case "if": try choose(element)
    case "foreach":
      let list = try data.elements(try data.value(element["array"] ?? ""))
      for (index, item) in list.enumerated() {
        for (name, value) in [("item", item), ("index", data.number(index))] {
          guard let name = element[name] else { continue }
          if (try? data.value(name)) == nil { data.declare(name) }
          try data.assign(name, value)
        }
        for child in element.children { try execute(child) }
      }
    default: break
    }
  }

  private func choose(_ element: PlainElement) throws {
    var isTaken = holds(element["cond"])
    var isDone = isTaken
    for child in element.children {
      switch child.name {
      case "elseif":
        isTaken = !isDone && holds(child["cond"])
        isDone = isDone || isTaken
      case "else":
        isTaken = !isDone
        isDone = true
      default: if isTaken { try execute(child) }
      }
    }
  }

  private func text(_ plain: String, _ calculated: String, of element: PlainElement) throws -> String? {
    if let text = element[plain] { return text }
    return try element[calculated].map { try data.value($0).text }
  }

  private func send(_ element: PlainElement) throws {
    let name = try text("event", "eventexpr", of: element) ?? ""
    let target = try text("target", "targetexpr", of: element) ?? ""
    let delay = try text("delay", "delayexpr", of: element) ?? ""
    let content = try payload(of: element)
    if target == "#_internal" {
      trace.append("raise \(name) \(content?.json ?? "null")")
      internalQueue.append(SentEvent(name: name, type: "internal", data: content, sendID: element["id"]))
      return
    }
    if !name.hasPrefix("statekit.after.") { trace.append("send \(name) \(content?.json ?? "null")") }
    let event = SentEvent(name: name, data: content, sendID: element["id"])
    guard target.isEmpty else {
      internalQueue.append(SentEvent(name: "error.communication", type: "platform", sendID: element["id"]))
      return
    }
    let time = delay.hasSuffix("ms") ? Int(delay.dropLast(2)) : Double(delay.dropLast()).map { Int($0 * 1000) }
    if let time, time > 0 {
      timerCount += 1
      timers.append(Timer(due: now + time, number: timerCount, event: event))
    } else {
      externalQueue.append(event)
    }
  }

  func payload(of element: PlainElement) throws -> Datum? {
    if let content = element.all("content").first { return try data.value(content["expr"] ?? "null") }
    let params = element.all("param")
    if params.isEmpty { return nil }
    return data.map(try params.map { ($0["name"] ?? "", try data.value($0["expr"] ?? "")) })
  }

  private func log(_ element: PlainElement) throws {
    let value = try element["expr"].map { try data.value($0) }
    guard let label = element["label"] else { return trace.append("log \(value?.text ?? "")") }
    guard let value else { return trace.append("log \(label)") }
    guard label.contains("${"), let values = try? data.elements(value) else {
      return trace.append("log \(label): \(label.hasPrefix("do ") ? value.json : value.text)")
    }
    // A text with the values that belong into it.
    var out = ""
    var rest = label[...]
    for value in values {
      guard let start = rest.range(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") else { break }
      out += rest[..<start.lowerBound] + value.text
      rest = rest[rest.index(after: end)...]
    }
    trace.append("log \(out)\(rest)")
  }
}
