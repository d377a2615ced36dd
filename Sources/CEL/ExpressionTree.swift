/// The tree of an expression, for writing it in another language. It is made of the instructions, so that named guards,
/// precedence and negative numbers are already settled.
package indirect enum ExpressionTree: Sendable {
  case constant(Value)
  /// A variable, by its slot.
  case variable(Int)
  /// `isIn`, by the index of the program's tests.
  case test(Int)
  /// The answer of a host guard, by its index among the host guards.
  case host(Int)
  case field(ExpressionTree, String)
  case hasField(ExpressionTree, String)
  case not(ExpressionTree)
  case negative(ExpressionTree)
  /// An operator by its text, `in` included.
  case binary(String, ExpressionTree, ExpressionTree)
  case and(ExpressionTree, ExpressionTree)
  case or(ExpressionTree, ExpressionTree)
  case conditional(ExpressionTree, then: ExpressionTree, otherwise: ExpressionTree)
  case list([ExpressionTree])
  case map([(key: ExpressionTree, value: ExpressionTree)])
  /// A call of a standard function by its name; the receiver of a method is the first argument.
  case call(String, [ExpressionTree])

  /// The nesting of the deepest tree; trees are written by recursion. A chain of `&&`, or of `||`, counts once.
  package static let deepest = 250
}

extension Program {
  /// The expression as a tree; nil if it has a comprehension, a guard with parameters, or an error that only counts
  /// when it is reached, or if it is nested too deep.
  package var tree: ExpressionTree? {
    var builder = TreeBuilder(code)
    return builder.whole()
  }
}

/// Rebuilds the tree from the instructions: the stack holds trees in place of values.
private struct TreeBuilder {
  private let code: ProgramCode
  private var stack: [Part] = []
  /// The ends of conditionals that are open, the innermost last.
  private var ends: [Int] = []

  private struct Part {
    let tree: ExpressionTree
    var depth = 0
  }

  init(_ code: ProgramCode) {
    self.code = code
  }

  mutating func whole() -> ExpressionTree? {
    for (index, operation) in code.operations.enumerated() {
      closeConditionals(at: index)
      guard add(operation), stack.last.map({ $0.depth <= ExpressionTree.deepest }) ?? true else { return nil }
    }
    closeConditionals(at: code.operations.count)
    return stack.count == 1 && stack[0].depth <= ExpressionTree.deepest ? stack[0].tree : nil
  }

  private mutating func closeConditionals(at index: Int) {
    while ends.last == index, stack.count >= 3 {
      ends.removeLast()
      let parts = Array(stack.suffix(3))
      stack.removeLast(3)
      push(.conditional(parts[0].tree, then: parts[1].tree, otherwise: parts[2].tree), over: parts)
    }
  }

  private mutating func push(_ tree: ExpressionTree, over parts: [Part] = []) {
    stack.append(Part(tree: tree, depth: parts.map { $0.depth + 1 }.max() ?? 0))
  }

  /// Adds an instruction; false if no tree has it.
  private mutating func add(_ operation: Program.Operation) -> Bool {
    switch operation {
    case .constant(let index): push(.constant(code.constants[Int(index)]))
    case .slot(let slot): push(.variable(Int(slot)))
    case .test(let test): push(.test(Int(test)))
    case .compareSlot(let found, let slot, let constant):
      push(.binary(found.rawValue, .variable(Int(slot)), .constant(code.constants[Int(constant)])))
    case .select(let name):
      let name = text(name)
      return replace { .field($0, name) }
    case .has(let name):
      let name = text(name)
      return replace { .hasField($0, name) }
    case .not: return replace { .not($0) }
    case .negate: return replace { .negative($0) }
    case .binary(let found): return join { .binary(found.rawValue, $0, $1) }
    case .and: return join { .and($0, $1) }
    case .or: return join { .or($0, $1) }
    case .index: return join { .call("[]", [$0, $1]) }
    // The tree says where the other side begins.
    case .andThen, .orElse, .jump: break
    case .branch(_, let end): ends.append(Int(end))
    case .list(let count): return gather(Int(count)) { .list($0) }
    case .call(let function, let count): return gather(Int(count)) { .call(function.rawValue, $0) }
    case .map(let count):
      return gather(2 * Int(count)) { parts in
        .map((0..<Int(count)).map { (key: parts[2 * $0], value: parts[2 * $0 + 1]) })
      }
    case .host(let index):
      // Only a guard without parameters: its map is empty.
      guard case .map(let parts)? = stack.popLast()?.tree, parts.isEmpty else { return false }
      push(.host(Int(index)))
    case .bind:
      guard case .map(let parts)? = stack.popLast()?.tree, parts.isEmpty else { return false }
    case .local, .fail, .begin, .next, .parameters, .note, .keep, .collect: return false
    }
    return true
  }

  private func text(_ constant: Int32) -> String {
    if case .string(let text) = code.constants[Int(constant)] { text } else { "" }
  }

  private mutating func replace(_ make: (ExpressionTree) -> ExpressionTree) -> Bool {
    guard let last = stack.popLast() else { return false }
    push(make(last.tree), over: [last])
    return true
  }

  private mutating func join(_ make: (ExpressionTree, ExpressionTree) -> ExpressionTree) -> Bool {
    guard let right = stack.popLast(), var left = stack.popLast() else { return false }
    let tree = make(left.tree, right.tree)
    switch (tree, left.tree) {
    case (.and, .and), (.or, .or): left.depth -= 1
    default: break
    }
    push(tree, over: [left, right])
    return true
  }

  private mutating func gather(_ count: Int, make: ([ExpressionTree]) -> ExpressionTree) -> Bool {
    guard stack.count >= count else { return false }
    let parts = Array(stack.suffix(count))
    stack.removeLast(count)
    push(make(parts.map(\.tree)), over: parts)
    return true
  }
}
