import CEL

/// The compiled expressions of a file, by the indices of their drafts.
struct CompiledDrafts {
  var results: [Expression.Compiled] = []
  private(set) var faults: [Int32: ExpressionFaults] = [:]
  /// The number of instructions of the expressions that use named guards.
  var expandedCount = 0
  /// The index of the expression with which they became too many; no later one is compiled.
  private(set) var beyond: Int32?

  /// Sets a result, or appends it if it is the next one.
  mutating func set(_ result: consuming Expression.Compiled, found: ExpressionFaults?, at index: Int) {
    expandedCount += result.program.expandedCount
    if expandedCount > Compiler.mostExpanded, beyond == nil { beyond = Int32(index) }
    if index == results.count { results.append(result) } else { results[index] = result }
    if found != nil || !faults.isEmpty { faults[Int32(index)] = found }
  }
}
