import CLibrary
import StateKitCore

extension FileSave {
  /// A file that is written in pieces. A regular file gets its name only when it is complete; data that do not fit in
  /// memory wait in a file without a name. Devices, pipes and descriptors get the data at once.
  package final class Draft: OutputStream {
    private enum Ending {
      case descriptor(Int32)
      case stream(Int32)
      case file(String, old: stat?)
    }

    private let ending: Ending
    private let rule: Rule
    private var waiting = ByteBuffer()
    private var spool: ScratchFile?
    private static let blockSize = 1 << 20
    /// The reason of the first failure; later data are left out.
    private var problem: Failure?
    private var isOpen = true
    private var limit: OutputLimit?
    /// The bytes so far.
    private var written = 0

    package convenience init(_ path: String, rule: Rule, limit: OutputLimit?) throws(Failure) {
      try self.init(try FileSave.target(of: path, rule: rule), rule: rule)
      self.limit = limit
    }

    init(_ target: Target, rule: Rule) throws(Failure) {
      self.rule = rule
      switch target {
      case .descriptor(let descriptor): ending = .descriptor(descriptor)
      case .stream(let path): ending = .stream(try Self.openStream(path))
      case .file(let path, let old): ending = .file(path, old: old)
      }
    }

    package var failure: String? { problem?.reason }
    package var isTerminal: Bool { false }
    package var columns: Int? { nil }

    deinit {
      if case .stream(let descriptor) = ending, isOpen { _ = close(descriptor) }
    }

    package func write(_ bytes: Span<UInt8>) {
      if problem != nil { return }
      written += bytes.count
      if let limit, written > limit.bytes {
        problem = limit.refuse()
        return
      }
      waiting.append(bytes)
      if waiting.count >= Self.blockSize { flush() }
    }

    private func flush() {
      if problem != nil { return }
      do throws(Failure) {
        switch ending {
        case .descriptor(let opened), .stream(let opened): try FileSave.write(waiting.bytes.span, to: opened)
        case .file(let path, _):
          let folder = FilePath.folder(of: path)
          if spool == nil { spool = try ScratchFile(in: folder.isEmpty ? "." : folder) }
          try spool?.write(waiting.bytes.span)
        }
      } catch {
        problem = error
      }
      waiting.removeAll()
    }

    /// Completes the file, and gives it its name.
    package func finish() throws(Failure) {
      if case .file(let path, let old) = ending {
        if let problem { throw problem }
        try FileSave.replace(path, old: old, rule: rule, mode: 0o666) { (opened) throws(Failure) in
          if let spool { try spool.copy(to: opened) }
          try FileSave.write(waiting.bytes.span, to: opened)
        }
        return
      }
      flush()
      if let problem { throw problem }
      guard case .stream(let descriptor) = ending else { return }
      isOpen = false
      if close(descriptor) != 0 { throw .system() }
    }

    /// How long a pipe without a reader is awaited, in milliseconds.
    private static let patience = 10_000

    private static func openStream(_ path: String) throws(Failure) -> Int32 {
      // A pipe without a reader must not block without end.
      var opened: Int32 = -1
      var waited = 0
      while true {
        opened = unsafe open(FilePath.native(path), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        if opened >= 0 { break }
        switch errno {
        case EINTR: continue
        case ENXIO:
          let failure = Failure.system()
          switch (Platform.facts(at: path)?.st_mode ?? 0) & S_IFMT {
          case S_IFSOCK: throw Failure("it is a socket")
          case S_IFIFO where waited >= patience: throw Failure("no process reads this pipe")
          case S_IFIFO:
            _ = usleep(20_000)
            waited += 20
          default: throw failure
          }
        default: throw .system()
        }
      }
      _ = fcntl(opened, F_SETFL, 0)
      return opened
    }
  }
}

extension ScratchFile {
  /// Copies its content to another file.
  fileprivate func copy(to descriptor: Int32) throws(FileSave.Failure) {
    try rewind()
    var block: [UInt8] = []
    while true {
      block.removeAll(keepingCapacity: true)
      do throws(InputError) {
        if try !read(1 << 20, into: &block) { return }
      } catch {
        throw FileSave.Failure(error.reason)
      }
      try FileSave.write(block.span, to: descriptor)
    }
  }
}
