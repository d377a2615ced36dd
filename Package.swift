// swift-tools-version: 6.2
import PackageDescription

/// What every target is built with: Swift 6 mode, explicit `unsafe`, and no warning left standing.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// For what the tool does once, for a person who waits: its size counts for more than its speed. No module of the library has it
/// where the library is built: packages that name a version of this one refuse such flags.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// True for `make release`, which builds the program that is given away.
let isRelease = Context.environment["STATEKIT_MAIN"] != nil

/// A module of the tool; `needs` are the only modules that it may import. `texts`: folders of files in other languages; each file is
/// a constant of `PackageResources`.
func module(
  _ name: String, needs: [Target.Dependency] = [], texts: [String] = [], links: [LinkerSetting] = [],
  isSmall: Bool = false
) -> Target {
  .target(
    name: name, dependencies: needs, resources: texts.map { .embedInCode($0) },
    swiftSettings: settings + (isSmall ? small : []), linkerSettings: links)
}

/// A test target; tests may use Foundation, sources may not.
func tests(_ name: String, needs: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: needs, swiftSettings: [.treatAllWarnings(as: .error)])
}

let package = Package(
  name: "statekit",
  // The first ones with Swift's own locks and atomics, by which machines on several threads share what they know.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StateKit", targets: ["StateKit"]),
    .executable(name: "statekit", targets: ["StateKitMain"]),
    .plugin(name: "StateKitCharts", targets: ["StateKitCharts"]),
  ],
  targets: [
    // Programs that import nothing but StateKit have no other reason to link the functions of numbers.
    module("CEL", links: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    module("CLibrary"),
    module("StateKitCore", needs: ["CEL"]),
    module("StateKitFormat", needs: ["CEL", "StateKitCore"], isSmall: isRelease),
    module("StateKitInterchange", needs: ["CEL", "StateKitCore", "StateKitFormat"], isSmall: true),
    module("StateKitAnalysis", needs: ["CEL", "StateKitCore"], isSmall: isRelease),
    module("StateKitTest", needs: ["CEL", "StateKitCore", "StateKitFormat"], isSmall: true),
    module(
      "StateKitEditor",
      needs: ["CEL", "StateKitCore", "StateKitFormat", "StateKitInterchange", "StateKitAnalysis"],
      texts: ["Templates/Texts"], isSmall: true),
    module("StateKitSearch", needs: ["CEL", "StateKitCore", "StateKitFormat", "StateKitTest"], isSmall: true),
    module("StateKitReplay", needs: ["CEL", "StateKitCore", "StateKitFormat"], isSmall: true),
    module("GraphLayout", isSmall: true),
    module(
      "StateKitPictures", needs: ["CEL", "StateKitCore", "GraphLayout"], texts: ["HTML/Texts"], isSmall: true),
    module("StateKitGenerate", needs: ["CEL", "StateKitCore"], texts: ["C/Texts", "Swift/Texts"], isSmall: isRelease),
    module("StateKit", needs: ["CEL", "StateKitCore", "StateKitFormat", "StateKitAnalysis"]),
    module(
      "StateKitCLI",
      needs: [
        "CEL", "CLibrary", "StateKitCore", "StateKitFormat", "StateKitInterchange", "StateKitAnalysis", "StateKitTest",
        "StateKitSearch", "StateKitReplay", "StateKitPictures", "StateKitEditor", "StateKitGenerate",
      ], texts: ["Completions/Texts"], isSmall: true),
    // `make release` names the folder of a program that knows its commit.
    .executableTarget(
      name: "StateKitMain", dependencies: ["StateKitCLI"], path: Context.environment["STATEKIT_MAIN"],
      swiftSettings: settings),

    // A target that lists the plugin has a type for each of its `*.chart.json` files.
    .plugin(
      name: "StateKitCharts", capability: .buildTool(), dependencies: ["StateKitChartsTool"],
      path: "Sources/StateKitCharts"),
    .executableTarget(
      name: "StateKitChartsTool", dependencies: ["StateKitCore", "StateKitFormat", "StateKitGenerate"],
      swiftSettings: settings),

    .target(name: "TestSupport", dependencies: ["StateKitCore", "StateKitFormat"], path: "Tests/TestSupport"),
    // For tests that run the tool, or explore.
    .target(
      name: "ToolSupport",
      dependencies: ["StateKitCore", "StateKitFormat", "StateKitSearch", "StateKitCLI", "TestSupport"],
      path: "Tests/ToolSupport"),
    .target(
      name: "FuzzTargets", dependencies: ["CEL", "StateKitCore", "StateKitFormat", "StateKitEditor", "StateKitCLI"],
      path: "Tests/FuzzTargets"),
    // One for each module, so that `make quick` can build it alone. A target costs a build 0.7 s of processor time.
    tests("CELTests", needs: ["CEL", "TestSupport"]),
    tests("StateKitCoreTests", needs: ["CEL", "StateKitCore", "StateKitFormat", "TestSupport"]),
    tests("StateKitFormatTests", needs: ["CEL", "StateKitCore", "StateKitFormat", "TestSupport"]),
    tests("StateKitInterchangeTests", needs: ["CEL", "StateKitCore", "StateKitFormat", "StateKitInterchange"]),
    tests("StateKitAnalysisTests", needs: ["StateKitCore", "StateKitFormat", "StateKitAnalysis", "TestSupport"]),
    tests("StateKitTestTests", needs: ["CEL", "StateKitCore", "StateKitFormat", "StateKitTest", "StateKitSearch"]),
    tests("StateKitEditorTests", needs: ["CEL", "StateKitCore", "StateKitFormat", "StateKitEditor", "TestSupport"]),
    tests(
      "StateKitSearchTests", needs: ["StateKitCore", "StateKitFormat", "StateKitSearch", "TestSupport", "ToolSupport"]),
    tests("GraphLayoutTests", needs: ["GraphLayout", "TestSupport"]),
    tests(
      "StateKitPicturesTests",
      needs: ["StateKitCore", "StateKitFormat", "StateKitPictures", "TestSupport", "ToolSupport"]),
    tests("StateKitGenerateTests", needs: ["StateKitCore", "StateKitFormat", "StateKitGenerate", "TestSupport"]),
    tests(
      "StateKitCLITests",
      needs: ["StateKitCLI", "StateKitCore", "StateKitFormat", "StateKitSearch", "TestSupport", "ToolSupport"]),
    tests("StateKitReplayTests", needs: ["CEL", "StateKitCore", "StateKitFormat", "TestSupport", "ToolSupport"]),
    tests("StateKitTests", needs: ["StateKit", "StateKitCore"]),
    tests("CorpusTests", needs: ["StateKitCore", "StateKitFormat", "StateKitCLI", "TestSupport", "ToolSupport"]),
    tests("BenchmarkTests", needs: ["CEL"]),
    .testTarget(
      name: "PropertyTests",
      dependencies: [
        "StateKit", "CEL", "StateKitCore", "StateKitFormat", "StateKitInterchange", "StateKitSearch", "StateKitEditor",
        "StateKitCLI",
        "FuzzTargets", "TestSupport", "ToolSupport",
      ],
      // Its reference interpreter is slow enough as it is.
      swiftSettings: [.treatAllWarnings(as: .error), .unsafeFlags(["-O"])]),
    tests("ProcessTests", needs: ["StateKitMain", "TestSupport", "ToolSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// A program that only links with the fuzzer's runtime; `make fuzz` asks for it.
if Context.environment["STATEKIT_BUILD"] == "fuzz" {
  package.products.append(.executable(name: "fuzz", targets: ["Fuzz"]))
  package.targets.append(
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz",
      exclude: ["corpus", "chart.dict", "expression.dict", "script.dict"]))
}

// `make quick M=StateKitCore` builds one module, its tests and what they need, and nothing else.
if let module = Context.environment["STATEKIT_MODULE"] {
  let all = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  var needed: Set<String> = []
  var open = [module, module + "Tests"]
  while let name = open.popLast() {
    guard let target = all[name], needed.insert(name).inserted else { continue }
    for case .byNameItem(let other, _) in target.dependencies { open.append(other) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = [.library(name: module, targets: [module])]
}
