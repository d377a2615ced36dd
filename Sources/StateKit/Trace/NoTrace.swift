/// A trace that nobody reads.
package final class NoTrace: BlockWriter {
  package init() {}
  package func begin(_ header: TraceHeader) {}
  package func add(_ entries: [TraceEntry]) {}
  package func end(_ summary: TraceSummary) {}
  package func flush() {}

  package var mark: BlockMark { BlockMark(flushes: 0, offset: 0) }
  package func block(since mark: BlockMark) -> [UInt8]? { [] }
  package func replay(_ block: Span<UInt8>) {}
}
