/** A page as the search sees it. */
export interface SearchedPage {
  readonly path: string;
  readonly title: string;
  /** The id and the title of each part. */
  readonly parts: readonly (readonly [id: string, title: string])[];
}
