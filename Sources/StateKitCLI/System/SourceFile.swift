import StateKit

/// Reading a whole file, once.
enum SourceFile {
  /// How standard input is named in messages.
  static let standardInputName = "<stdin>"

  /// How a file is named in messages.
  static func name(of path: String) -> String {
    path == "-" ? standardInputName : path
  }

  enum Failure: Error {
    /// The file cannot be read.
    case unreadable(String)
    /// The file is larger than it may be.
    case tooLarge
  }

  /// The bytes of a file, at most `limit` of them.
  static func read(_ input: any ByteInput, limit: Int) throws(Failure) -> [UInt8] {
    if let size = input.size, size > limit { throw .tooLarge }
    var bytes: [UInt8] = []
    if let size = input.size { bytes.reserveCapacity(size + 1) }
    var block = min(1 << 20, max(4 << 10, (input.size ?? 0) + 1))
    do {
      while try input.read(block, into: &bytes) {
        if bytes.count > limit { throw Failure.tooLarge }
        block = min(16 << 20, max(block, bytes.count / 4))
      }
    } catch let error as InputError {
      throw .unreadable(error.reason)
    } catch {
      throw .tooLarge
    }
    return bytes
  }
}
