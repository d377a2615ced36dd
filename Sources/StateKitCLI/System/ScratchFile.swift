import CLibrary

/// A file without a name: it disappears with the process, however that ends.
final class ScratchFile {
  private let descriptor: Int32

  /// Creates a file in a folder.
  init(in folder: String) throws(FileSave.Failure) {
    let (path, opened) = try FileSave.create(
      in: folder.hasSuffix("/") ? folder : folder + "/", mode: 0o600, forReading: true)
    descriptor = opened
    _ = unsafe unlink(FilePath.native(path))
  }

  deinit { _ = close(descriptor) }

  func write(_ bytes: Span<UInt8>) throws(FileSave.Failure) {
    try FileSave.write(bytes, to: descriptor)
  }

  func rewind() throws(FileSave.Failure) {
    if lseek(descriptor, 0, SEEK_SET) != 0 { throw .system() }
  }

  func read(_ count: Int, into bytes: inout [UInt8]) throws(InputError) -> Bool {
    try FileInput(descriptor: descriptor).read(count, into: &bytes)
  }
}
