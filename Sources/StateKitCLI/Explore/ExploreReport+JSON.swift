import CEL
import StateKitCore
import StateKitSearch

extension ExploreReport {
  /// One object with all counts and findings. One chart always gives equal bytes, except for `seconds` and
  /// `peakBytes`.
  func json() -> String {
    var out = ByteBuffer()
    out.append("{")
    out.append(string: "chart", value: name, isFirst: true)
    out.append(", \"complete\": \(space.isComplete), \"bound\": ")
    if let bound = space.bound {
      out.append("{")
      out.append(string: "kind", value: bound.kind.rawValue, isFirst: true)
      out.append(number: "value", value: bound.value)
      out.append("}")
    } else {
      out.append("null")
    }
    out.append(number: "states", value: space.states)
    out.append(number: "transitions", value: space.transitions)
    out.append(number: "handled", value: space.handled)
    out.append(number: "changing", value: space.changing)
    out.append(number: "depth", value: space.depth)
    out.append(number: "deadEnds", value: exploration.deadEnds)
    out.append(number: "finished", value: space.finished)
    out.append(",\n \"statesByDepth\": [\(space.statesByDepth.map(String.init).joined(separator: ", "))]")
    out.append(string: "time", value: "next")
    append(texts: "waits", values: options.choice.waits.map { Delay.text($0) }, to: &out)
    out.append(",\n \"payloads\": {")
    for (index, event) in space.inputs.allPayloads.enumerated() {
      out.append(index == 0 ? "" : ", ")
      DisplayText.appendQuoted(event.event, to: &out)
      out.append(": [" + event.values.map { $0?.json ?? "null" }.joined(separator: ", ") + "]")
    }
    out.append("}")
    out.append(", \"payloadsSampled\": \(space.inputs.areSampled)")
    out.append(", \"timesSampled\": \(space.samples.contains(.times))")
    if let events = options.choice.events { append(texts: "events", values: events, to: &out) }
    append(texts: "except", values: options.choice.except, to: &out)
    appendKeys(to: &out)
    append(texts: "payloadsCut", values: space.inputs.cut, to: &out)
    append(texts: "grows", values: exploration.growing, to: &out)
    out.append(",\n \"seconds\": \(seconds)")
    out.append(number: "peakBytes", value: Platform.peakMemory)
    out.append(",\n \"properties\": [")
    for (index, answer) in exploration.answers.enumerated() {
      out.append(index == 0 ? "\n  {" : ",\n  {")
      out.append(string: "kind", value: answer.property.kind, isFirst: true)
      let expressions = answer.property.expressions.map(\.text)
      out.append(string: "expression", value: expressions[0])
      if expressions.count > 1 { out.append(string: "to", value: expressions[1]) }
      out.append(string: "verdict", value: answer.verdict.rawValue)
      out.append(number: "states", value: space.states)
      out.append("}")
    }
    out.append("],\n \"findings\": [")
    for (index, finding) in exploration.allFindings.enumerated() {
      out.append(index == 0 ? "\n  " : ",\n  ")
      append(finding, to: &out)
    }
    out.append("]}\n")
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// The limits of counters, and the keys that are left out.
  private func appendKeys(to out: inout ByteBuffer) {
    out.append(", \"counters\": {")
    var isFirst = true
    var unread: [String] = []
    for (name, use) in space.keyUses {
      switch use {
      case .exact: continue
      case .unread: unread.append(name)
      case .rising(let limit), .falling(let limit):
        out.append(isFirst ? "" : ", ")
        isFirst = false
        DisplayText.appendQuoted(name, to: &out)
        out.append(": \(limit)")
      }
    }
    out.append("}")
    append(texts: "sums", values: space.keySums, to: &out)
    append(texts: "unread", values: unread, to: &out)
    append(texts: "equalTimers", values: space.joinedTimers, to: &out)
  }

  private func append(_ finding: ExploreFinding, to out: inout ByteBuffer) {
    out.append("{")
    out.append(string: "code", value: finding.code.rawValue, isFirst: true)
    out.append(string: "severity", value: finding.severity.rawValue)
    out.append(string: "message", value: finding.message)
    let source = source(of: finding)
    out.append(string: "file", value: source.name)
    if let span = finding.span {
      let position = lines(of: finding).position(of: Int(span.start))
      out.append(number: "line", value: position.line)
      out.append(number: "column", value: position.column)
    } else {
      out.append(", \"line\": null, \"column\": null")
    }
    append(text: "state", value: finding.state, to: &out)
    append(text: "handler", value: finding.handler, to: &out)
    if let script = finding.script {
      append(texts: "script", values: script, to: &out)
    } else {
      out.append(", \"script\": null")
    }
    append(texts: "loop", values: finding.loop, to: &out)
    out.append(", \"bounded\": \(finding.isBounded), \"sampled\": \(finding.isSampled)")
    if let allowed = finding.allowed { out.append(string: "allowed", value: allowed) }
    out.append("}")
  }

  private func append(text key: String, value: String?, to out: inout ByteBuffer) {
    if let value { out.append(string: key, value: value) } else { out.append(", \"\(key)\": null") }
  }

  private func append(texts key: String, values: [String], to out: inout ByteBuffer) {
    out.append(", \"\(key)\": ")
    DisplayText.appendList(values, to: &out)
  }
}
