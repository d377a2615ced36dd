import CEL

extension Machine {
  /// All that decides what the machine will do, as bytes: two machines of one chart with the same fingerprint go on alike.
  package func appendFingerprint(to out: inout ByteBuffer) {
    out.append(isFinished ? "!" : ".")
    snapshot.appendFingerprint(chart, in: chart, now: time, to: &out)
  }
}

extension TimerQueue {
  func appendFingerprint(now: Int64, to out: inout ByteBuffer) {
    for timer in inOrder {
      out.append(decimal: timer.due - now)
      switch timer.payload {
      case .after(_, let index, _):
        out.append("@")
        out.append(decimal: Int64(index))
      case .send(let event, let id, let to):
        switch event.label {
        case .known(let name):
          out.append("#")
          out.append(decimal: Int64(name.rawValue))
        case .other(let name): out.append(name)
        }
        event.data?.appendJSON(to: &out)
        if let id { out.append(id) }
        if let to {
          out.append(">")
          out.append(to.name)
        }
      }
      out.append(",")
    }
  }
}
