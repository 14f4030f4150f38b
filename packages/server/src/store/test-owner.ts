import type { Ownership } from "../queue/ownership.ts";
import { onlyPartition, type Position } from "../queue/position.ts";
import type { ActivityPart } from "./activity/activity-keeper.ts";
import type { OwnerQueries } from "./owner-queries.ts";
import { SavedReadings } from "./readings/saved-readings.ts";
import type { AlarmChange, SettledBatch, Settlement } from "./settlement.ts";

/** For tests: the ports with which the owner of the only partition reads and writes. */
export interface OwnedStore {
  readonly settlement: Settlement;
  readonly queries: OwnerQueries;
  readonly ownership: Ownership;
  close(): Promise<void>;
}

/** For tests: the contents of a batch without its positions. Fields that the batch does not use are left out. */
export type BatchContents = Partial<Omit<SettledBatch, "from">>;

/** For tests: the owner of the only partition, who commits one batch after the other. */
export class TestOwner {
  readonly #store: OwnedStore;
  readonly epoch: number;

  static async of(store: OwnedStore): Promise<TestOwner> {
    return new TestOwner(store, (await store.ownership.take(onlyPartition)).epoch);
  }

  private constructor(store: OwnedStore, epoch: number) {
    this.#store = store;
    this.epoch = epoch;
  }

  /** Commits a batch that continues from the current position, and stays there unless `to` is given. */
  async commit(contents: BatchContents): Promise<readonly number[]> {
    const { position } = await this.#store.queries.progress(onlyPartition);
    return this.#store.settlement.commit(batchOf(position, contents), this.epoch);
  }

  changeAlarms(...alarms: readonly AlarmChange[]): Promise<unknown> {
    return this.commit({ alarms });
  }

  /** Commits a batch that the engine refuses at the end, because its counts are not numbers. Counts are written last. */
  async commitInVain(contents: BatchContents): Promise<void> {
    const counts = { saved: Number.NaN, alreadyStored: Number.NaN, ended: Number.NaN, dead: Number.NaN };
    const complete = (alreadyStored: readonly number[]) => {
      return { fates: contents.complete?.(alreadyStored).fates ?? null, counts };
    };
    const refused = await this.commit({ ...contents, complete }).then(
      () => false,
      () => true,
    );
    if (!refused) throw new Error("The batch was to be refused, and was committed.");
  }
}

function batchOf(from: Position, contents: BatchContents): SettledBatch {
  return {
    from,
    to: from,
    mustLast: false,
    queueBytes: 0,
    lastEntries: null,
    saves: new SavedReadings(),
    batteryLevels: [],
    states: [],
    alarms: [],
    deadLetters: [],
    removedLetterIds: [],
    messages: [],

    nodeCounts: [],
    nodeErrors: [],
    statistics: { counts: [], nowMs: 0 },
    unsavedEnds: [],
    chainUses: [],
    parked: [],
    keptFrames: [],
    settledFrameIds: [],
    forgottenSensorIds: [],
    forgottenChainIds: [],
    complete: () => ({ counts: { saved: 0, alreadyStored: 0, ended: 0, dead: 0 }, fates: null }),
    ...contents,
  };
}

/** For tests: the activity that one process reported. Kinds without any are left out. */
export function activityPart(contents: Partial<ActivityPart>): ActivityPart {
  return {
    records: [],
    keptPerDevice: 200,
    tenantOf: (accountId) => accountId,
    clocks: [],
    times: [],
    quarantined: [],
    troubles: new Map(),
    counts: [],
    refusedRequests: [],
    ...contents,
  };
}
