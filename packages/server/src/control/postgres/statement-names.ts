/** Each connection keeps the plans of its named statements, so there are only so many. */
const namesMax = 100;
/** Long statements that are repeated take longer to plan than to run. */
const textMax = 5000;
const allColumns = /(?<!count\()\*/;
/** Between the rows of an insert. There are as many such statements as numbers of rows. */
const manyRows = "), ($";

/**
 * Names statements that were asked before, so that a connection plans each of them once. A plan for `*` would be of no use
 * once a newer version of Weir has added a column.
 */
export class StatementNames {
  readonly #asked = new Set<string>();
  readonly #names = new Map<string, string>();

  /** Returns undefined for a statement that is not worth a name. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size === namesMax || text.length > textMax) return undefined;
    if (allColumns.test(text) || text.includes(manyRows)) return undefined;
    if (!this.#asked.has(text)) {
      // One-off statements must not take the memory of others.
      if (this.#asked.size === namesMax) this.#asked.clear();
      this.#asked.add(text);
      return undefined;
    }
    this.#asked.delete(text);
    // A connection may serve several of these, so the name follows from the text.
    const name = `control ${Bun.hash(text).toString(36)}`;
    this.#names.set(text, name);
    return name;
  }
}
