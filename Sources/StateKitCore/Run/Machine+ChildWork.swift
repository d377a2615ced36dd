package import CEL

/// Ends of host work for children, reported from outside: the program knows the work of every machine in the family,
/// but the first machine has no event that would reach a child.
extension Machine {
  /// The host work of a machine below this one, by the ids of the machines on the way and of the work, joined by dots.
  package func childWork(named name: String) -> ChildWork? {
    if kin.children.isEmpty { return nil }
    var open = [(list: kin.children, address: kin.address, name: "")]
    while let (list, above, prefix) = open.popLast() {
      for child in list.all {
        guard let address = above.child(child.facts.serial) else { continue }
        let relative = chart.relative(Int(child.facts.chart))
        let path = prefix + child.facts.id + "."
        guard name.utf8.starts(with: path.utf8) else { continue }
        for work in child.state.works {
          let id = relative.invocations[Int(work)].id
          if name.utf8.elementsEqual((path + id).utf8) { return ChildWork(address: address, id: id) }
        }
        open.append((child.state.children, address, path))
      }
    }
    return nil
  }

  /// Delivers the end of host work to a machine below this one, and continues to the end as `send` does. `isDone`:
  /// false if the work failed. Rejected if the work no longer runs.
  package mutating func end(_ work: ChildWork, isDone: Bool, data: Value?) {
    let sent = SentEvent(name: (isDone ? "done.invoke." : "error.invoke.") + work.id, data: data, origin: .external)
    begin(.event(.other(sent.name), data: data))
    deliver(sent, to: work.address)
  }

  /// Ends host work as a line of a script.
  package mutating func end(_ end: ChildEnd) {
    begin(.end(end))
    let work = childWork(named: (end.path + [end.work]).joined(separator: "."))
    if work == nil, !isFinished {
      let why = "\(DisplayText.name(end.work)) is not running"
      emit(.rejected(why))
      rejection = why
      lastOutcome = .rejected
      return self.end(lastOutcome, changed: false)
    }
    let sent = SentEvent(name: end.event, data: end.data, origin: .external)
    deliver(sent, to: work?.address)
  }

  private mutating func deliver(_ sent: SentEvent, to address: MachineAddress?) {
    let before = work.changes
    if let family = relatives, let address, !isFinished {
      post(.event(sent, to: address), family: family)
      settle()
      lastOutcome = family.firstTaken ?? .ignored
      isOutcomeOfChild = true
    } else {
      emit(.ignored)
      lastOutcome = .ignored
    }
    end(lastOutcome, changed: work.changes != before)
  }
}

/// Work of the host for a machine of a family.
package struct ChildWork: Sendable {
  let address: MachineAddress
  let id: String
}
