import type { Database, Statement } from "bun:sqlite";

/** Pages that are freed at a time: half a megabyte, which takes a few milliseconds. */
const pagesPerStep = 128;
/** This many free pages stay in the file, and at least a sixteenth of the file, because they are used again soon. */
const keptPagesMin = 16;
const keptShare = 1 / 16;

/**
 * Returns empty pages of a file to the file system. It only works for files that were created with `shrinks`; in others it
 * finds nothing to do.
 */
export class FreePages {
  readonly #free: Statement<{ freelist_count: number }, []>;
  readonly #all: Statement<{ page_count: number }, []>;
  readonly #release: Statement<unknown, []>;
  readonly #isAble: boolean;

  constructor(db: Database) {
    this.#free = db.query("PRAGMA freelist_count");
    this.#all = db.query("PRAGMA page_count");
    this.#release = db.query(`PRAGMA incremental_vacuum(${pagesPerStep})`);
    this.#isAble = (db.query("PRAGMA auto_vacuum").get() as { auto_vacuum: number }).auto_vacuum === 2;
  }

  /** Returns whether there are more pages to free. It commits on its own, or with the open transaction. */
  releaseSome(): boolean {
    if (!this.#isAble || this.#excess() <= 0) return false;
    // Every page is a row of the result.
    this.#release.all();
    return this.#excess() > 0;
  }

  #excess(): number {
    const kept = Math.max(keptPagesMin, this.#all.get()!.page_count * keptShare);
    return this.#free.get()!.freelist_count - kept;
  }
}
