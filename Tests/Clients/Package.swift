// swift-tools-version: 6.2
import PackageDescription

// Programs that import nothing but StateKit, as somebody else would write them: built and run by `make clients`.
let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func client(_ name: String, needs: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name, dependencies: [.product(name: "StateKit", package: "statekit")] + needs, swiftSettings: settings)
}

let package = Package(
  name: "clients",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "statekit", path: "../..")],
  targets: [
    client("plain"), client("code"), client("main-actor"), client("shared"), client("seeds"), client("tested"),
    client("speed"), client("generated"), client("server"),
    // SwiftUI's and Charts' names beside those of StateKit.
    .target(name: "SwiftUIMock"), .target(name: "ChartsMock"),
    client("swiftui", needs: ["SwiftUIMock", "ChartsMock"]),
  ],
  swiftLanguageModes: [.v6]
)

// A program whose types the plugin makes from its charts; `make plugin` names its folder. The plugin's tool is built for itself,
// with half of the library.
if let folder = Context.environment["STATEKIT_PLUGGED"] {
  package.targets.append(
    .executableTarget(
      name: "plugged", dependencies: [.product(name: "StateKit", package: "statekit")], path: folder,
      swiftSettings: settings, plugins: [.plugin(name: "StateKitCharts", package: "statekit")]))
}
