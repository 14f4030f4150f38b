import type { Html } from "./html.ts";

/** A part of a page that its table of contents and the search lead to. */
export interface Heading {
  readonly id: string;
  readonly title: string;
}

/** A page of the documentation, without what all pages have around it. */
export interface Page {
  readonly path: string;
  readonly title: string;
  /** What it is about, in a sentence or two; null if it begins with its first part. */
  readonly summary: Html | null;
  readonly body: Html;
  readonly contents: readonly (Heading & { readonly parts?: readonly Heading[] })[];
  /** What the search finds besides the parts that the table of contents lists. */
  readonly alsoFound?: readonly Heading[];
}
