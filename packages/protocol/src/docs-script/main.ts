/**
 * The script of the documentation page. The server bundles it (build-docs.ts) and serves it as a separate file, because
 * the page's content policy allows no inline scripts. It is loaded in the head: it applies the theme before anything is
 * drawn, and does the rest once the page is there.
 */
import { fillInAddress } from "./address.ts";
import { addCopyButtons } from "./copy-buttons.ts";
import { addSearch } from "./search.ts";
import { followTheme } from "./theme.ts";

addEventListener("DOMContentLoaded", () => {
  fillInAddress();
  addSearch();
  addCopyButtons();
});
// Last, because it throws if the browser offers the page no storage.
followTheme();
