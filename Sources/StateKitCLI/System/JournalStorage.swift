/// The storage of a journal: bytes that only one run appends to.
package protocol JournalStorage: AnyObject {
  /// Reads up to `count` bytes after the last read, and appends them to `bytes`. Returns false at the end.
  func read(_ count: Int, into bytes: inout [UInt8]) throws -> Bool
  /// Goes back to the beginning.
  func rewind() throws
  /// Keeps the first `length` bytes, and continues after them. Throws if it has fewer.
  func truncate(to length: Int) throws
  func append(_ bytes: Span<UInt8>) throws
  /// Waits until all written bytes are stored.
  func sync() throws
  /// Waits until the file's name is stored.
  func syncFolder() throws
  /// Throws if its name does not lead to it any more, or if it has another length.
  func check(length: Int) throws
  /// Opens a regular file beside it.
  func openBeside(_ path: String) throws(InputError) -> any ByteInput
  /// Writes a file beside it with the same readers; never through a link.
  func saveBeside(_ path: String, bytes: [UInt8]) -> FileSave.Failure?
}

extension LockedFile: JournalStorage {}

/// Bytes in memory instead of a file.
package final class MemoryJournal: JournalStorage {
  package private(set) var bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  package func read(_ count: Int, into bytes: inout [UInt8]) -> Bool {
    let end = position + min(count, self.bytes.count - position)
    bytes += self.bytes[position..<end]
    defer { position = end }
    return end > position
  }

  package func rewind() { position = 0 }

  package func truncate(to length: Int) {
    bytes.removeLast(max(0, bytes.count - length))
    position = bytes.count
  }

  package func append(_ bytes: Span<UInt8>) {
    for index in bytes.indices { self.bytes.append(bytes[index]) }
    position = self.bytes.count
  }

  package func sync() {}

  package func syncFolder() {}

  package func check(length: Int) {}

  package func openBeside(_ path: String) throws(InputError) -> any ByteInput {
    throw InputError(reason: "there is none", isMissing: true)
  }

  package func saveBeside(_ path: String, bytes: [UInt8]) -> FileSave.Failure? { nil }
}
