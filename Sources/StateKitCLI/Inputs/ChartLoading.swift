import CEL
import StateKitCore
import StateKitFormat
import StateKitInterchange

/// Loads chart files: opens each, reads it once, decodes it, and shows its errors.
struct ChartLoading {
  /// The warnings to show.
  enum Warnings {
    /// The warnings of the reader.
    case ofReading
    /// Also the warnings of the rules. The script to run on the chart may read context that no expression of the
    /// chart does.
    case ofRules(script: ScriptFile?)
    /// No warnings, which are left to `validate`; with errors, those of the reader are shown.
    case none
  }

  /// The context keys of a chart that are set to values of types other than their first ones. Called for charts with
  /// errors, which may disappear with wider types.
  typealias WidenedKeys = (Chart) -> [String]

  let streams: Streams
  var reading = ChartReading()
  /// How many findings of each code are kept.
  var mostFindings = InputLimits.messagesOfOneCode
  var widenedKeys: WidenedKeys = { _ in [] }

  /// A chart file as text.
  enum Opened {
    case text(SourceText)
    /// The file is larger than allowed; its bytes were not read.
    case tooLarge(Diagnostic, SourceText)
    /// `isOutOfReach`: a script names the file, which is outside of its reach.
    case unreadable(name: String, reason: String, isOutOfReach: Bool)
  }

  /// Opens a chart file. `reach` limits where it may be if a script names it; nil for a path from the command line.
  static func open(_ path: String, streams: Streams, within reach: Reach? = nil) -> Opened {
    let name = SourceFile.name(of: path)
    do throws(InputError) {
      let input = if let reach { try streams.openNamed(path, reach) } else { try streams.read(path) }
      let bytes = try SourceFile.read(input, limit: InputLimits.chartBytes)
      return .text(SourceText(name: name, path: SourceFile.path(path), bytes: bytes))
    } catch {
      if !error.isTooLarge { return .unreadable(name: name, reason: error.reason, isOutOfReach: error.isOutOfReach) }
      let message = "the chart is larger than \(InputLimits.chartBytes >> 20) MiB, the limit"
      return .tooLarge(
        Diagnostic(.tooLarge, at: SourceSpan(0, end: 0), message: message),
        SourceText(name: name, path: SourceFile.path(path), bytes: []))
    }
  }

  /// Decodes a chart file of any kind at `path`. The result has its text in our notation.
  func locate(_ file: SourceText, at path: String, within reach: Reach? = nil) -> ChartCheck {
    let findings = Findings(most: mostFindings)
    if let script = Self.script(file, at: path) {
      findings.add(script)
      return ChartCheck(located: nil, source: file, findings: findings)
    }
    let files = folder(of: path, within: reach)
    let options = options(of: files.first, in: files)
    let source = ForeignChart.translate(
      file, as: reading.kind, options: options, findings: findings, memory: Platform.memory)
    func check(_ located: LocatedChart?) -> ChartCheck {
      ChartCheck(located: located, source: source, findings: findings)
    }
    // If the file could not be translated, the errors were already reported.
    if source.origin != nil, source.bytes.isEmpty { return check(nil) }
    let folder = ChartFolder(first: files.first, memory: files.memory) { path, limit in
      switch files.read(path, limit) {
      case .text(let file): Self.child(file, options: self.options(of: path, in: files))
      case .unreadable(let reason): .unreadable(reason)
      }
    }
    let before = Findings()
    before.become(findings)
    let located = ChartReader.locate(source, findings: findings, in: folder)
    guard let located, findings.hasErrors || located.chart.restsOnTypes else { return check(located) }
    // Some errors, and comparisons that are never equal, may depend on the types of first values.
    let keys = widenedKeys(located.chart)
    if keys.isEmpty { return check(located) }
    findings.become(before)
    return check(ChartReader.locate(source, findings: findings, in: folder, dynamicKeys: keys))
  }

  /// Loads a chart file and shows its errors. `script` is the other file of a command line with two.
  func load(
    _ path: String, script: String? = nil, warnings: Warnings = .ofReading, messenger: inout Messenger
  ) throws(CommandEnd) -> LoadedChart {
    switch Self.open(path, streams: streams) {
    case .unreadable(_, let reason, _): throw .cannotRead(path, reason: reason)
    case .tooLarge(let diagnostic, let source):
      messenger.show([diagnostic], in: source)
      throw CommandEnd(.inputAtFault)
    case .text(let file):
      if let script, let swapped = swapped(file, script: script) {
        messenger.show([swapped], in: file)
        throw CommandEnd(.inputAtFault)
      }
      var check = locate(file, at: path)
      switch warnings {
      case .none: if check.loaded == nil { messenger.show(check.findings, in: check.source) }
      case .ofReading: messenger.show(check.findings, in: check.source)
      case .ofRules(let script):
        if let located = check.located, let script { check.slotsRead = script.slotsRead(in: located.chart) }
        check.show(&messenger)
      }
      guard let loaded = check.loaded else {
        if let script, !Reach.isReadOnce(script) {
          try? ScriptFile(script, streams: streams).lookForErrors { messenger.show($0, in: $1) }
        }
        throw CommandEnd(.inputAtFault)
      }
      return loaded
    }
  }

  /// The message if the chart is not one, and the script is.
  private func swapped(_ source: SourceText, script: String) -> Diagnostic? {
    guard let first = Self.firstByteOfText(source), script != "-",
      case .text(let other) = Self.open(script, streams: streams), TopLevel.hasKey("root", bytes: other.bytes)
    else { return nil }
    return Diagnostic(
      .invalidJSON, at: SourceSpan(first, end: first + 1), message: "this is a script; the chart is \(other.name)",
      help: "put the chart first: statekit … \(other.name) \(source.name)")
  }

  /// The message if a chart is a script by its name, and no chart by its content.
  private static func script(_ source: SourceText, at path: String) -> Diagnostic? {
    guard let first = firstByteOfText(source), FilePath.ends(path, in: [".txt", ".events"]) else { return nil }
    return Diagnostic(
      .invalidJSON, at: SourceSpan(first, end: first + 1), message: "this is a script, not a chart",
      help: "name a chart here, such as door.json")
  }

  /// The offset of the first byte of a text that is no chart of any notation.
  private static func firstByteOfText(_ source: SourceText) -> Int? {
    guard let first = source.bytes[source.markLength...].firstIndex(where: { $0 > 0x20 }) else { return nil }
    return [UInt8(ascii: "{"), UInt8(ascii: "<"), 0xFE, 0xFF].contains(source.bytes[first]) ? nil : first
  }

  /// The folder of the chart at `path`, with the charts that it invokes. Those must be within reach of the file that
  /// leads to the chart, or of the chart itself for a path from the command line.
  private func folder(of path: String, within reach: Reach?) -> ChartFolder {
    let folder = FilePath.folder(of: path)
    let reach = reach ?? Reach(folder: folder)
    return ChartFolder(first: path == "-" ? "" : FilePath.name(of: path), memory: Platform.memory) { file, limit in
      do throws(InputError) {
        let input = try streams.openNamed(folder + file, reach)
        return .text(SourceText(name: FilePath.shown(folder + file), bytes: try SourceFile.read(input, limit: limit)))
      } catch {
        let limit = "\(InputLimits.chartBytes >> 20) MiB"
        return .unreadable(
          error.isTooLarge ? "the invoked charts together are larger than \(limit), the limit" : error.reason)
      }
    }
  }

  /// The options for translating a chart in a folder: it can read the scripts that it names below that folder.
  private func options(of chart: String, in folder: ChartFolder) -> ForeignOptions {
    var options = ForeignOptions()
    options.isLenient = reading.isLenient
    options.isUnseen = true
    options.read = { file in
      guard let path = ChartFolder.path(from: chart, to: file) else {
        return .failure(
          ForeignFileError(reason: "its path must be relative to the folder of the chart, and not begin with \"/\""))
      }
      switch folder.read(path, Self.scriptBytes) {
      case .text(let source): return .success(source.bytes)
      case .unreadable(let reason): return .failure(ForeignFileError(reason: reason))
      }
    }
    return options
  }

  /// An invoked chart, in our notation.
  private static func child(_ file: SourceText, options: ForeignOptions) -> ChartFolder.Found {
    let findings = Findings()
    let source = ForeignChart.translate(file, options: options, findings: findings, memory: Platform.memory)
    guard let error = findings.sorted(in: source).first(where: { $0.severity == .error }) else { return .text(source) }
    let position = LineIndex(source).position(of: Int(error.span.start))
    return .unreadable("it is not valid: \(position.line):\(position.column): \(error.message)")
  }

  /// The limit in bytes of a script that a document names.
  private static let scriptBytes = 1 << 20
}

extension Chart {
  /// True if the finding depends on the types of values alone.
  fileprivate var restsOnTypes: Bool {
    let distinct = expressions.distinct
    return distinct.indices.contains { !distinct[$0].program.sureResults.isEmpty }
  }
}
