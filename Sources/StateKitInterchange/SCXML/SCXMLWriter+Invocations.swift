import StateKitCore
import StateKitFormat

/// Charts that run as children, and work of the host.
extension SCXMLWriter {
  mutating func writeInvocation(_ node: Int) {
    var attributes: [(String, String)] = []
    if let src = source.string("src", of: node) {
      attributes += [("type", "urn:statekit:host"), ("src", src)]
      if source.member("id", of: node) == nil { attributes.append(("id", src)) }
    } else if let file = source.string("chart", of: node) {
      attributes.append(("src", file))
      if source.member("id", of: node) == nil { attributes.append(("id", Invocation.usualID(ofFile: file))) }
    }
    if let id = source.string("id", of: node) { attributes.append(("id", id)) }
    if source.isTrue(source.member("forward", of: node)) { attributes.append(("autoforward", "true")) }
    out.open("invoke", attributes: attributes)
    if let input = source.member("input", of: node) { writePayload(input) }
    if let chart = source.member("chart", of: node), source.kind(chart) == .object { writeChart(chart) }
    if let finalize = source.member("finalize", of: node) {
      out.open("finalize", attributes: [])
      for action in source.elements(finalize) { writeAction(action) }
      out.close("finalize")
    }
    out.close("invoke")
  }

  /// Writes a nested chart as a nested document.
  private mutating func writeChart(_ node: Int) {
    let span = source.span(node)
    let bytes = Array(source.bytes(node))
    guard depth < Limits().invokeDepth,
      let chart = ChartSource(SourceText(name: source.text.name, bytes: bytes), isLossy: source.isLossy)
    else {
      losses.add(span, message: "charts in charts are nested too deep", written: "this one is left out")
      return
    }
    let findings = Findings()
    let losses = Losses(findings: findings, code: losses.code, isLossy: losses.isLossy)
    var writer = SCXMLWriter(chart, losses: losses, isScript: isScript)
    writer.depth = depth + 1
    out.open("content", attributes: [])
    swap(&writer.out, &out)
    writer.write()
    swap(&writer.out, &out)
    if !writer.notes.isSayable { notes.isSayable = false }
    out.close("content")
    self.losses.findings.add(findings) { SourceSpan(Int(span.start + $0.start), end: Int(span.start + $0.end)) }
  }
}
