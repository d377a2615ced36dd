import Testing

@testable import StateKitCLI

@Suite struct OptionRuleTests {
  @Test func `the rules of a command name its options`() {
    for command in Command.all {
      let known = Set(command.options.map(\.long))
      for rule in command.rules {
        let named =
          switch rule {
          case .needs(let option, let others): [option] + others
          case .excludes(let option, let others, let exception): [option] + others + (exception.map { [$0] } ?? [])
          }
        #expect(named.allSatisfy(known.contains), "\(command.name): \(named)")
      }
    }
  }
}
