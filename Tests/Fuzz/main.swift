import Foundation
import FuzzTargets

/// A libFuzzer program: `STATEKIT_FUZZ` in the environment names what is fuzzed, `make fuzz` runs all of it.
///
/// What must never happen (a trap, a hang, an answer that contradicts another) ends the process, and libFuzzer keeps the input.
guard FuzzTarget.chosen != nil else {
  print("STATEKIT_FUZZ must be one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))")
  exit(2)
}

/// libFuzzer's own main, under the name by which a program with a main of its own calls it.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
let status = runDriver(&count, &arguments) { bytes, size in
  FuzzTarget.chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
  return 0
}
exit(status)
