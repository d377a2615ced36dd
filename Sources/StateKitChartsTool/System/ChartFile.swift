#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(ucrt)
  import ucrt
#endif

/// Files and messages of the plugin's tool.
enum ChartFile {
  /// The bytes of a file; nil if it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&block, 1, block.count, file)
      if count == 0 { break }
      bytes += block.prefix(count)
    }
    return unsafe ferror(file) == 0 ? bytes : nil
  }

  /// False if not all bytes are written.
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = unsafe fopen(path, "wb") else { return false }
    let count = unsafe fwrite(bytes, 1, bytes.count, file)
    return unsafe fclose(file) == 0 && count == bytes.count
  }

  /// Ends the program.
  static func end(isSuccess: Bool) -> Never { exit(isSuccess ? 0 : 1) }

  /// Writes a line to standard error.
  static func report(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe writeError($0.baseAddress, count: $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}

#if canImport(ucrt)
  private func writeError(_ bytes: UnsafeRawPointer?, count: Int) -> Int {
    Int(unsafe _write(2, bytes, UInt32(count)))
  }
#else
  private func writeError(_ bytes: UnsafeRawPointer?, count: Int) -> Int {
    unsafe write(2, bytes, count)
  }
#endif
