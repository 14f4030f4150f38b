/**
 * The script of all pages of the documentation. The server bundles it (build-docs.ts) and serves it as a separate file, because
 * the content policy of the pages allows no inline scripts. It is loaded in the head: it applies the theme before anything is
 * drawn, and does the rest once the page is there.
 */
import { serverPlaceholder } from "../docs-page/placeholders.ts";
import { addCopyButtons } from "./copy-buttons.ts";
import { fillEntriesWhenOpened, unfoldTarget } from "./folded-entries.ts";
import { followOldAnchor } from "./follow-old-anchor.ts";
import { addSearch } from "./search.ts";

/** Where the dashboard stores the theme that a person chose in this browser; see its theme.ts. */
const storageKey = "weir.theme";

addEventListener("DOMContentLoaded", () => {
  const prepare = (part: ParentNode) => {
    fillInAddress(part);
    addCopyButtons(part);
  };
  prepare(document);
  fillEntriesWhenOpened(prepare);
  addSearch();
  unfoldTarget();
  addEventListener("hashchange", unfoldTarget);
  followOldAnchor();
});
// Last, because it throws if the browser offers the page no storage.
followTheme();

/** Writes the address that the page came from into the examples. A copy that was saved has none and keeps the placeholder. */
function fillInAddress(part: ParentNode): void {
  if (!location.protocol.startsWith("http")) return;
  const isSecure = location.protocol === "https:";
  for (const code of part.querySelectorAll("code")) {
    if (!code.textContent.includes(serverPlaceholder)) continue;
    if (!isSecure && code.closest("[data-needs-https]") !== null) continue;
    code.textContent = code.textContent.replaceAll(serverPlaceholder, location.origin);
  }
}

/**
 * Follows the theme chosen in the dashboard, also when it changes in another tab. Without a choice, follows the system.
 */
function followTheme(): void {
  applyTheme();
  addEventListener("storage", applyTheme);
}

function applyTheme(): void {
  const theme = localStorage.getItem(storageKey);
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
