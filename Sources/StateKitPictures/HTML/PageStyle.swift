/// The style sheet of a page.
enum PageStyle {
  static let text = #"""
    :root { color-scheme: light dark; --paper: #ffffff; --panel: #f6f8fa; --ink: #1f2328; --soft: #57606a; --edge: #d0d7de;
      --accent: #0550ae; --in: #1a7f37; --out: #a04000; --bad: #b3261e; --lit: #dafbe1; --hit: #fff3b0; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #0d1117; --panel: #161b22; --ink: #e6edf3; --soft: #9ea7b3; --edge: #30363d;
        --accent: #79c0ff; --in: #56d364; --out: #f0a060; --bad: #ff8a80; --lit: #12391f; --hit: #4b3d00; }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.45 "DejaVu Sans", Verdana, Arial, sans-serif; }
    header { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 8px 12px; }
    h1 { font-size: 16px; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 13px; margin: 12px 0 4px; }
    #tools, #player .row { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; }
    button, input { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--edge); border-radius: 6px;
      padding: 4px 9px; min-height: 32px; }
    button { cursor: pointer; min-width: 32px; }
    button[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); }
    button:disabled { opacity: 0.5; cursor: default; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
    #search { width: 12em; max-width: 100%; }
    .note, #hits { color: var(--soft); }
    main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(260px, 380px); gap: 12px; padding: 0 12px; }
    #picture { border: 1px solid var(--edge); border-radius: 8px; overflow: hidden; touch-action: none; min-width: 0; }
    #picture svg { display: block; max-width: 100%; height: auto; margin: auto; }
    [data-ready] #picture svg { width: 100%; cursor: grab; }
    #chosen { padding: 6px 10px; border-top: 1px solid var(--edge); overflow-wrap: anywhere; }
    aside { min-width: 0; }
    aside ul, aside ol { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
    #context ul ul, #simcontext ul ul { padding-left: 14px; }
    code { font: 12px/1.4 "DejaVu Sans Mono", Menlo, Consolas, monospace; }
    .changed > b { color: var(--in); }
    .exited b { color: var(--out); }
    .entered b { color: var(--in); }
    #trace { max-height: 46vh; overflow: auto; border: 1px solid var(--edge); border-radius: 8px; position: relative; }
    #trace li { display: grid; grid-template-columns: 3.2em minmax(0, 1fr); border-bottom: 1px solid var(--edge);
      content-visibility: auto; contain-intrinsic-size: auto 60px; }
    [data-ready] #trace li { content-visibility: visible; }
    #trace a { padding: 4px 6px; text-align: right; color: var(--accent); }
    #trace pre { margin: 0; padding: 4px 6px; font: 12px/1.4 "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre-wrap;
      overflow-wrap: anywhere; }
    #trace li.bad { border-left: 4px solid var(--bad); }
    #trace li.hit { background: var(--hit); }
    #trace li[aria-current] { background: var(--lit); outline: 2px solid var(--in); outline-offset: -2px; }
    #player { position: sticky; bottom: 0; background: var(--paper); border-top: 1px solid var(--edge); padding: 6px 12px; margin-top: 12px; }
    #range { width: 100%; padding: 0; min-height: 28px; accent-color: var(--accent); }
    #marks { position: relative; height: 8px; margin: 0 8px; }
    #marks i { position: absolute; top: 0; width: 2px; height: 8px; background: var(--in); }
    #marks i.bad { background: var(--bad); width: 4px; }
    #ways { display: flex; flex-wrap: wrap; gap: 4px; }
    #said { max-height: 30vh; overflow: auto; }
    #live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    dialog { color: var(--ink); background: var(--paper); border: 1px solid var(--edge); border-radius: 8px; max-width: 92vw; }
    dialog dt { font-weight: bold; }
    dialog dd { margin: 0 0 6px; }
    #picture .lit > .outline { stroke: var(--in); stroke-width: 2; }
    #picture .leaf > .outline { fill: var(--lit); stroke-width: 3.5; }
    #picture .entered > .outline { stroke-dasharray: none; stroke-width: 4; }
    #picture .exited > .outline { stroke: var(--out); stroke-width: 2.5; stroke-dasharray: 7 3; }
    #picture .taken > .line { stroke: var(--accent); stroke-width: 3; }
    #picture .taken > .arrow { fill: var(--accent); }
    #picture .taken > text { font-weight: bold; }
    #picture .found > .outline { stroke: var(--accent); stroke-width: 4; stroke-dasharray: 2 2; }
    #picture .state:not(.initial) { cursor: pointer; }
    @media (prefers-reduced-motion: no-preference) {
      #picture .outline, #picture .line { transition: stroke-width 0.2s, stroke 0.2s, fill 0.2s; }
    }
    @media (forced-colors: active) {
      #picture .leaf > .outline { stroke: Highlight; }
      #picture .taken > .line { stroke: LinkText; }
    }
    @media screen and (min-width: 801px) and (min-height: 500px) {
      [data-ready] body { height: 100vh; display: flex; flex-direction: column; }
      [data-ready] main { flex: 1; min-height: 0; }
      [data-ready] main > * { min-height: 0; display: flex; flex-direction: column; overflow: auto; padding: 3px; }
      [data-ready] #picture { flex: 1; min-height: 0; }
      [data-ready] #picture svg { height: 100%; }
      [data-ready] #trace { flex: 1; min-height: 160px; max-height: none; }
    }
    @media (max-width: 800px) {
      main { grid-template-columns: minmax(0, 1fr); }
      #picture svg { height: auto; max-height: 60vh; }
      #trace { max-height: 40vh; }
    }
    @media print {
      #tools, #player, #simulator { display: none !important; }
      main { display: block; }
      #trace { max-height: none; overflow: visible; }
      #picture svg { height: auto; max-height: none; }
    }

    """#
}
