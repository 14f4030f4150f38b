import type { Database, Statement } from "bun:sqlite";
import { insertOf } from "../engine/sqlite/insert-of.ts";
import { type DeadLetter, deadLettersMaxPerAccount, letterFields } from "./record.ts";

/** Writes dead letters on the connection of the reading store, within its transaction. */
export class SqliteDeadLetters {
  readonly #max: number;
  readonly #writers: number;
  readonly #add: Statement;
  readonly #count: Statement<{ letters: number }, [number | null]>;
  readonly #removeOldest: Statement;
  readonly #remove: Statement;
  /** How many more letters each account may get before its letters are counted again. */
  readonly #room = new Map<number | null, number>();

  /** `writers` processes share the room of each account. */
  constructor(db: Database, max = deadLettersMaxPerAccount, writers = 1) {
    this.#max = max;
    this.#writers = writers;
    this.#add = db.prepare(insertOf("dead_letters", letterFields));
    this.#count = db.prepare("SELECT count(*) AS letters FROM dead_letters WHERE account_id IS ?");
    this.#removeOldest = db.prepare(
      "DELETE FROM dead_letters WHERE id IN (SELECT id FROM dead_letters WHERE account_id IS ? ORDER BY id LIMIT ?)",
    );
    this.#remove = db.prepare("DELETE FROM dead_letters WHERE id = ?");
  }

  /**
   * Keeps a dead letter with the given id, or with a new one, and returns the id. Past the limit of an account its
   * oldest letters are deleted.
   */
  add(letter: DeadLetter & { readonly id?: number }): number {
    this.#makeRoom(letter.accountId);
    const { lastInsertRowid } = this.#add.run(...letterFields.map((field) => letter[field] ?? null));
    return Number(lastInsertRowid);
  }

  remove(id: number): void {
    this.#remove.run(id);
  }

  /** Forgets how much room the accounts have. */
  dropMemory(): void {
    this.#room.clear();
  }

  #makeRoom(accountId: number | null): void {
    const room = this.#room.get(accountId) ?? 0;
    const left =
      room > 0 ? room : Math.ceil((this.#max - this.#count.get(accountId)!.letters) / this.#writers);
    if (left > 0) {
      this.#room.set(accountId, left - 1);
      return;
    }
    const share = Math.ceil(this.#max / 100);
    this.#removeOldest.run(accountId, share);
    this.#room.set(accountId, share - 1);
  }
}
