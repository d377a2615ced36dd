import StateKit

struct User: Codable, Sendable, Equatable {
  var name: String
}
struct Failed: Error {}

let text = """
  {"name": "sign in",
   "context": {"user": null, "message": ""},
   "guards": {"isFilled": null},
   "root": {"initial": "editing", "subStates": {
     "editing": {"submit": {"guard": "isFilled", "target": "busy"}},
     "busy": {
       "invoke": {"src": "signIn", "input": {"name": "event.data.name"}},
       "cancel": "editing",
       "done.invoke.signIn": {"target": "signedIn", "actions": {"assign": {"user": "event.data"}}},
       "error.invoke.signIn": {"target": "editing", "actions": {"assign": {"message": "event.data.message"}}}},
     "signedIn": {}}}}
  """

/// A view model: the machine belongs to the main actor, and so do its closures.
@MainActor
final class SignIn {
  var password = ""
  private let machine: Statechart
  private var work: Task<Void, Never>?

  init(_ chart: ChartDefinition, api: @escaping @Sendable (String) async throws -> User) throws {
    machine = Statechart(chart)
    try machine.guard("isFilled") { [unowned self] call in !password.isEmpty && call.payload["name"] != nil }
    try machine.service("signIn") { [unowned self] call in
      let name = call.input["name"]?.string ?? ""
      work = Task { [weak self] in
        do {
          let user = try await api(name)
          if !Task.isCancelled { self?.machine.finish("signIn", user) }
        } catch {
          if !Task.isCancelled { self?.machine.fail("signIn", error) }
        }
      }
    } stop: { [unowned self] _ in
      work?.cancel()
    }
    try machine.start()
  }

  deinit { work?.cancel() }

  func send(_ event: String, _ data: Payload = .null) -> Step { machine.send(event, data) }
}

extension SignIn {
  /// Waits for the running work.
  func settle() async { await work?.value }
  func can(_ event: String, _ data: Payload = .null) -> Bool { machine.can(event, data) }
  var context: ContextValues { machine.context }
  var states: [String] { machine.configuration }
}

@MainActor
func run() async throws -> Bool {
  let chart = try ChartDefinition(json: text.utf8, name: "sign-in.json")
  let (calls, call) = AsyncStream.makeStream(of: String.self)
  let (gate, opener) = AsyncStream.makeStream(of: Void.self)
  let model = try SignIn(chart) { name in
    call.yield(name)
    // The work of Bob is late, and ends when it has been cancelled.
    if name == "Bob" { await Task { for await _ in gate {} }.value }
    if name == "Cid" { throw Failed() }
    return User(name: name)
  }
  guard !model.can("submit", ["name": "Ann"]) else { return false }
  model.password = "secret"
  guard model.can("submit", ["name": "Ann"]), !model.can("submit") else { return false }
  var begun = calls.makeAsyncIterator()
  guard model.send("submit", ["name": "Cid"]).outcome.isHandled else { return false }
  await model.settle()
  guard model.states == ["root.editing"], model.context["message"]?.string?.contains("Failed") == true else {
    return false
  }
  _ = await begun.next()
  _ = model.send("submit", ["name": "Bob"])
  _ = await begun.next()
  _ = model.send("cancel")
  _ = model.send("submit", ["name": "Ann"])
  opener.finish()
  await model.settle()
  return try model.states == ["root.signedIn"] && model.context["user"]?.decode(User.self) == User(name: "Ann")
}

let passed = try await run()
print(passed ? "main-actor: passed" : "main-actor: failed")
if !passed { throw Failed() }
