import type { ActivityKeeper } from "../store/activity-keeper.ts";
import type { Connection } from "../store/partition-progress.ts";
import { apartIfRefused } from "./apart-if-refused.ts";

/**
 * Writes when devices last connected. Times that cannot be written now are kept for the next try, and one that the store
 * refuses is given up.
 */
export class ConnectionWriter {
  readonly #store: Pick<ActivityKeeper, "connected">;
  readonly #epoch: number;
  readonly #connections: Connection[] = [];

  constructor(store: Pick<ActivityKeeper, "connected">, epoch: number) {
    this.#store = store;
    this.#epoch = epoch;
  }

  add(connections: readonly Connection[]): void {
    this.#connections.push(...connections);
  }

  async write(): Promise<void> {
    const connections = [...this.#connections];
    if (connections.length === 0) return;
    await apartIfRefused(connections, (some) => this.#store.connected(some, this.#epoch));
    // More connections may have been added meanwhile.
    this.#connections.splice(0, connections.length);
  }
}
