import { startOf } from "../../packages/server/src/queue/position.ts";
import type { OwnerQueries } from "../../packages/server/src/store/owner-queries.ts";
import {
  atCell,
  cellsPerReading,
  sensorCell,
  valueCell,
} from "../../packages/server/src/store/readings/saved-readings.ts";
import type { SettledBatch, Settlement } from "../../packages/server/src/store/settlement.ts";

/** Accepts everything and stores nothing, so that only the cost of the chains is measured. */
export class NoSettlement implements Settlement {
  readonly joinsBatches = false;
  saved = 0;
  sum = 0;

  async commit({ saves, complete }: SettledBatch): Promise<readonly number[]> {
    this.saved += saves.count;
    // The result is used, so that no part of the work is optimised away.
    for (const { cells, count } of saves.chunks()) {
      for (let cell = 0; cell < count * cellsPerReading; cell += cellsPerReading) {
        this.sum += cells[cell + sensorCell]! + cells[cell + atCell]! + cells[cell + valueCell]!;
      }
    }
    for (const { stretch } of saves.stretches) this.sum += stretch.doubles[stretch.start]!;
    complete([]);
    return [];
  }

  async durable(partition: number) {
    return { partition, sequence: 0 };
  }

  async rest(partition: number) {
    return this.durable(partition);
  }
}

/** An empty store with room for everything. */
export const noQueries: OwnerQueries = {
  progress: async (partition) => ({
    position: startOf(partition),
    saved: 0,
    alreadyStored: 0,
    ended: 0,
    dead: 0,
  }),
  lastEntries: async () => new Map(),
  lastIds: async () => ({ alarm: 0, deadLetter: 0 }),
  states: async () => [],
  activeAlarms: async () => [],
  alarms: async () => [],
  silenceAlarms: async () => new Map(),
  outboxRoom: async (accountIds) =>
    new Map(accountIds.map((accountId) => [accountId, Number.MAX_SAFE_INTEGER])),
  nodeCounts: async () => [],
  rulesWithStates: async () => [],
  deadLetters: async () => [],
  backlogs: async () => [],
  parked: async () => [],
};
