import CEL

extension Machine {
  /// All that decides what the machine will do, as bytes: two machines of one chart with the same fingerprint go on alike.
  package func appendFingerprint(to out: inout ByteBuffer) {
    out.append(isFinished ? "!" : ".")
    for leaf in configuration.leaves {
      out.append(decimal: Int64(leaf.rawValue))
      out.append(",")
    }
    out.append("|")
    for slot in data.slots.prefix(chart.contextNames.count) {
      slot.appendJSON(to: &out)
      out.append(",")
    }
    out.append("|")
    history.appendFingerprint(to: &out)
    out.append("|")
    timers.appendFingerprint(now: time, to: &out)
  }
}

extension HistoryStore {
  func appendFingerprint(to out: inout ByteBuffer) {
    for (state, record) in records.enumerated() where !record.isEmpty {
      out.append(decimal: Int64(state))
      for active in record {
        out.append(":")
        out.append(decimal: Int64(active.rawValue))
      }
      out.append(",")
    }
  }
}

extension TimerQueue {
  func appendFingerprint(now: Int64, to out: inout ByteBuffer) {
    for timer in inOrder {
      out.append(decimal: timer.due - now)
      switch timer.payload {
      case .after(_, let number):
        out.append("@")
        out.append(decimal: Int64(number))
      case .send(let event, let id):
        switch event.label {
        case .known(let name):
          out.append("#")
          out.append(decimal: Int64(name.rawValue))
        case .other(let name): out.append(name)
        }
        event.data?.appendJSON(to: &out)
        if let id { out.append(id) }
      }
      out.append(",")
    }
  }
}
