/** Loaded before Weir. Makes the store record the processor's position before it has the rows. */

import { SqliteSettlement } from "../../../packages/server/src/store/engine/sqlite/sqlite-settlement.ts";
import { SavedReadings } from "../../../packages/server/src/store/readings/saved-readings.ts";

/** Most of the time in which a kill can happen, so that hardly any kill misses it. */
const betweenMs = 400;
const nothingSettled = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
const noRows = new SavedReadings();
const { commit } = SqliteSettlement.prototype;

SqliteSettlement.prototype.commit = async function (batch, epoch) {
  const { saves, to } = batch;
  await commit.call(this, { ...batch, saves: noRows }, epoch);
  // Skipped if there is nothing to lose: after readings, their statistics are written, and a kill would fall into that
  // wait.
  if (saves.count > 0) Bun.sleepSync(betweenMs);
  const complete = () => ({ counts: nothingSettled, fates: null });
  return commit.call(this, { ...nothing, from: to, to, saves, complete }, epoch);
};

const nothing = {
  mustLast: false,
  queueBytes: 0,
  lastEntries: null,
  statistics: { counts: [], nowMs: 0 },
  batteryLevels: [],
  states: [],
  alarms: [],
  deadLetters: [],
  removedLetterIds: [],
  messages: [],
  nodeCounts: [],
  nodeErrors: [],
  unsavedEnds: [],
  chainUses: [],
  parked: [],
  keptFrames: [],
  settledFrameIds: [],
  forgottenSensorIds: [],
  forgottenChainIds: [],
};
