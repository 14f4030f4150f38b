import type { Connection, ReadingStore } from "../store/reading-store.ts";

/** Writes down when devices connected last. What cannot be written now is kept for the next time. */
export class ConnectionWriter {
  readonly #store: ReadingStore;
  readonly #connections: Connection[] = [];

  constructor(store: ReadingStore) {
    this.#store = store;
  }

  add(connections: readonly Connection[]): void {
    this.#connections.push(...connections);
  }

  write(): void {
    if (this.#connections.length === 0) return;
    const store = this.#store;
    try {
      store.begin();
      store.connected(this.#connections);
      const { position } = store.progress();
      store.commit(position, position, { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
      this.#connections.length = 0;
    } catch (error) {
      store.rollback();
      throw error;
    }
  }
}
