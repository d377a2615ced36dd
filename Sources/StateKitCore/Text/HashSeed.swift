/// The initial value of hashes of names and lines: random in every process, so that no file can be crafted to make them
/// slow, and requested from the system once.
package enum HashSeed {
  package static let value = UInt64.random(in: .min ... .max)
}
