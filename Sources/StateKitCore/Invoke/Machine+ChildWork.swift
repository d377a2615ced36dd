package import CEL

/// Ends of what the host does for children, told from outside: the program knows the work of every machine of the family, and
/// has no event of the first one that would get there.
extension Machine {
  /// The host work of a machine below this one, by the ids of the machines on the way and its own, joined by dots.
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

  /// Lets a machine below this one take the end of its host work, and goes on to the end, as `send` does. `isDone`: else it
  /// failed. Rejected where the work is not there any more.
  package mutating func end(_ work: ChildWork, isDone: Bool, _ data: Value?) {
    let sent = SentEvent(
      name: (isDone ? "done.invoke." : "error.invoke.") + work.id, data: data, origin: .external, sendID: nil,
      invokeID: nil)
    begin(.event(.other(sent.name), data: data))
    let before = self.work.changes
    if let family = relatives as? MachineFamily, !isFinished {
      post(.event(sent, to: work.address), family)
      settle()
      lastOutcome = .handled
    } else {
      emit(.ignored)
      lastOutcome = .ignored
    }
    end(lastOutcome, changed: self.work.changes != before)
  }
}

/// Work of the host for a machine of a family.
package struct ChildWork: Sendable {
  let address: MachineAddress
  let id: String
}
