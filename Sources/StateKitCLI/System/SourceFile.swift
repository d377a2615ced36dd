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

  /// The bytes of a file, at most `limit` of them.
  static func read(_ input: any ByteInput, limit: Int) throws(InputError) -> [UInt8] {
    let tooLarge = InputError(reason: "it is larger than \(limit >> 20) MiB, the limit", isTooLarge: true)
    if let size = input.size, size > limit { throw tooLarge }
    var bytes: [UInt8] = []
    try makeRoom((input.size ?? 0) + 1, in: &bytes)
    // Reads no more than the free capacity: a large file must not be copied for its last bytes.
    while try input.read(bytes.capacity - bytes.count, into: &bytes) {
      if bytes.count > limit { throw tooLarge }
      if bytes.count == bytes.capacity { try makeRoom(max(64 << 10, bytes.count * 2), in: &bytes) }
    }
    return bytes
  }

  private static func makeRoom(_ count: Int, in bytes: inout [UInt8]) throws(InputError) {
    guard Platform.memory.admits(count) else {
      throw InputError(reason: "it needs more memory than this process may use")
    }
    bytes.reserveCapacity(count)
  }
}
