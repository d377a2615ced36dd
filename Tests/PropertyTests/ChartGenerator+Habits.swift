extension ChartGenerator {
  /// What charts are full of. Of four seeds one has no such habits, so that what it made once it makes again.
  struct Habits {
    /// `goToState` actions in every hook.
    let goesOften: Bool
    /// History in most states, with actions on the way to what it stands for by default.
    let recordsOften: Bool
    /// Messages to children that are not there.
    let sendsToNobody: Bool
    /// Work of the host.
    let leavesToHost: Bool
    /// `"bubbling": "subtree"`.
    let asksBySubtree: Bool

    static let none = Habits(
      goesOften: false, recordsOften: false, sendsToNobody: false, leavesToHost: false, asksBySubtree: false)

    init(seed: UInt64) {
      // Every sixteenth chart is looked at more closely: these have all habits, too.
      let number = seed ^ seed >> 4
      self.init(
        goesOften: number & 1 != 0, recordsOften: number & 2 != 0, sendsToNobody: number & 3 != 0,
        leavesToHost: number & 7 == 7, asksBySubtree: number & 6 == 2)
    }

    private init(goesOften: Bool, recordsOften: Bool, sendsToNobody: Bool, leavesToHost: Bool, asksBySubtree: Bool) {
      self.goesOften = goesOften
      self.recordsOften = recordsOften
      self.sendsToNobody = sendsToNobody
      self.leavesToHost = leavesToHost
      self.asksBySubtree = asksBySubtree
    }
  }
}
