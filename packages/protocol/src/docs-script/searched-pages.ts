import type { SearchedPage } from "../docs-page/searched-page.ts";

/** The server writes them into the script when it bundles it. */
declare const pagesOfSite: readonly SearchedPage[];

/** The titles and headings of all pages. */
export const searchedPages = pagesOfSite;
