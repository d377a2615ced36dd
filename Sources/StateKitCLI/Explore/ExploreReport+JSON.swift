import CEL
import StateKitCore
import StateKitSearch

extension ExploreReport {
  /// One object with all counts and findings. The same chart gives the same bytes, but for `seconds` and `peakBytes`.
  func json() -> String {
    var out = ByteBuffer()
    out.append("{")
    out.append(string: "chart", name, isFirst: true)
    out.append(", \"complete\": \(space.isComplete), \"bound\": ")
    if let bound = space.bound {
      out.append("{")
      out.append(string: "kind", bound.kind.rawValue, isFirst: true)
      out.append(number: "value", bound.value)
      out.append("}")
    } else {
      out.append("null")
    }
    out.append(number: "states", space.states)
    out.append(number: "transitions", space.transitions)
    out.append(number: "handled", space.handled)
    out.append(number: "changing", space.changing)
    out.append(number: "depth", space.depth)
    out.append(number: "deadEnds", exploration.deadEnds)
    out.append(number: "finished", space.finished)
    out.append(",\n \"statesByDepth\": [\(space.statesByDepth.map(String.init).joined(separator: ", "))]")
    out.append(string: "time", "next")
    append(texts: "waits", options.choice.waits.map { Delay.text($0) }, to: &out)
    out.append(",\n \"payloads\": {")
    for (index, event) in space.inputs.payloads.enumerated() {
      out.append(index == 0 ? "" : ", ")
      DisplayText.appendQuoted(event.event, to: &out)
      out.append(": [" + event.values.map { $0?.json ?? "null" }.joined(separator: ", ") + "]")
    }
    out.append("}")
    append(texts: "payloadsCut", space.inputs.cut, to: &out)
    append(texts: "grows", exploration.growing, to: &out)
    out.append(",\n \"seconds\": \(seconds)")
    out.append(number: "peakBytes", Platform.peakMemory)
    out.append(",\n \"findings\": [")
    for (index, finding) in exploration.findings.enumerated() {
      out.append(index == 0 ? "\n  " : ",\n  ")
      append(finding, to: &out)
    }
    out.append("]}\n")
    return String(decoding: out.bytes, as: UTF8.self)
  }

  private func append(_ finding: ExploreFinding, to out: inout ByteBuffer) {
    out.append("{")
    out.append(string: "code", finding.code.rawValue, isFirst: true)
    out.append(string: "severity", finding.severity.rawValue)
    out.append(string: "message", finding.message)
    let source = source(of: finding)
    out.append(string: "file", source.name)
    if let span = finding.span {
      let position = lines(of: finding).position(of: Int(span.start))
      out.append(number: "line", position.line)
      out.append(number: "column", position.column)
    } else {
      out.append(", \"line\": null, \"column\": null")
    }
    append(text: "state", finding.state, to: &out)
    append(text: "handler", finding.handler, to: &out)
    if let script = finding.script {
      append(texts: "script", script, to: &out)
    } else {
      out.append(", \"script\": null")
    }
    append(texts: "loop", finding.loop, to: &out)
    out.append(", \"bounded\": \(finding.isBounded)")
    if let allowed = finding.allowed { out.append(string: "allowed", allowed) }
    out.append("}")
  }

  private func append(text key: String, _ value: String?, to out: inout ByteBuffer) {
    if let value { out.append(string: key, value) } else { out.append(", \"\(key)\": null") }
  }

  private func append(texts key: String, _ values: [String], to out: inout ByteBuffer) {
    out.append(", \"\(key)\": ")
    DisplayText.appendList(values, to: &out)
  }
}
