import CEL
import StateKitEditor

/// The capabilities that the server announces to a client.
enum ServerCapabilities {
  /// The command of the lens `run`.
  static let runCommand = "statekit.run"

  static func value(_ encoding: PositionEncoding) -> Value {
    let yes = Value.bool(true)
    let legend = Value.object([
      ("tokenTypes", .array(Highlighting.Kind.allCases.map { .string(String(describing: $0)) })),
      ("tokenModifiers", .array([])),
    ])
    return .object([
      ("positionEncoding", .string(encoding.rawValue)),
      ("textDocumentSync", .object([("openClose", yes), ("change", .int(2)), ("save", yes)])), ("hoverProvider", yes),
      (
        "completionProvider",
        .object([("triggerCharacters", .array(["\"", ".", "'", ":", "<", " "].map { .string($0) }))])
      ),
      ("definitionProvider", yes), ("referencesProvider", yes), ("documentSymbolProvider", yes),
      ("workspaceSymbolProvider", yes), ("foldingRangeProvider", yes), ("selectionRangeProvider", yes),
      ("documentFormattingProvider", yes), ("renameProvider", .object([("prepareProvider", yes)])),
      ("codeActionProvider", .object([("codeActionKinds", .array([.string("quickfix")]))])),
      ("semanticTokensProvider", .object([("legend", legend), ("full", yes)])), ("inlayHintProvider", yes),
      ("codeLensProvider", .object([("resolveProvider", .bool(false))])),
      ("executeCommandProvider", .object([("commands", .array([.string(runCommand)]))])),
    ])
  }
}
