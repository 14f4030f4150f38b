import type { ActivityKeeper } from "../store/activity/activity-keeper.ts";
import type { Connection } from "../store/partition-progress.ts";
import { apartIfRefused } from "./apart-if-refused.ts";

interface ConnectionWriterParts {
  readonly store: Pick<ActivityKeeper, "connected">;
  /** The epoch under which this process owns the partition. */
  readonly epoch: number;
  readonly hasDevice: (deviceId: number) => boolean;
}

/**
 * Writes when devices last connected. Times that cannot be written now are kept for the next try, and one that the store
 * refuses is given up. What arrives after its device was deleted is not written.
 */
export class ConnectionWriter {
  readonly #parts: ConnectionWriterParts;
  readonly #connections: Connection[] = [];

  constructor(parts: ConnectionWriterParts) {
    this.#parts = parts;
  }

  add(connections: readonly Connection[]): void {
    this.#connections.push(...connections);
  }

  async write(): Promise<void> {
    const connections = [...this.#connections];
    if (connections.length === 0) return;
    const { store, epoch, hasDevice } = this.#parts;
    const known = connections.filter(([deviceId]) => hasDevice(deviceId));
    if (known.length > 0) await apartIfRefused(known, (some) => store.connected(some, epoch));
    // More connections may have been added meanwhile.
    this.#connections.splice(0, connections.length);
  }
}
