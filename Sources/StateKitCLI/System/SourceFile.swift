import StateKitCore

/// Reading a whole file, once.
enum SourceFile {
  /// The name of standard input in messages.
  static let standardInputName = "<stdin>"

  /// The name of a file in messages.
  static func name(of path: String) -> String {
    path == "-" ? standardInputName : FilePath.shown(path)
  }

  /// The path itself, if its name in messages differs.
  static func path(_ path: String) -> [UInt8]? {
    let name = name(of: path)
    return path == "-" || name.utf8.elementsEqual(path.utf8) ? nil : FilePath.bytes(of: path)
  }

  enum Failure: Error {
    /// The file cannot be read.
    case unreadable(String)
    /// The file is larger than allowed.
    case tooLarge
  }

  /// The reason why a file could not be opened or read.
  static func reason(of error: any Error, limit: Int) -> String {
    switch error {
    case let error as InputError: error.reason
    case Failure.unreadable(let reason): reason
    default: "it is larger than \(limit >> 20) MiB, the limit"
    }
  }

  /// The bytes of a file, at most `limit` of them.
  static func read(_ input: any ByteInput, limit: Int) throws(Failure) -> [UInt8] {
    if let size = input.size, size > limit { throw .tooLarge }
    var bytes: [UInt8] = []
    try makeRoom((input.size ?? 0) + 1, in: &bytes)
    do {
      // Reads no more than the free capacity: a large file must not be copied for its last bytes.
      while try input.read(bytes.capacity - bytes.count, into: &bytes) {
        if bytes.count > limit { throw Failure.tooLarge }
        if bytes.count == bytes.capacity { try makeRoom(max(64 << 10, bytes.count * 2), in: &bytes) }
      }
    } catch let failure as Failure {
      throw failure
    } catch let error as InputError {
      throw .unreadable(error.reason)
    } catch {
      throw .tooLarge
    }
    return bytes
  }

  private static func makeRoom(_ count: Int, in bytes: inout [UInt8]) throws(Failure) {
    guard Platform.memory.admits(count) else {
      throw .unreadable("it needs more memory than this process may use")
    }
    bytes.reserveCapacity(count)
  }
}
