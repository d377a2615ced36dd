import CEL

extension Machine {
  /// All that decides what the machine will do, as bytes: two machines of one chart with the same fingerprint go on alike.
  package func appendFingerprint(to out: inout ByteBuffer) {
    out.append(isFinished ? "!" : ".")
    for line in data.answers?.lines ?? [] { out.append(counted: Array(line.text.utf8)) }
    parts.appendIdentity(in: chart, to: &out)
  }
}
