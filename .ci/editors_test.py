"""The language server as pytest-lsp sees it: every feature, on a chart, a script, an XState file and an SCXML file."""
import asyncio
import os
import pathlib

import pytest
import pytest_asyncio
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

PROGRAM = os.environ.get("STATEKIT_PROGRAM", ".build/debug/statekit")

CHART = """{
  "events": {"open": null, "pay": {"cents": "int"}},
  "context": {"paid": 0},
  "root": {
    "initial": "shut",
    "subStates": {
      "shut": {
        "open": "wide.ajar",
        "pay": {"guard": "event.data.cents > paid", "actions": {"assign": {"paid": "paid + 1"}}}
      },
      "wide": {
        "initial": "ajar",
        "subStates": {"ajar": {"open": {"guard": "isIn('ajar')", "target": "shut"}}}
      }
    }
  }
}
"""
SCRIPT = """:test "opens"
open
:expect in ajar
:test "fails"
:expect in ajar
"""
XSTATE = '{"id": "x", "initial": "a", "states": {"a": {"on": {"GO": "bb"}}, "b": {}}}\n'
SCXML = """<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="a">
  <state id="a"><transition event="go" target="bb"/></state>
  <state id="b"/>
</scxml>
"""


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[PROGRAM, "lsp"]), params=["utf-16", "utf-8"])
async def client(lsp_client: LanguageClient, request, tmp_path):
    (tmp_path / "door.json").write_text(CHART)
    (tmp_path / "door.events.txt").write_text(SCRIPT)
    capabilities = types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=[request.param])
    )
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, root_uri=tmp_path.as_uri())
    )
    lsp_client.folder = tmp_path
    yield
    await lsp_client.shutdown_session()


async def opened(client, name, text, language="json"):
    """Opens a document, and waits for what is wrong with it."""
    uri = (client.folder / name).as_uri()
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
        )
    )
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return uri


def at(text, needle, offset=0):
    index = text.index(needle) + offset
    line = text.count("\n", 0, index)
    return types.Position(line, index - (text.rfind("\n", 0, index) + 1))


def where(uri, text, needle, offset=0):
    return {"text_document": types.TextDocumentIdentifier(uri), "position": at(text, needle, offset)}


def codes(client, uri):
    return [diagnostic.code for diagnostic in client.diagnostics[uri]]


async def settled(client):
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)


@pytest.mark.asyncio
async def test_diagnostics_of_each_kind_of_file(client):
    for name, text, language, code in [
        ("bad.json", CHART.replace('"wide.ajar"', '"wide.ajr"'), "json", "unknown-target"),
        ("broken.json", CHART[:-20], "json", "invalid-json"),
        ("x.json", XSTATE, "json", "unknown-target"),
        ("s.scxml", SCXML, "xml", "unknown-target"),
        ("door.events.txt", SCRIPT.replace("in ajar", "in ajr"), "plaintext", "unknown-state"),
    ]:
        uri = await opened(client, name, text, language)
        found = client.diagnostics[uri]
        assert code in [diagnostic.code for diagnostic in found], name
        assert all(diagnostic.source == "statekit" for diagnostic in found)
    uri = (client.folder / "bad.json").as_uri()
    span = client.diagnostics[uri][0].range
    assert span.end.character - span.start.character == len('"wide.ajr"')


@pytest.mark.asyncio
async def test_edits_are_incremental(client):
    uri = await opened(client, "a.json", CHART)
    assert codes(client, uri) == []
    start = at(CHART, "wide.ajar")
    change = types.TextDocumentContentChangePartial(
        range=types.Range(start, types.Position(start.line, start.character + 4)), text="wid\u00e9\U0001F600"
    )
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, uri), [change])
    )
    await settled(client)
    assert codes(client, uri) == ["unknown-target"]


@pytest.mark.asyncio
async def test_hover_and_completion(client):
    uri = await opened(client, "a.json", CHART)
    hover = await client.text_document_hover_async(types.HoverParams(**where(uri, CHART, '"shut": {', 2)))
    assert "root.shut" in hover.contents.value and "handles: `open`, `pay`" in hover.contents.value
    hover = await client.text_document_hover_async(types.HoverParams(**where(uri, CHART, "> paid")))
    assert "bool" in hover.contents.value
    for needle, offset, wanted in [
        ('"wide.ajar"', 3, "ajar"), ('"open": "wide', 2, "enterState"), ("> paid", 3, "paid"), ("isIn('", 6, "shut"),
        ('"target"', 3, "actions"), ("event.data", 7, "data"),
    ]:
        found = await client.text_document_completion_async(
            types.CompletionParams(**where(uri, CHART, needle, offset))
        )
        assert wanted in [item.label for item in found], needle
    text = SCRIPT + "\n:expect "
    uri = await opened(client, "door.events.txt", text, "plaintext")
    for position, wanted in [((5, 0), "pay {\"cents\": 0}"), ((6, 8), "only "), ((6, 0), ":expect ")]:
        found = await client.text_document_completion_async(
            types.CompletionParams(types.TextDocumentIdentifier(uri), types.Position(*position))
        )
        assert wanted in [item.text_edit.new_text for item in found]


@pytest.mark.asyncio
async def test_definition_references_and_rename(client):
    chart = await opened(client, "door.json", CHART)
    script = await opened(client, "door.events.txt", SCRIPT, "plaintext")
    for uri, text, needle, offset in [(chart, CHART, "isIn('ajar", 7), (script, SCRIPT, "in ajar", 4)]:
        found = await client.text_document_definition_async(types.DefinitionParams(**where(uri, text, needle, offset)))
        assert [(each.uri, each.range.start) for each in found] == [(chart, at(CHART, '"ajar": {'))]
    found = await client.text_document_references_async(
        types.ReferenceParams(context=types.ReferenceContext(True), **where(chart, CHART, '"ajar": {', 2))
    )
    assert [each.uri for each in found] == [chart] * 4 + [script] * 2
    edit = await client.text_document_rename_async(
        types.RenameParams(new_name="gap", **where(chart, CHART, '"ajar": {', 2))
    )
    assert {uri: len(edits) for uri, edits in edit.changes.items()} == {chart: 4, script: 2}
    assert {each.new_text for edits in edit.changes.values() for each in edits} <= {"gap", "\"gap\"", "wide.gap", "\"wide.gap\""}
    with pytest.raises(Exception):
        await client.text_document_rename_async(
            types.RenameParams(new_name="shut", **where(chart, CHART, '"wide": {', 2))
        )


@pytest.mark.asyncio
async def test_symbols_folding_and_selection(client):
    uri = await opened(client, "door.json", CHART)
    document = types.TextDocumentIdentifier(uri)
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    root = [symbol for symbol in symbols if symbol.name == "root"][0]
    assert [child.name for child in root.children] == ["shut", "wide"]
    assert [child.name for child in root.children[1].children] == ["ajar"]
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams("aja"))
    assert "ajar" in [symbol.name for symbol in found]
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert (6, 8) in [(fold.start_line, fold.end_line) for fold in folds]
    selection = await client.text_document_selection_range_async(
        types.SelectionRangeParams(document, [at(CHART, "isIn('ajar", 7)])
    )
    depth, each = 0, selection[0]
    while each.parent is not None:
        inner, each, depth = each, each.parent, depth + 1
        assert (each.range.start.line, each.range.start.character) <= (inner.range.start.line, inner.range.start.character)
    assert depth > 6


@pytest.mark.asyncio
async def test_formatting_actions_tokens_hints_and_lenses(client):
    text = CHART.replace('"wide.ajar"', '"shat"').replace('  "context"', '      "context"')
    uri = await opened(client, "door.json", text)
    document = types.TextDocumentIdentifier(uri)
    diagnostics = client.diagnostics[uri]
    wrong = [each for each in diagnostics if each.code == "unknown-target"][0]
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document, wrong.range, types.CodeActionContext(diagnostics))
    )
    texts = [edit.new_text for action in actions for edit in action.edit.changes[uri]]
    assert '"shut"' in texts and any('"shat": {}' in each for each in texts)
    uri = await opened(client, "door.json", CHART.replace('  "context"', '      "context"'))
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(document, types.FormattingOptions(2, True))
    )
    assert len(edits) >= 1
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    assert len(tokens.data) % 5 == 0 and len(tokens.data) > 50
    everything = types.Range(types.Position(0, 0), types.Position(99, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, everything))
    assert any("root.wide.ajar" in hint.label for hint in hints)
    script = await opened(client, "door.events.txt", SCRIPT, "plaintext")
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(script)))
    titles = [lens.command.title for lens in lenses]
    assert titles.count("run") == 2 and "1 of 2 passed" in titles
    run = [lens.command for lens in lenses if lens.command.title == "run"][0]
    answer = await client.workspace_execute_command_async(types.ExecuteCommandParams(run.command, run.arguments))
    assert "1 of 1 passed" in str(answer)


@pytest.mark.asyncio
async def test_a_finding_can_be_allowed(client):
    text = '{"root": {"initial": "a", "subStates": {"a": {"go": "b"}, "b": {}}}}'
    uri = await opened(client, "a.json", text)
    found = [each for each in client.diagnostics[uri] if each.code == "dead-end"]
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(types.TextDocumentIdentifier(uri), found[0].range, types.CodeActionContext(found))
    )
    edits = [edit for action in actions for edit in action.edit.changes[uri] if "dead-end" in edit.new_text]
    assert edits and '"allow"' in edits[0].new_text


@pytest.mark.asyncio
async def test_every_feature_in_files_that_are_translated(client):
    for name, text, language, old, state, event, broken in [
        ("x.json", XSTATE.replace('"bb"', '"b"'), "json", '"b": {', 1, '"GO"', '"bb"'),
        ("s.scxml", SCXML.replace("bb", "b"), "xml", 'id="b"', 4, 'event="go"', "bb"),
    ]:
        wrong = await opened(client, "wrong-" + name, XSTATE if name == "x.json" else SCXML, language)
        finding = [each for each in client.diagnostics[wrong] if each.code == "unknown-target"]
        actions = await client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(wrong), finding[0].range, types.CodeActionContext(finding)
            )
        )
        assert [edit.new_text for action in actions for edit in action.edit.changes[wrong]] == ["b"], name
        uri = (client.folder / name).as_uri()
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
            )
        )
        document = types.TextDocumentIdentifier(uri)
        hover = await client.text_document_hover_async(types.HoverParams(**where(uri, text, old, state)))
        assert "root.b" in hover.contents.value, name
        target = {"x.json": '"GO": "b"', "s.scxml": 'target="b"'}[name]
        found = await client.text_document_completion_async(
            types.CompletionParams(**where(uri, text, target, len(target) - 1))
        )
        assert {"a", "b"} <= {item.label for item in found}, name
        found = await client.text_document_definition_async(
            types.DefinitionParams(**where(uri, text, target, len(target) - 1))
        )
        assert found[0].range.start.line == at(text, old).line, name
        found = await client.text_document_references_async(
            types.ReferenceParams(context=types.ReferenceContext(True), **where(uri, text, old, state))
        )
        assert len(found) == 2, name
        edit = await client.text_document_rename_async(
            types.RenameParams(new_name="gap", **where(uri, text, old, state))
        )
        assert [each.new_text for each in edit.changes[uri]] == ["gap", "gap"], name
        with pytest.raises(Exception):
            await client.text_document_rename_async(types.RenameParams(new_name="a", **where(uri, text, old, state)))
        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert "root" in [symbol.name for symbol in symbols], name
        found = await client.workspace_symbol_async(types.WorkspaceSymbolParams("b"))
        assert uri in [symbol.location.uri for symbol in found], name
        selection = await client.text_document_selection_range_async(
            types.SelectionRangeParams(document, [at(text, old, state)])
        )
        assert selection[0].parent is not None, name
        tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
        assert len(tokens.data) // 5 >= 5, name
        everything = types.Range(types.Position(0, 0), types.Position(99, 0))
        assert not await client.text_document_inlay_hint_async(types.InlayHintParams(document, everything)), name
        folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
        assert bool(folds) == (name == "s.scxml"), name
        edits = await client.text_document_formatting_async(
            types.DocumentFormattingParams(document, types.FormattingOptions(2, True))
        )
        # What is laid out already has nothing to change; a document of SCXML is left as it is.
        assert not edits or name == "x.json", name
