import CEL

extension Machine {
  /// Appends the state that decides the future behaviour, as bytes. Two machines of one chart with equal fingerprints
  /// behave alike.
  package func appendFingerprint(to out: inout ByteBuffer) {
    out.append(isFinished ? "!" : ".")
    for line in data.answers?.lines ?? [] { out.append(counted: Array(line.text.utf8)) }
    parts.appendIdentity(in: chart, to: &out)
  }
}
