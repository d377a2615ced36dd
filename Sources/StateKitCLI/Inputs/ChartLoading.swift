import CEL
import StateKitCore
import StateKitFormat
import StateKitInterchange

/// A chart file on its way in: opened, read once, decoded, its errors shown.
enum ChartLoading {
  enum Result {
    case chart(LoadedChart)
    case failed(ExitStatus)
  }

  /// Which warnings are shown.
  enum Warnings {
    /// Those that reading the chart gives.
    case ofReading
    /// Those of the rules, too; the script that is run on the chart may read what no expression of the chart does.
    case ofRules(script: ScriptFile?)
    /// They are left to `validate`; beside errors those of the reading are shown.
    case none
  }

  /// Which context keys of a chart are known to be set to values of other types than their first ones have. Asked of charts
  /// with errors: these may be none then.
  typealias WidenedKeys = (Chart) -> [String]

  /// A chart file as text.
  enum Opened {
    case text(SourceText)
    /// It is larger than it may be; its bytes were not read.
    case tooLarge(Diagnostic, SourceText)
    case unreadable(name: String, reason: String)
    /// A script names it, and it lies where that may name nothing.
    case outOfReach(reason: String)
  }

  /// Reads a chart file. `reach` is where it must lie if a script names it; nil where somebody has typed its path.
  static func open(_ path: String, streams: Streams, within reach: Reach? = nil) -> Opened {
    let name = SourceFile.name(of: path)
    do {
      let input: any ByteInput
      if let reach { input = try streams.openNamed(path, reach) } else { input = try streams.read(path) }
      let bytes = try SourceFile.read(input, limit: InputLimits.chartBytes)
      return .text(SourceText(name: name, path: SourceFile.path(path), bytes: bytes))
    } catch let error as InputError {
      return error.isOutOfReach ? .outOfReach(reason: error.reason) : .unreadable(name: name, reason: error.reason)
    } catch SourceFile.Failure.unreadable(let reason) {
      return .unreadable(name: name, reason: reason)
    } catch {
      let message = "the chart is larger than \(InputLimits.chartBytes >> 20) MiB, the limit"
      return .tooLarge(
        Diagnostic(.tooLarge, at: SourceSpan(0, end: 0), message: message),
        SourceText(name: name, path: SourceFile.path(path), bytes: []))
    }
  }

  /// Reads what is in a chart file of any kind, which lies at `path`. The text is that of the chart in our notation.
  static func locate(
    _ file: SourceText, at path: String, as reading: ChartReading, streams: Streams, within reach: Reach? = nil,
    findings: Findings, widenedKeys: WidenedKeys = { _ in [] }
  ) -> (chart: LocatedChart?, source: SourceText) {
    let files = folder(of: path, streams: streams, within: reach)
    let options = options(isLenient: reading.isLenient, of: files.first, in: files)
    let source = ForeignChart.translate(
      file, as: reading.kind, options: options, findings: findings, memory: Platform.memory)
    // Where nothing could be made of the file, that was said.
    if source.origin != nil, source.bytes.isEmpty { return (nil, source) }
    let folder = ChartFolder(first: files.first, memory: files.memory) { path, limit in
      switch files.read(path, limit) {
      case .text(let file): child(file, options: self.options(isLenient: reading.isLenient, of: path, in: files))
      case .unreadable(let reason): .unreadable(reason)
      }
    }
    let before = Findings()
    before.become(findings)
    let located = ChartReader.locate(source, findings: findings, in: folder)
    guard let located, findings.hasErrors || located.chart.restsOnTypes else { return (located, source) }
    // What is wrong, or never equal, may be so only because context keys have the types of their first values.
    let keys = widenedKeys(located.chart)
    if keys.isEmpty { return (located, source) }
    findings.become(before)
    return (ChartReader.locate(source, findings: findings, in: folder, dynamicKeys: keys), source)
  }

  /// Reads a chart file and shows what is wrong with it. `script` is the other file of a command line that has two.
  static func load(
    _ path: String, script: String? = nil, as reading: ChartReading, streams: Streams,
    messenger: inout Messenger, warnings: Warnings = .ofReading, widenedKeys: WidenedKeys = { _ in [] }
  ) -> Result {
    switch open(path, streams: streams) {
    case .unreadable(let name, let reason):
      messenger.say("statekit: cannot read \(name): \(reason)")
      return .failed(.unable)
    case .outOfReach: return .failed(.unable)
    case .tooLarge(let diagnostic, let source):
      messenger.show([diagnostic], in: source)
      return .failed(.inputAtFault)
    case .text(let file):
      if let script, let swapped = swapped(file, script: script, streams: streams) {
        messenger.show([swapped], in: file)
        return .failed(.inputAtFault)
      }
      let findings = Findings()
      let (located, source) = locate(
        file, at: path, as: reading, streams: streams, findings: findings, widenedKeys: widenedKeys)
      switch warnings {
      case .none: if findings.hasErrors || located == nil { messenger.show(findings, in: source) }
      case .ofReading: messenger.show(findings, in: source)
      case .ofRules(let script):
        var check = ChartCheck(located: located, source: source, findings: findings)
        if let located, let script { check.slotsRead = script.slotsRead(in: located.chart) }
        check.show(&messenger)
      }
      guard let located, !findings.hasErrors else { return .failed(.inputAtFault) }
      return .chart(LoadedChart(located: located, source: source))
    }
  }

  /// What is said where the chart is none, and the script is one.
  private static func swapped(_ source: SourceText, script: String, streams: Streams) -> Diagnostic? {
    let start = source.markLength
    guard let first = source.bytes[start...].firstIndex(where: { $0 > 0x20 }),
      ![UInt8(ascii: "{"), UInt8(ascii: "<")].contains(source.bytes[first]),
      script != "-", case .text(let other) = open(script, streams: streams), TopLevel.hasKey("root", bytes: other.bytes)
    else { return nil }
    return Diagnostic(
      .invalidJSON, at: SourceSpan(first, end: first + 1), message: "this is a script, and \(other.name) is the chart",
      help: "the chart comes first: statekit … \(other.name) \(source.name)")
  }

  /// The folder of the chart at `path`, with the charts that it invokes: within reach of the file that leads to it, which is
  /// the chart itself where somebody has typed its path.
  private static func folder(of path: String, streams: Streams, within reach: Reach?) -> ChartFolder {
    let folder = FilePath.folder(of: path)
    let reach = reach ?? Reach(folder: folder)
    return ChartFolder(first: path == "-" ? "" : FilePath.name(of: path), memory: Platform.memory) { file, limit in
      do {
        let input = try streams.openNamed(folder + file, reach)
        return .text(SourceText(name: FilePath.shown(folder + file), bytes: try SourceFile.read(input, limit: limit)))
      } catch let error as InputError {
        return .unreadable(error.reason)
      } catch SourceFile.Failure.unreadable(let reason) {
        return .unreadable(reason)
      } catch {
        let limit = "\(InputLimits.chartBytes >> 20) MiB"
        return .unreadable("the charts that are invoked are together larger than \(limit), the limit")
      }
    }
  }

  /// What the translation of a chart in a folder may need beside it: the scripts that it names, below that folder.
  private static func options(isLenient: Bool, of chart: String, in folder: ChartFolder) -> ForeignOptions {
    var options = ForeignOptions()
    options.isLenient = isLenient
    options.isUnseen = true
    options.read = { file in
      guard let path = ChartFolder.path(from: chart, to: file) else {
        return .failure(ForeignFileError(reason: "its path must begin at the folder of the chart, not with \"/\""))
      }
      switch folder.read(path, scriptBytes) {
      case .text(let source): return .success(source.bytes)
      case .unreadable(let reason): return .failure(ForeignFileError(reason: reason))
      }
    }
    return options
  }

  /// A chart that another one invokes, in our notation.
  private static func child(_ file: SourceText, options: ForeignOptions) -> ChartFolder.Found {
    let findings = Findings()
    let source = ForeignChart.translate(file, options: options, findings: findings, memory: Platform.memory)
    guard let error = findings.sorted(in: source).first(where: { $0.severity == .error }) else { return .text(source) }
    let position = LineIndex(source).position(of: Int(error.span.start))
    return .unreadable("it is not valid: \(position.line):\(position.column): \(error.message)")
  }

  /// Bytes of a script that a document names.
  private static let scriptBytes = 1 << 20
}

extension Chart {
  /// A comparison in it is decided by types alone.
  fileprivate var restsOnTypes: Bool {
    let distinct = expressions.distinct
    return distinct.indices.contains { !distinct[$0].program.sureComparisons.isEmpty }
  }
}
