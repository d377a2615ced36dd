import CEL
import StateKitCore
import StateKitEditor
import StateKitFormat

/// The state of a language server and its requests: each request is a function of the open documents. A file that is
/// not open is read on demand.
final class LanguageServer {
  private let base: Streams
  private var encoding = PositionEncoding.utf16
  private var isInitialized = false
  private(set) var wasShutDown = false
  private(set) var documents = OpenDocuments()
  /// The documents that may hold data computed from their texts, each once.
  private var held: [OpenDocument] = []
  private(set) var folders: [String] = []
  /// Closed documents, whose findings are to be cleared.
  private var closed: [String] = []
  /// The keys of the files that the running check has opened.
  private var opened: Set<[UInt8]> = []

  init(_ streams: Streams) {
    base = streams
  }

  /// Streams that open the text of an open document, and the file of any other.
  var streams: Streams {
    Streams(
      input: { () throws(InputError) in throw InputError(reason: "standard input is used for messages") },
      open: { [weak self, base] path throws(InputError) in
        guard let self else { throw InputError(reason: "the server has ended") }
        self.opened.insert(FilePath.key(of: path))
        if let document = self.document(at: path) { return MemoryInput(document.bytes) }
        return try base.openNamed(path, self.reach(of: path))
      },
      openNamed: { [weak self, base] path, reach throws(InputError) in
        self?.opened.insert(FilePath.key(of: path))
        if let document = self?.document(at: path) { return MemoryInput(document.bytes) }
        // A recorded trace belongs to the file, not to the text that is being edited.
        if FilePath.ends(path, in: [".trace.txt"]) { throw InputError(reason: "", isMissing: true) }
        return try base.openNamed(path, reach)
      }, output: MemoryOutput(), errors: MemoryOutput())
  }

  func document(at path: String) -> OpenDocument? {
    let document = documents.document(key: FilePath.key(of: path))
    if let document { hold(document) }
    return document
  }

  /// Notes that a document may hold data computed from its text.
  func hold(_ document: OpenDocument) {
    if document.isHeld { return }
    document.isHeld = true
    held.append(document)
  }

  /// The document that a request is about.
  func document(_ params: Value) throws(ServerError) -> OpenDocument {
    guard let uri = params.member("textDocument", "uri")?.textValue else {
      throw ServerError(.invalidParams, message: "textDocument.uri is missing")
    }
    guard let document = documents.document(uri: uri) else {
      throw ServerError(.requestFailed, message: "the document is not open")
    }
    hold(document)
    return document
  }

  /// The folders of files that a document may name: its own folder, or a folder of the client. Without any client
  /// folder, it is the folder in which the server was started. The client chooses a document, but not its neighbours.
  func reach(of path: String) -> Reach {
    Reach(folder: FilePath.folder(of: path), or: folders.isEmpty ? ["."] : folders)
  }

  /// A file as a document, open or not; nil if it cannot be read or is out of reach.
  func file(at path: String, within reach: Reach, limit: Int = InputLimits.documentBytes) -> OpenDocument? {
    if let document = document(at: path) { return document }
    guard let input = try? base.openNamed(path, reach),
      let bytes = try? SourceFile.read(input, limit: limit)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return OpenDocument(uri: FileURI.uri(of: path), language: "", version: nil, text: text, encoding: encoding)
  }

  func chartPath(of script: OpenDocument) -> String? {
    if let file = script.script.chartFile { return FilePath.path(to: file, from: FilePath.folder(of: script.path)) }
    return TestFiles.chartPath(of: script.path)
  }

  /// The chart of a script, or a chart itself.
  func chart(of document: OpenDocument) -> OpenDocument? {
    switch document.kind {
    case .chart, .translated: document
    case .script: chartPath(of: document).flatMap { file(at: $0, within: reach(of: document.path)) }
    case .foreign: nil
    }
  }

  // MARK: Notifications

  func notify(_ method: String, params: Value) {
    guard isInitialized, !wasShutDown else { return }
    switch method {
    case "textDocument/didOpen":
      guard let uri = params.member("textDocument", "uri")?.textValue,
        let text = params.member("textDocument", "text")?.textValue
      else { return }
      open(uri, text: text, params: params)
    case "textDocument/didChange":
      guard let document = try? document(params) else { return }
      let changes = (params.member("contentChanges")?.elementValues ?? []).compactMap { OpenDocument.Change($0) }
      let size = document.size
      if !changes.isEmpty {
        document.apply(changes, upTo: mostBytes(besides: documents.bytes - size, of: document))
        documents.uncheck(document)
      }
      documents.resize(document, from: size)
      document.become(version: params.member("textDocument", "version")?.intValue)
      documents.uncheck(dependingOn: document)
    case "textDocument/didClose":
      guard let document = try? document(params) else { return }
      close(document)
      if document.wasPublished { closed.append(document.uri) }
      documents.uncheck(dependingOn: document)
    case "workspace/didChangeWatchedFiles": documents.uncheckAll()
    default: break
    }
  }

  /// Opens a document, unless its names alone exceed the limits.
  private func open(_ uri: String, text: String, params: Value) {
    let old = documents.document(uri: uri)
    if let old { close(old) }
    guard uri.utf8.count <= InputLimits.uriBytes else { return }
    let document = OpenDocument(
      uri: uri, language: params.member("textDocument", "languageId")?.textValue ?? "",
      version: params.member("textDocument", "version")?.intValue, text: text, encoding: encoding)
    guard documents.bytes + document.ownSize <= InputLimits.workspaceBytes else {
      if let old, old.wasPublished { closed.append(uri) }
      return
    }
    document.wasPublished = old?.wasPublished ?? false
    document.limit(to: mostBytes(besides: documents.bytes, of: document))
    documents.append(document)
    documents.uncheck(dependingOn: document)
  }

  private func close(_ document: OpenDocument) {
    documents.remove(document)
    document.close()
    if held.count > 64, held.count > 2 * documents.count { held.removeAll { !$0.isHeld } }
  }

  /// The limit of a document's text. `bytes`: those of all other documents.
  private func mostBytes(besides bytes: Int, of document: OpenDocument) -> Int {
    min(InputLimits.documentBytes, max(0, InputLimits.workspaceBytes - bytes - document.ownSize))
  }

  /// Releases what was computed of other documents, if they are large together.
  func makeRoom(for document: OpenDocument) {
    defer { hold(document) }
    guard documents.bytes > InputLimits.documentBytes else { return }
    for other in held where other !== document {
      other.release()
      other.isHeld = false
    }
    held = document.isHeld ? [document] : []
  }

  /// Writes the findings of all documents that changed since the last call, as notifications.
  func publishFindings(_ write: (borrowing AnswerWriter) -> Void) {
    // A document that was opened again has findings of its own.
    for uri in closed where documents.document(uri: uri) == nil {
      Self.publish([Value](), of: uri, version: nil, write: write)
    }
    closed = []
    for document in documents.takeUnpublished() {
      check(document)
      document.isPublished = true
      document.wasPublished = true
      let findings = document.findings.lazy.map { $0.shown(in: document) }
      Self.publish(findings, of: document.uri, version: document.version, write: write)
    }
  }

  private func check(_ document: OpenDocument) {
    if document.isChecked { return }
    makeRoom(for: document)
    let chart = document.kind == .script ? chartPath(of: document) : nil
    opened = []
    DocumentCheck.check(document, chart: chart, within: reach(of: document.path), streams: streams)
    documents.setNeeds(opened, of: document)
  }

  /// Writes the findings that fit into a message.
  private static func publish(
    _ findings: some Sequence<Value>, of uri: String, version: Int?, write: (borrowing AnswerWriter) -> Void
  ) {
    var message = AnswerWriter()
    try? message.open([("jsonrpc", .string("2.0")), ("method", .string("textDocument/publishDiagnostics"))])
    message.open("\"params\":")
    try? message.open([("uri", .string(uri))] + (version.map { [("version", .number($0))] } ?? []))
    message.open("\"diagnostics\":[")
    message.append(fitting: findings)
    message.close("]}}")
    write(message)
  }

  // MARK: Requests

  func answer(_ method: String, params: Value, to out: inout AnswerWriter) throws(ServerError) {
    if method == "initialize" {
      if isInitialized { throw ServerError(.invalidRequest, message: "the server is already initialized") }
      return try out.append(initialize(params))
    }
    guard isInitialized else { throw ServerError(.notInitialized, message: "initialize must be the first request") }
    if wasShutDown { throw ServerError(.invalidRequest, message: "the server was shut down") }
    if method == "shutdown" {
      wasShutDown = true
      return try out.append(.null)
    }
    // Requests see the current text of a document.
    if let document = try? document(params) { check(document) }
    try request(method, params: params, to: &out)
  }

  private func initialize(_ params: Value) -> Value {
    isInitialized = true
    let offered = params.member("capabilities", "general", "positionEncodings")?.elementValues ?? []
    if offered.contains(where: { $0.textValue == PositionEncoding.utf8.rawValue }) { encoding = .utf8 }
    let roots = (params.member("workspaceFolders")?.elementValues ?? []).compactMap { $0.member("uri")?.textValue }
    let root = params.member("rootUri")?.textValue
    folders = (roots.isEmpty ? root.map { [$0] } ?? [] : roots).compactMap { FileURI.path(of: $0) }
    return .object([
      ("capabilities", ServerCapabilities.value(encoding)),
      ("serverInfo", .object([("name", .string("statekit")), ("version", .string(HelpText.version))])),
    ])
  }
}
