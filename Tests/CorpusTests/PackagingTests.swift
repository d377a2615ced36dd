import Foundation
import TestSupport
import Testing
import ToolSupport

/// What pages say of the files of a release, of the GitHub action and of the pre-commit hooks is what is there.
@Suite struct PackagingTests {
  private static let action = ".github/actions/statekit/action.yml"
  private static let hooks = ".pre-commit-hooks.yaml"
  private static let pages = DocumentTests.documents.filter { Repository.read($0)?.contains("OWNER/statekit") == true }
  private static let workflows = Repository.files(below: ".github", ending: ".yml")

  private func version() throws -> String {
    String(try #require(runTool(["--version"]).output.firstMatch(of: /^statekit ([0-9.]+)\n/)).1)
  }

  /// The values behind `name:` at the beginning of a line of YAML, or of an item of a list in it.
  private func values(of name: String, in yaml: String) -> Set<String> {
    let lines = yaml.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "-" } }
    return Set(lines.filter { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.utf8.count + 2)) })
  }

  /// The keys of the map behind `name:` at the top level of a file.
  private func keys(of name: String, in yaml: String) -> Set<String> {
    let lines = yaml.split(separator: "\n").drop { $0 != name + ":" }.dropFirst().prefix { $0.hasPrefix(" ") }
    return Set(lines.compactMap { $0.wholeMatch(of: #/  ([a-z-]+):.*/#).map { String($0.1) } })
  }

  @Test func `pages name the files of this version`() throws {
    let version = try version()
    #expect(Self.pages.count >= 2)
    let named = /(?:statekit[-_:]|statekit@v|rev: v|releases\/download\/v|version:? "?)([0-9]+\.[0-9]+\.[0-9]+)/
    for page in Self.pages + [".dist/statekit.rb"] {
      let found = try #require(Repository.read(page)).matches(of: named)
      #expect(!found.isEmpty, "\(page) names no version")
      for match in found { #expect(match.1 == version, "\(page): \(match.0) is another version than \(version)") }
    }
  }

  @Test func `pages use the action with inputs that it has`() throws {
    let inputs = keys(of: "inputs", in: try #require(Repository.read(Self.action)))
    #expect(inputs == ["version", "command"])
    var uses = 0
    for page in Self.pages {
      let text = try #require(Repository.read(page))
      for match in text.matches(of: /uses: OWNER\/statekit\/([^@\n]+)@v[^\n]*\n((?:  with:\n(?:    [^\n]+\n)+)?)/) {
        uses += 1
        #expect("\(match.1)/action.yml" == Self.action, "\(page): \(match.1) is no action")
        for input in match.2.matches(of: #/    ([a-z-]+):/#) {
          #expect(inputs.contains(String(input.1)), "\(page): the action has no input \(input.1)")
        }
      }
    }
    #expect(uses >= 4)
  }

  @Test func `pages use the hooks that there are, and all of them`() throws {
    let hooks = values(of: "id", in: try #require(Repository.read(Self.hooks)))
    #expect(hooks.count == 3)
    for page in Self.pages {
      let text = try #require(Repository.read(page))
      let used = Set(text.matches(of: /\bid: (statekit-[a-z]+)/).map { String($0.1) })
      #expect(used == hooks, "\(page)")
    }
  }

  /// What somebody else wrote, such as an input or the name of a branch, would be run as shell.
  @Test func `no expression of GitHub stands in a shell line`() throws {
    #expect(Self.workflows.count == 3)
    for file in Self.workflows {
      var indent: Int?
      for line in try #require(Repository.read(file)).split(separator: "\n") {
        let margin = line.prefix { $0 == " " || $0 == "-" }.count
        if let start = indent, margin <= start { indent = nil }
        if line.dropFirst(margin).hasPrefix("run:") { indent = margin }
        #expect(indent == nil || !line.contains("${{"), "\(file): \(line)")
      }
    }
  }

  /// `make dist` takes the license from the README.
  @Test func `the README has the license`() throws {
    let readme = try #require(Repository.read("README.md"))
    #expect(readme.contains("\n```license\nMIT License\n\nCopyright (c) "))
    #expect(readme.contains("\nSOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.\n```\n"))
  }
}
