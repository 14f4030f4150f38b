import { onlyPartition, startOf } from "../../../queue/position.ts";
import { SavedReadings } from "../../readings/saved-readings.ts";
import type { SettledBatch } from "../../settlement.ts";

/** For tests: a batch with only the given contents. It counts the readings that it saves. */
export function emptyBatch(given: Partial<SettledBatch>): SettledBatch {
  const { saves = new SavedReadings() } = given;
  return {
    from: startOf(onlyPartition),
    to: startOf(onlyPartition),
    mustLast: false,
    queueBytes: 0,
    lastEntries: null,
    saves,
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
    complete: (alreadyStored) => ({
      counts: {
        saved: saves.count - alreadyStored.length,
        alreadyStored: alreadyStored.length,
        ended: 0,
        dead: 0,
      },
      fates: null,
    }),
    ...given,
  };
}
