/// The style sheet of a page.
enum PageStyle {
  static let text = colours + page + picture + layout

  private static let colours = #"""
    :root { color-scheme: light dark; --paper: #ffffff; --panel: #f6f8fa; --ink: #1f2328; --soft: #57606a; --edge: #d0d7de;
      --accent: #0550ae; --in: #1a7f37; --out: #a04000; --bad: #b3261e; --lit: #dafbe1; --hit: #fff3b0; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #0d1117; --panel: #161b22; --ink: #e6edf3; --soft: #9ea7b3; --edge: #30363d;
        --accent: #79c0ff; --in: #56d364; --out: #f0a060; --bad: #ff8a80; --lit: #12391f; --hit: #4b3d00; }
    }

    """#

  private static let page = #"""
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.45 "DejaVu Sans", Verdana, Arial, sans-serif; }
    header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; padding: 8px 12px; }
    h1 { font-size: 16px; margin: 0; overflow-wrap: anywhere; flex: 1 1 auto; }
    h2 { font-size: 13px; margin: 12px 0 4px; }
    #tools, .row { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; }
    button, input { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--edge); border-radius: 6px;
      padding: 4px 9px; min-height: 32px; }
    button { cursor: pointer; min-width: 32px; overflow-wrap: anywhere; }
    button[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); }
    button:disabled { color: var(--soft); border-style: dashed; cursor: default; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
    a { color: var(--accent); }
    #search { width: 12em; max-width: 100%; }
    .note, #hits { color: var(--soft); }
    #hits { min-width: 0; font-size: 12px; }
    #hits:empty { display: none; }
    main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(260px, 380px); gap: 12px; padding: 0 12px; }
    #chosen { margin: 0; flex: 1 1 8em; min-width: 0; max-height: 4.5em; overflow: auto; overflow-wrap: anywhere; }
    aside { min-width: 0; position: relative; }
    aside ul, aside ol { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
    aside p { margin: 0 0 4px; }
    #context ul ul, #simcontext ul ul { padding-left: 14px; }
    code { font: 12px/1.4 "DejaVu Sans Mono", Menlo, Consolas, monospace; }
    .changed > b { color: var(--in); }
    .exited b { color: var(--out); }
    .entered b { color: var(--in); }
    #trace { max-height: 46vh; overflow: auto; border: 1px solid var(--edge); border-radius: 8px; position: relative; }
    #trace li { display: grid; grid-template-columns: 3.2em minmax(0, 1fr); border-bottom: 1px solid var(--edge);
      content-visibility: auto; contain-intrinsic-size: auto 60px; }
    [data-ready] #trace li { content-visibility: visible; }
    #trace a { padding: 4px 6px; text-align: right; }
    #trace pre { margin: 0; padding: 4px 6px; font: 12px/1.4 "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre-wrap;
      overflow-wrap: anywhere; }
    #trace li.bad { border-left: 4px solid var(--bad); }
    #trace li.hit { background: var(--hit); }
    #trace li[aria-current] { background: var(--lit); outline: 2px solid var(--in); outline-offset: -2px; }
    #player { background: var(--paper); border-top: 1px solid var(--edge); padding: 6px 12px; }
    #range { width: 100%; padding: 0; min-height: 28px; accent-color: var(--accent); }
    #marks { position: relative; height: 8px; margin: 0 8px; }
    #marks i { position: absolute; top: 0; width: 2px; height: 8px; background: var(--in); }
    #marks i.bad { background: var(--bad); width: 4px; }
    #ways { display: flex; flex-wrap: wrap; gap: 4px; }
    #ways button { text-align: left; border-color: var(--accent); }
    #others li { display: flex; gap: 8px; align-items: center; padding: 2px 0; }
    #others button { min-height: 26px; padding: 1px 8px; flex: none; max-width: 60%; }
    #notnow summary { cursor: pointer; margin: 10px 0 4px; font-weight: bold; font-size: 13px; }
    #simulator .row { margin: 4px 0; }
    #said { max-height: 20vh; overflow: auto; position: relative; counter-reset: said; }
    #said li { counter-increment: said; padding: 1px 4px; }
    #said li::before { content: counter(said) ". "; color: var(--soft); }
    #said li[aria-current] { background: var(--lit); }
    #live { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    dialog { color: var(--ink); background: var(--paper); border: 1px solid var(--edge); border-radius: 8px; max-width: min(92vw, 60em); }
    #close { position: sticky; top: 0; float: right; }
    dialog dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 14px; margin: 0 0 12px; align-items: center; }
    dialog dt { font-weight: bold; }
    dialog dd { margin: 0; }
    dialog svg { display: block; font-size: 11px; }
    dialog svg.chart { max-width: 100%; height: auto; margin-bottom: 8px; }
    #legend .outline, #legend .line { fill: none; stroke: var(--soft); stroke-width: 1.2; }
    #legend .tip { fill: var(--soft); }
    #legend .active { fill: var(--lit); stroke: var(--in); stroke-width: 3.5; }
    #legend .entered { stroke: var(--in); stroke-width: 3; }
    #legend .exited { stroke: var(--out); stroke-width: 2.5; stroke-dasharray: 7 3; }
    #legend .line.taken { stroke: var(--accent); stroke-width: 3; }
    #legend .tip.taken { fill: var(--accent); }
    #legend .named { stroke: var(--accent); stroke-width: 4; stroke-dasharray: 2 2; }

    """#

  private static let picture = #"""
    #picture { position: relative; border: 1px solid var(--edge); border-radius: 8px; overflow: hidden; touch-action: none; min-width: 0; }
    #picture > svg { display: block; max-width: 100%; height: auto; margin: auto; }
    [data-ready] #picture { height: 60vh; }
    [data-ready] #picture > svg.chart { width: 100%; height: 100%; cursor: grab; }
    [data-ready] #picture > svg .page { fill: none; }
    #picture > #map { position: absolute; right: 6px; bottom: 6px; max-width: none; height: auto; margin: 0; background: var(--paper);
      border: 1px solid var(--edge); border-radius: 4px; opacity: 0.9; cursor: crosshair; touch-action: none; }
    #map rect { fill: var(--panel); stroke: var(--soft); stroke-width: 0.6; vector-effect: non-scaling-stroke; }
    #map .on { fill: var(--in); }
    #map .named { fill: var(--accent); }
    #map #frame { fill: none; stroke: var(--accent); stroke-width: 2; }
    #picture + .row { gap: 4px 10px; padding-top: 4px; }
    #zoom { display: flex; gap: 3px; flex: none; }
    #zoom button { padding: 1px 6px; min-height: 30px; min-width: 30px; }
    #picture .leaf > .outline { fill: var(--lit); stroke: var(--in); stroke-width: 3.5; }
    #picture .entered > .outline { stroke: var(--in); stroke-dasharray: none; stroke-width: 3; }
    #picture .exited > .outline { stroke: var(--out); stroke-width: 2.5; stroke-dasharray: 7 3; }
    #picture .taken > .line { stroke: var(--accent); stroke-width: 3; }
    #picture .taken > .arrow { fill: var(--accent); }
    #picture .taken > text { fill: var(--accent); }
    #picture .found > .outline, #picture .found > .line { stroke: var(--accent); stroke-width: 4; stroke-dasharray: 2 2; }
    #picture .state:not(.initial) { cursor: pointer; }
    #picture .wide { fill: none; stroke: transparent; stroke-width: 14; pointer-events: stroke; }
    #picture .transition { cursor: pointer; }
    #picture .transition:hover > .line { stroke-width: 2.5; }
    #picture .can > text { fill: var(--accent); }
    #picture .can:not(.taken) > .line { stroke: var(--accent); stroke-width: 1.8; }
    #picture .can > .arrow { fill: var(--accent); }
    @media (prefers-reduced-motion: no-preference) {
      #picture .outline, #picture .line { transition: stroke-width 0.2s, stroke 0.2s, fill 0.2s; }
    }
    @media (forced-colors: active) {
      #picture .leaf > .outline { stroke: Highlight; }
      #picture .taken > .line { stroke: LinkText; }
    }

    """#

  private static let layout = #"""
    @media screen and (min-height: 480px) {
      [data-ready] body { height: 100vh; height: 100dvh; display: flex; flex-direction: column; overflow: hidden; }
      [data-ready] main { flex: 1; min-height: 0; }
      [data-ready] main > * { min-height: 0; display: flex; flex-direction: column; padding: 3px; }
      [data-ready] aside { overflow: auto; }
      [data-ready] #picture { flex: 1; min-height: 0; height: auto; }
    }
    @media screen and (min-width: 801px) and (min-height: 480px) {
      [data-ready] #now { max-height: 55%; overflow: auto; flex: none; }
      [data-ready] #trace { flex: 1; min-height: 120px; max-height: none; }
    }
    @media screen and (max-width: 800px) {
      header { padding: 4px 8px; }
      #tools { flex: 1 1 100%; }
      #tools #search { flex: 1 1 6em; min-width: 0; width: 6em; }
      main { grid-template-columns: minmax(0, 1fr); padding: 0 8px; gap: 4px; }
      #trace { max-height: 30vh; }
      #player { padding: 4px 8px; }
      #player .row { justify-content: space-between; }
      #player button { padding: 4px 6px; }
    }
    @media screen and (max-width: 800px) and (min-height: 480px) {
      [data-ready] main { grid-template-rows: minmax(0, 3fr) minmax(0, 2fr); }
      [data-ready] #trace { order: -1; flex: none; height: 55%; max-height: none; }
      [data-ready] #tracehead, [data-ready] #order { display: none; }
      [data-ready] #player .row { flex-wrap: nowrap; }
    }
    @media print {
      #tools, #zoom, #chosen, #map, #player, #simulator { display: none !important; }
      main { display: block; }
      #trace { max-height: none; overflow: visible; }
      #picture > svg { height: auto; max-height: none; }
    }

    """#
}
