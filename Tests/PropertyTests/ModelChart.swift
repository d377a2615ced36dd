/// A chart as the reference interpreter knows it: a plain tree, nothing looked up beforehand.
struct ModelChart {
  struct State {
    var name: String
    var kind: Kind
    var parent: Int?
    var children: [Int] = []
    var enter: [ModelAction] = []
    var exit: [ModelAction] = []
    /// Of a compound state, or the default of a history state.
    var initial: (targets: [Int], actions: [ModelAction])?
    /// Keys in the order of the file, with their candidates.
    var handlers: [(key: String, candidates: [Candidate])] = []
    var always: [Candidate] = []
    var onDone: [Candidate] = []
    var after: [(milliseconds: Int, candidates: [Candidate])] = []
    /// The host works while it is active.
    var leavesWork = false
  }

  enum Kind {
    case compound, atomic, parallel, final, shallow, deep

    var isHistory: Bool { self == .shallow || self == .deep }
  }

  enum Reentry {
    case none, external, children, ancestor
  }

  struct Candidate {
    /// No other candidate of the chart has it.
    var number = 0
    var isForbidden = false
    var targets: [Int] = []
    var condition: Condition?
    var reentry = Reentry.none
    var actions: [ModelAction] = []
  }

  /// In document order, `root` first; a state's index is its order.
  var states: [State] = []
  /// `"bubbling": "subtree"`.
  var asksBySubtree = false
  var variables = ["n": 0, "m": 1]

  /// For each state the states from `root` to it, and the shortest end of its path that no other state has.
  private(set) var lines: [[Int]] = []
  private(set) var references: [String] = []

  /// Looks at the tree once it is whole: names are asked for very often.
  mutating func complete() {
    lines = states.indices.map { state in
      var line = [state]
      while let parent = states[line[0]].parent { line.insert(parent, at: 0) }
      return line
    }
    references = states.indices.map { state in
      let own = path(state)
      let others = states.indices.filter { $0 != state }.map { path($0) }
      let length = (1...own.count).first { length in
        !others.contains { Array($0.suffix(length)) == Array(own.suffix(length)) }
      }
      return own.suffix(length ?? own.count).joined(separator: ".")
    }
  }

  /// Whether `state` is `ancestor` or below it.
  func isWithin(_ state: Int, _ ancestor: Int) -> Bool {
    lines[state].contains(ancestor)
  }

  func line(to state: Int) -> [Int] { lines[state] }

  /// The names from `root` to the state.
  func path(_ state: Int) -> [String] {
    lines[state].map { states[$0].name }
  }

  func reference(_ state: Int) -> String { references[state] }

  /// What the work of a state is called.
  static func work(of state: Int) -> String { "w\(state)" }
}

/// What an `if` or a guard asks.
indirect enum Condition {
  case less(String, Int)
  case equal(String, Int)
  case dataIs(Int)
  case isIn(Int)
  /// Divides by zero.
  case failing
  case not(Condition)
}

indirect enum ModelAction {
  case call(String)
  case log(String, variable: String)
  /// A variable becomes another one and a number.
  case assign(String, from: String, plus: Int)
  /// Divides by zero.
  case fail
  case raise(String, data: Int?)
  case send(String, data: Int?, delay: Int, id: String?)
  /// To a child, and there is none.
  case sendToNobody(String, delay: Int, id: String?)
  case cancel(String)
  case goTo(Int)
  case choose(Condition, then: [ModelAction], otherwise: [ModelAction])
  /// Adds each of the numbers to a variable, and does more.
  case each([Int], variable: String, [ModelAction])
}

/// One line of a script.
enum ModelStep {
  case event(String, data: Int?)
  case advance(Int)
  case next
  case idle

  var text: String {
    switch self {
    case .event(let name, let data): data.map { "\(name) \($0)" } ?? name
    case .advance(let milliseconds): "+" + shortDelay(milliseconds)
    case .next: "+next"
    case .idle: "+idle"
    }
  }
}

/// The shortest form of a delay below a minute.
func shortDelay(_ milliseconds: Int) -> String {
  let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
  if rest == 0 { return "\(seconds)s" }
  return (seconds > 0 ? "\(seconds)s" : "") + "\(rest)ms"
}
