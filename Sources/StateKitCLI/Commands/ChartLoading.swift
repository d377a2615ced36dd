import StateKit
import StateKitFormat

/// A chart file on its way in: opened, read once, decoded, its mistakes shown.
enum ChartLoading {
  enum Result {
    /// Warnings may have been shown.
    case chart(Chart, SourceText)
    case failed(ExitStatus)
  }

  /// A chart file as text.
  enum Opened {
    case text(SourceText)
    /// It is larger than it may be; its bytes were not read.
    case tooLarge(Diagnostic, SourceText)
    case unreadable(name: String, reason: String)
  }

  static func open(_ path: String, _ streams: Tool.Streams) -> Opened {
    let name = SourceFile.name(of: path)
    do {
      return .text(
        SourceText(name: name, bytes: try SourceFile.read(try streams.read(path), limit: InputLimits.chartBytes)))
    } catch let error as InputError {
      return .unreadable(name: name, reason: error.reason)
    } catch SourceFile.Failure.unreadable(let reason) {
      return .unreadable(name: name, reason: reason)
    } catch {
      let message = "the chart is larger than \(InputLimits.chartBytes >> 20) MiB, the limit"
      return .tooLarge(Diagnostic(.tooLarge, at: SourceSpan(0, 0), message), SourceText(name: name, bytes: []))
    }
  }

  static func load(_ path: String, _ streams: Tool.Streams, _ messenger: inout Messenger) -> Result {
    switch open(path, streams) {
    case .unreadable(let name, let reason):
      messenger.say("statekit: cannot read \(name): \(reason)")
      return .failed(.unable)
    case .tooLarge(let diagnostic, let source):
      messenger.show([diagnostic], in: source)
      return .failed(.inputAtFault)
    case .text(let source):
      let findings = Findings()
      let chart = ChartReader.read(source, findings, neighbour: neighbour(of: path, streams))
      messenger.show(findings, in: source)
      guard let chart else { return .failed(.inputAtFault) }
      return .chart(chart, source)
    }
  }

  /// Says why a chart that the chart at `path` names cannot be read: it lies at or below the folder of the first one
  /// (SPEC §6).
  static func neighbour(of path: String, _ streams: Tool.Streams) -> (String) -> String? {
    { file in
      guard FilePath.isBelow(file) else { return "it must lie at or below the folder of this chart" }
      do throws(InputError) {
        guard try streams.open(FilePath.folder(of: path) + file).size != nil else { return "it is no regular file" }
        return nil
      } catch {
        return error.reason
      }
    }
  }
}
