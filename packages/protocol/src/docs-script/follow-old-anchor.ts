import { apiPath } from "../docs-page/site-map.ts";
import { searchedPages } from "./searched-pages.ts";

/** The guides that shared one page with the API reference, at the address that is the start page now. */
const guidesOfOnePage = ["activity", "fleets", "nodes", "provisioning", "rule-chains"];

/** Takes links to parts of that one page to where the parts are now. The server never sees this part of an address. */
export function followOldAnchor(): void {
  const anchor = location.hash.slice(1);
  if (location.pathname !== "/docs" || anchor === "" || document.getElementById(anchor) !== null) return;
  const guide = guidesOfOnePage.find((name) => anchor === name || anchor.startsWith(`${name}-`));
  location.replace(guide === undefined ? `${apiPath}#${anchor}` : guideAddress(guide, anchor));
}

/** Some parts within parts had the name of the part around them before their own. */
function guideAddress(guide: string, anchor: string): string {
  const path = `/docs/${guide}`;
  const part = anchor.slice(guide.length + 1);
  const ids = searchedPages.find((page) => page.path === path)?.parts.map(([id]) => id) ?? [];
  const id = ids.find((each) => each === part) ?? ids.find((each) => part.endsWith(`-${each}`));
  return id === undefined ? path : `${path}#${id}`;
}
