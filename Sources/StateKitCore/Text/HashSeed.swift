/// What the hashes of names and lines begin with: new in every process, so that no file can be written to make them slow, and
/// asked of the system once.
package enum HashSeed {
  package static let value = UInt64.random(in: .min ... .max)
}
