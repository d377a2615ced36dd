import CEL
import StateKitCore
import StateKitSearch

extension ExploreReport {
  /// One object with all counts and findings. One chart always gives equal bytes, except for `seconds` and
  /// `peakBytes`.
  func json() -> String {
    var out = ByteBuffer()
    out.append("{")
    out.append(string: "chart", value: name)
    appendEnd(to: &out)
    out.append(number: "states", value: space.states)
    out.append(number: "transitions", value: space.transitions)
    out.append(number: "handled", value: space.handled)
    out.append(number: "changing", value: space.changing)
    out.append(number: "depth", value: space.depth)
    out.append(number: "deadEnds", value: exploration.deadEnds)
    out.append(number: "finished", value: space.finished)
    out.append(",\n \"statesByDepth\": [\(space.statesByDepth.map(String.init).joined(separator: ", "))]")
    out.append(string: "time", value: "next")
    out.append(texts: "waits", value: options.choice.waits.map { Delay.text($0) })
    out.append(",\n ")
    out.append(object: "payloads") { out in
      for event in space.inputs.allPayloads {
        out.append(key: event.event)
        out.append("[" + event.values.map { $0?.json ?? "null" }.joined(separator: ", ") + "]")
      }
    }
    out.append(flag: "payloadsSampled", value: space.inputs.areSampled)
    out.append(flag: "eventsSampled", value: space.samples.contains(.events))
    out.append(flag: "timesSampled", value: space.samples.contains(.times))
    if let events = options.choice.events { out.append(texts: "events", value: events) }
    out.append(texts: "except", value: options.choice.except)
    appendKeys(to: &out)
    out.append(texts: "payloadsCut", value: space.inputs.cut)
    out.append(texts: "grows", value: exploration.growing)
    out.append(texts: "notSearched", value: exploration.notSearched.map(\.rawValue))
    out.append(",\n \"seconds\": \(seconds)")
    out.append(number: "peakBytes", value: Platform.peakMemory)
    out.append(",\n ")
    out.append(objects: "properties", of: exploration.answers, line: "\n  ") { answer, out in
      out.append(string: "kind", value: answer.property.kind)
      let expressions = answer.property.expressions.map(\.text)
      out.append(string: "expression", value: expressions[0])
      if expressions.count > 1 { out.append(string: "to", value: expressions[1]) }
      out.append(string: "verdict", value: answer.verdict.rawValue)
      out.append(number: "states", value: space.states)
    }
    out.append(",\n ")
    out.append(objects: "findings", of: exploration.allFindings, line: "\n  ") { append($0, to: &$1) }
    out.append("}\n")
    return out.text
  }

  /// Appends whether everything was tried, and the bound that ended the search.
  func appendEnd(to out: inout ByteBuffer) {
    out.append(flag: "complete", value: space.isComplete)
    if let bound = space.bound {
      out.append(object: "bound") { out in
        out.append(string: "kind", value: bound.kind.rawValue)
        out.append(number: "value", value: bound.value)
      }
    } else {
      out.append(string: "bound", value: nil)
    }
  }

  /// The limits of counters, and the keys that are left out.
  private func appendKeys(to out: inout ByteBuffer) {
    var unread: [String] = []
    out.append(object: "counters") { out in
      for (name, use) in space.keyUses {
        switch use {
        case .exact: continue
        case .unread: unread.append(name)
        case .rising(let limit), .falling(let limit):
          out.append(key: name)
          out.append("\(limit)")
        }
      }
    }
    out.append(texts: "sums", value: space.keySums)
    out.append(texts: "unread", value: unread)
    out.append(texts: "equalTimers", value: space.joinedTimers)
  }

  private func append(_ finding: ExploreFinding, to out: inout ByteBuffer) {
    out.append(string: "code", value: finding.code.rawValue)
    out.append(string: "severity", value: finding.severity.rawValue)
    out.append(string: "message", value: finding.message)
    out.append(string: "file", value: source(of: finding).name)
    if let span = finding.span {
      let position = lines(of: finding).position(of: Int(span.start))
      out.append(number: "line", value: position.line)
      out.append(number: "column", value: position.column)
    } else {
      out.append(", \"line\": null, \"column\": null")
    }
    out.append(string: "state", value: finding.state)
    out.append(string: "handler", value: finding.handler)
    out.append(texts: "script", value: finding.script)
    out.append(texts: "loop", value: finding.loop)
    out.append(flag: "bounded", value: finding.isBounded)
    out.append(flag: "sampled", value: finding.isSampled)
    if let allowed = finding.allowed { out.append(string: "allowed", value: allowed) }
  }
}
