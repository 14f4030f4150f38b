import { apiPage } from "./docs-page/api-page.ts";
import { type Guide, guidePage, type PictureSizes } from "./docs-page/guide-page.ts";
import { layOut } from "./docs-page/layout.ts";
import type { Page } from "./docs-page/page.ts";
import type { SearchedPage } from "./docs-page/searched-page.ts";
import { readingOrder } from "./docs-page/site-map.ts";
import { startPage } from "./docs-page/start-page.ts";
import type { OpenApiDocument } from "./openapi.ts";

/** What the documentation is made of. Of the guides, there is one for each name of the site map. */
interface DocsSources {
  readonly document: OpenApiDocument;
  readonly guides: readonly Guide[];
  readonly pictures: PictureSizes;
}

interface DocsSite {
  /** The pages by their path. They are the same for everybody. */
  readonly pages: ReadonlyMap<string, string>;
  /** What the script of the pages searches. */
  readonly searched: readonly SearchedPage[];
}

/** The user guide and the API reference, as a site of static pages. */
export function docsSite({ document, guides, pictures }: DocsSources): DocsSite {
  const guidePages = new Map(guides.map((guide) => [guide.name, guidePage(guide, pictures)]));
  const unordered = [startPage(guidePages, pictures), ...guidePages.values(), apiPage(document)];
  const pages = new Map(
    readingOrder.map((path): [string, Page] => [path, unordered.find((page) => page.path === path)!]),
  );
  const { version } = document.info;
  const colophon = `Version ${version}. The API reference is made from the OpenAPI ${document.openapi} document of this server.`;
  return {
    pages: new Map([...pages].map(([path, page]) => [path, layOut(page, { pages, colophon })])),
    searched: [...pages.values()].map(searchedPage),
  };
}

function searchedPage({ path, title, contents, alsoFound = [] }: Page): SearchedPage {
  const listed = contents.flatMap(({ id, title: heading, parts = [] }) => [{ id, title: heading }, ...parts]);
  return { path, title, parts: [...listed, ...alsoFound].map((part) => [part.id, part.title]) };
}
