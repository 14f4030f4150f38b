import type { SearchedPage } from "../docs-page/searched-page.ts";

export interface Found {
  readonly href: string;
  readonly title: string;
  /** The title of its page. */
  readonly page: string;
}

/** How many matches are shown. */
export const foundMax = 30;

/**
 * Finds the pages and parts whose title has all words of a text. Words may also be in the title of the page, as long as one is in that of the
 * part. What begins with the text comes first; otherwise the order is that of the pages.
 */
export function findParts(pages: readonly SearchedPage[], text: string): Found[] {
  const typed = text.toLowerCase();
  const words = typed.split(/\s+/);
  const found = pages.flatMap(({ path, title: page, parts }) => {
    const ofPage = page.toLowerCase();
    const matches = parts.filter(([, title]) => {
      const ofPart = title.toLowerCase();
      return (
        words.some((word) => ofPart.includes(word)) &&
        words.every((word) => ofPart.includes(word) || ofPage.includes(word))
      );
    });
    const own = words.every((word) => ofPage.includes(word)) ? [{ href: path, title: page, page }] : [];
    return [...own, ...matches.map(([id, title]) => ({ href: `${path}#${id}`, title, page }))];
  });
  const begins = ({ title }: Found) => title.toLowerCase().startsWith(typed);
  return [...found.filter(begins), ...found.filter((each) => !begins(each))];
}
