/// The style sheet of a drawing: colours by name, for light and dark, and for readers who chose their own.
enum SVGStyle {
  static let text = """
    .chart { --page: #ffffff; --box: #ffffff; --group: #f6f8fa; --ink: #1f2328; --line: #57606a; --soft: #57606a;
      --active: #1a7f37; --active-box: #dafbe1; --path: #0550ae; --missed: #a04000; }
    @media (prefers-color-scheme: dark) {
      .chart { --page: #0d1117; --box: #21262d; --group: #161b22; --ink: #e6edf3; --line: #9198a1; --soft: #9ea7b3;
        --active: #56d364; --active-box: #12391f; --path: #79c0ff; --missed: #f0a060; }
    }
    @media (forced-colors: active) {
      .chart:not(.plain) { --page: Canvas; --box: Canvas; --group: Canvas; --ink: CanvasText; --line: CanvasText;
        --soft: CanvasText; --active: Highlight; --active-box: Canvas; --path: LinkText; --missed: GrayText; }
    }
    .page { fill: var(--page); }
    .state text, .transition text { fill: var(--ink); font-size: 11px; }
    .state .name { font-size: 12px; }
    .state .outline { fill: var(--box); stroke: var(--line); stroke-width: 1.2; }
    .group .outline { fill: var(--group); }
    .region .outline { stroke-dasharray: 6 4; }
    .state .inner, .state .rule { fill: none; stroke: var(--line); stroke-width: 1; }
    .initial .outline { fill: var(--line); }
    .state .marker { fill: var(--active); stroke: none; }
    .line { fill: none; stroke: var(--line); stroke-width: 1.2; }
    .arrow { fill: var(--line); stroke: none; }
    .jump .line { stroke-dasharray: 5 3; }
    .covered .outline, .covered .line { stroke: var(--active); stroke-width: 1.6; }
    .covered .arrow { fill: var(--active); }
    .path .outline, .path .line { stroke: var(--path); stroke-width: 2; }
    .path .arrow { fill: var(--path); }
    .missed .outline, .missed .line { stroke: var(--missed); stroke-dasharray: 2 3; }
    .missed .arrow { fill: var(--missed); }
    .active .outline { fill: var(--active-box); stroke: var(--active); stroke-width: 2.5; }
    .active.group .outline { fill: var(--group); }

    """
}
