/**
 * The look of the text of a page: the dashboard's colours and fonts (its styles.css), light and dark, on a 4 px grid. Nothing here
 * loads anything, so the page works offline and under a strict content policy.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(#f7f8f8, #0e1312);
  --surface: light-dark(#ffffff, #141b1a);
  --sunken: light-dark(#f0f2f2, #0a0f0e);
  --hover: light-dark(#f1f4f4, #1b2524);
  --line: light-dark(#e1e5e6, #253130);
  --line-strong: light-dark(#c9d0d2, #3a4847);
  --text: light-dark(#16211f, #e6eceb);
  --muted: light-dark(#56635f, #a3b0ad);
  --accent: light-dark(#0b757c, #4cc3c7);
  --accent-soft: light-dark(#e2f2f2, #10302f);
  --font-sans: "Inter", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --font-mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--canvas); color: var(--text); font: 15px/24px var(--font-sans);
  -webkit-font-smoothing: antialiased;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word;
}
a { color: var(--accent); text-underline-offset: 3px; text-decoration-thickness: 1px; }
main:focus { outline: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 16px; padding: 8px 12px; background: var(--surface); z-index: 1; }

h1 { margin: 16px 0 8px; font-size: 30px; line-height: 40px; font-weight: 600; letter-spacing: -0.01em; }
h2 { margin: 0 0 12px; font-size: 22px; line-height: 32px; font-weight: 600; letter-spacing: -0.005em; }
h3 { margin: 32px 0 8px; font-size: 17px; line-height: 24px; font-weight: 600; }
h4 { margin: 24px 0 4px; font-size: 15px; line-height: 24px; font-weight: 600; }
h2 a, h3 a, h4 a { color: inherit; text-decoration: none; }
h2 a:hover, h3 a:hover, h4 a:hover { color: var(--accent); }
section { margin: 0 -4px; padding: 32px 4px 8px; border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 1500px; }
p, ul, ol { margin: 0 0 12px; max-width: 72ch; }
ul, ol { padding-left: 24px; }
li { margin-bottom: 4px; }
li::marker { color: var(--muted); }

code, pre { font-family: var(--font-mono); font-size: 0.875em; }
:not(pre) > code { padding: 1px 4px; background: var(--sunken); border-radius: 4px; overflow-wrap: anywhere; }
figure { margin: 0 0 16px; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; background: var(--surface); }
figcaption { display: flex; gap: 12px; align-items: center; justify-content: space-between; min-height: 36px; padding: 4px 12px; border-bottom: 1px solid var(--line); color: var(--muted); font-size: 13px; line-height: 20px; }
figcaption button {
  flex: none; min-width: 64px; height: 26px; margin-right: -6px; padding: 0 8px; border: 1px solid var(--line); border-radius: 4px;
  background: var(--surface); color: var(--text); font: 12px/16px var(--font-sans); cursor: pointer;
}
figcaption button:hover { border-color: var(--line-strong); background: var(--hover); }
pre { margin: 0; padding: 12px; overflow-x: auto; background: var(--sunken); font-size: 13px; line-height: 20px; tab-size: 2; }
pre code { font-size: inherit; }
.columns pre { white-space: pre-wrap; overflow-wrap: anywhere; }
pre:focus-visible { outline-offset: -2px; }
.endpoint { display: flex; gap: 8px; align-items: baseline; font-family: var(--font-mono); font-size: 14px; overflow-wrap: anywhere; }
.endpoint b { flex: none; padding: 0 8px; border-radius: 4px; background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 0 16px; align-items: start; }
.columns > * { min-width: 0; }
.columns > :last-child:nth-child(odd) { grid-column: 1 / -1; }
.note { padding: 8px 12px; border-left: 3px solid var(--accent); background: var(--accent-soft); border-radius: 0 6px 6px 0; }
.note code { background: none; padding: 0; }
details { margin: 0 0 16px; }
summary { padding: 4px 0; color: var(--accent); cursor: pointer; width: fit-content; }
details[open] > summary { margin-bottom: 8px; }
.operation, .form { margin: 0; border-bottom: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 61px; }
.form { contain-intrinsic-size: auto 37px; }
.operation > summary, .form > summary { width: auto; padding: 8px 0; color: inherit; list-style: none; }
.operation > summary::-webkit-details-marker, .form > summary::-webkit-details-marker { display: none; }
.operation > summary { display: grid; grid-template-columns: 64px minmax(0, 1fr) auto 12px; gap: 0 12px; align-items: baseline; line-height: 22px; }
.operation b { padding: 0 4px; border-radius: 4px; background: var(--accent-soft); color: var(--accent); font: 600 12px/20px var(--font-mono); text-align: center; }
.operation i { color: var(--muted); font-size: 13px; font-style: normal; }
.operation > summary::after, .form > summary::after { content: "+"; color: var(--muted); font: 16px/22px var(--font-mono); }
.form > summary { display: grid; grid-template-columns: minmax(0, 1fr) 12px; }
details[open] > summary::after { content: "\\2212"; }
.operation > summary code { grid-column: 2 / -1; grid-row: 2; padding: 0; background: none; color: var(--muted); font-size: 13px; }
.form > summary code { padding: 0; background: none; }
.operation > summary:hover span, .form > summary:hover code { color: var(--accent); }
details[open].operation > summary span { font-weight: 600; }
:is(.operation, .form) > div, noscript > div { padding: 4px 0 8px 16px; margin-bottom: 8px; border-left: 2px solid var(--line); }
.operation table, .form table { margin-bottom: 16px; table-layout: fixed; }
.operation thead th, .form thead th { width: 28%; }
.operation thead th:first-child, .form thead th:first-child { width: 26%; }
.operation thead th:nth-child(3):not(:last-child), .form thead th:nth-child(3):not(:last-child) { width: 12%; }
.operation thead th:last-child, .form thead th:last-child { width: auto; }
.operation tbody th code, .form tbody th code { white-space: normal; }

table { width: 100%; margin: 0 0 24px; border-collapse: collapse; font-size: 14px; line-height: 20px; }
caption { padding: 4px 0; text-align: left; font-size: 14px; line-height: 20px; font-weight: 600; }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
thead th:first-child { width: 24%; }
tbody tr:last-child > * { border-bottom: 0; }
thead :is(th, td) { color: var(--muted); font-size: 13px; font-weight: 500; white-space: nowrap; }
tbody th { font-weight: 500; }
tbody th code { padding: 0; background: none; white-space: nowrap; }
td code { overflow-wrap: break-word; }
.guide :is(th, td) code { white-space: normal; overflow-wrap: anywhere; }
@media (min-width: 700px) { .guide :is(th, td) code:has(wbr) { overflow-wrap: break-word; } }
.guide h2, .text > h2 { margin-top: 40px; }
.guide > :first-child, .text > :first-child { margin-top: 0; }
footer { padding-top: 24px; border-top: 1px solid var(--line); color: var(--muted); font-size: 14px; }
main section:first-child { border-top: 0; padding-top: 0; }

@media (max-width: 640px) {
  h1 { font-size: 28px; line-height: 36px; }
  table, caption, tbody, tr, tbody th, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  caption { padding-bottom: 8px; }
  tbody tr { margin-bottom: 8px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; }
  tbody th, td { padding: 4px 0; border: 0; }
  td { display: grid; grid-template-columns: 88px minmax(0, 1fr); gap: 8px; }
  td[data-label=""] { display: block; }
  td:has(> div:empty) { display: none; }
  td:not([data-label=""])::before { content: attr(data-label); color: var(--muted); font-size: 13px; }
  tbody th code { white-space: normal; }
}
`;
