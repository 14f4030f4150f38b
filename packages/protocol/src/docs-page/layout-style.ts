/**
 * The frame of a page: its bar, its menu, its table of contents, and what a phone and paper show of them. Safari on phones zooms into
 * a field whose text is smaller than 16 px, and stays there.
 */
export const layoutStyle = `
.bar { display: flex; align-items: center; gap: 16px; max-width: 1360px; min-height: 56px; margin: 0 auto; padding: 0 16px; font-size: 14px; line-height: 20px; }
.bar a { padding: 8px 0; }
.brand { display: flex; align-items: center; gap: 8px; margin-right: auto; color: var(--text); font-size: 16px; font-weight: 600; text-decoration: none; }
.menu {
  height: 32px; padding: 0 12px; border: 1px solid var(--line-strong); border-radius: 6px;
  background: var(--surface); color: var(--text); font: 14px/20px var(--font-sans); cursor: pointer;
}
.menu:hover { background: var(--hover); }
.frame { max-width: 1360px; margin: 0 auto; padding: 0 16px 64px; }
.title { padding: 8px 0 16px; }
.title p { max-width: 68ch; margin: 0; color: var(--muted); font-size: 17px; line-height: 28px; }
nav { font-size: 14px; line-height: 20px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { margin: 0; }
nav ul a { display: block; padding: 4px 8px; border-radius: 6px; color: var(--text); text-decoration: none; }
nav a:hover { color: var(--accent); }

#menu { margin: 0; border: 0; background: none; color: inherit; }
#menu li > ul { margin-bottom: 12px; }
#menu span { display: block; padding: 4px 8px; color: var(--muted); font-size: 13px; font-weight: 600; }
#menu a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 500; }
search { display: block; margin-bottom: 16px; }
search input {
  width: 100%; height: 32px; padding: 0 10px; border: 1px solid var(--line-strong); border-radius: 6px;
  background: var(--surface); color: var(--text); font: 14px/20px var(--font-sans);
}
@media (pointer: coarse) { search input { font-size: 16px; } }
search input::placeholder { color: var(--muted); opacity: 1; }
search p { margin: 4px 8px; color: var(--muted); font-size: 13px; line-height: 20px; }
search small { display: block; color: var(--muted); font-size: 13px; }
search:has(li) ~ ul { display: none; }

.contents { margin-bottom: 24px; padding: 12px 8px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); max-height: 336px; overflow-y: auto; }
.contents p { margin: 0 0 4px; padding: 0 8px; color: var(--muted); font-size: 13px; line-height: 20px; font-weight: 600; }
.contents ul ul { padding-left: 12px; }
.contents ul ul a { color: var(--muted); }
.neighbours { display: flex; flex-wrap: wrap; gap: 12px; margin: 40px 0 32px; }
.neighbours a { flex: 1 1 200px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); text-decoration: none; }
.neighbours a:hover { border-color: var(--line-strong); }
.neighbours [rel=next] { text-align: right; }
.neighbours span { display: block; color: var(--muted); font-size: 13px; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr)); gap: 12px; max-width: none; padding: 0; list-style: none; }
.cards li { margin: 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
.cards a { display: block; font-weight: 500; }
.cards span { color: var(--muted); font-size: 14px; line-height: 20px; }
.picture { display: block; width: auto; max-width: 100%; height: auto; margin: 0 0 16px; border: 1px solid var(--line); border-radius: 8px; }

@media (max-width: 959px) {
  #menu:popover-open {
    position: fixed; inset: 0 0 0 auto; width: min(320px, 90%); height: 100%; max-height: none; padding: 16px;
    overflow-y: auto; overscroll-behavior: contain; border-left: 1px solid var(--line); background: var(--canvas); color: var(--text);
  }
  #menu a, .contents a { padding-block: 8px; }
  .menu { height: 40px; }
  #menu .menu { margin-bottom: 12px; }
}
@media (max-width: 519px) { .back { display: none; } }
@media (min-width: 520px) and (max-width: 1199px) { .contents > ul { columns: 2; column-gap: 24px; } .contents > ul > li { break-inside: avoid; } }
@media (min-width: 960px) {
  .menu { display: none; }
  .frame { display: grid; grid-template-columns: 224px minmax(0, 1fr); gap: 0 48px; }
  #menu { display: block; position: sticky; top: 16px; align-self: start; width: auto; height: auto; max-height: calc(100vh - 32px); overflow-y: auto; padding: 4px; }
}
@media (min-width: 1200px) {
  main { display: grid; grid-template-columns: minmax(0, 1fr) 200px; gap: 0 32px; align-items: start; }
  .title, .text { grid-column: 1; }
  .contents { grid-column: 2; grid-row: 1 / span 2; position: sticky; top: 16px; max-height: calc(100vh - 32px); padding: 4px; border: 0; background: none; }
}
@media print { nav, .skip, .bar, figcaption button, search { display: none !important; } .frame, main { display: block; } pre { white-space: pre-wrap; } }
`;
