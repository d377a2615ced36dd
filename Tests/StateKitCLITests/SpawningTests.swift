import Foundation
import Testing

@testable import StateKitCLI

/// What a process gets of the tool. The shell that guards processes lives as long as the tool: what it has stays open.
struct SpawningTests {
  @Test(arguments: [true, false])
  func `a process gets no other descriptor if it is not to have any`(_ closesOthers: Bool) throws {
    let other = dup(0)
    let said = Pipe()
    var spawning = Spawning()
    spawning.closesOthers = closesOthers
    spawning.openNull(as: 0)
    spawning.move(said.fileHandleForWriting.fileDescriptor, to: 1)
    let id = try #require(spawning.start(["/bin/sh", "-c", "[ -e /dev/fd/\(other) ] && echo open || echo closed"]))
    close(other)
    try said.fileHandleForWriting.close()
    let answer = try said.fileHandleForReading.readToEnd() ?? Data()
    waitpid(id, nil, 0)
    #expect(String(decoding: answer, as: UTF8.self) == (closesOthers ? "closed\n" : "open\n"))
  }
}
