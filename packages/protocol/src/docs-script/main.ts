/**
 * The script of the documentation page. The server bundles it (build-docs.ts) and offers it as a file of its own, because
 * the page's policy lets nothing run that is written into the page. It stands in the head: the theme is applied before
 * anything is drawn, and the rest once the page is there.
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
// Last, because it fails where the browser keeps nothing for the page.
followTheme();
