import type { RawBuilder, SqlBool } from "kysely";
import {
  activeAlarms,
  alarmsById,
  keptInOrder,
  newestSilenceAlarms,
  silenceAlarmsByDevice,
} from "./alarms/kept-alarms.ts";
import { firstFrames, keptBacklogs, placedIn } from "./backlog/kept-frames.ts";
import { keptCounts, rulesWithStates, statesOfSensors } from "./counts/kept-counts.ts";
import type { StateRow } from "./counts/record.ts";
import { keptLetters } from "./dead-letters/kept-letters.ts";
import { letterOf } from "./dead-letters/record.ts";
import type { StoreWriter } from "./engine/store-writer.ts";
import { waitingMessages } from "./outbox/kept-messages.ts";
import { waitingMaxPerAccount } from "./outbox/record.ts";
import type { OwnerQueries } from "./owner-queries.ts";

interface KeptOptions {
  readonly partition: number;
  /** Matches the rows of the partition; null if it has all rows. */
  readonly within: RawBuilder<SqlBool> | null;
  readonly waitingMax?: number | undefined;
}

type KeptRecords = Omit<OwnerQueries, "progress" | "lastEntries" | "lastIds">;

/** Reads records for the owner of a partition, on the connection with which it writes and with the same SQL on every engine. */
export function keptRecords(
  writer: StoreWriter,
  { partition, within, waitingMax = waitingMaxPerAccount }: KeptOptions,
): KeptRecords {
  const { dialect } = writer;
  const rows: StoreWriter["rows"] = (statement) => writer.rows(statement);
  // Every batch may need states.
  const states = writer.prepare<{ sensorIds: readonly number[] }, StateRow>(
    ({ sensorIds }) => statesOfSensors(dialect, sensorIds),
    "node states",
  );
  return {
    async states(sensorIds) {
      const found = await states.rows({ sensorIds });
      return found.map(({ chainId, nodeId, sensorId, state }) => ({
        node: { chainId, nodeId },
        sensorId,
        state,
      }));
    },

    activeAlarms: () => rows(activeAlarms(dialect, within)),

    async alarms(ids) {
      return keptInOrder(ids, await rows(alarmsById(dialect, ids, within)));
    },

    async silenceAlarms(deviceIds) {
      return silenceAlarmsByDevice(await rows(newestSilenceAlarms(dialect, deviceIds)));
    },

    async outboxRoom(accountIds) {
      const counted = await rows(waitingMessages(dialect, accountIds, waitingMax));
      return new Map(counted.map(({ accountId, waiting }) => [accountId, waitingMax - waiting]));
    },

    nodeCounts: () => rows(keptCounts(dialect)),

    async rulesWithStates() {
      return (await rows(rulesWithStates(dialect))).map(({ id }) => id);
    },

    async deadLetters(filter) {
      return (await rows(keptLetters(dialect, filter, within))).map(letterOf);
    },

    async backlogs() {
      return placedIn(partition, await rows(keptBacklogs(dialect, within)));
    },

    async parked(accountId, bytesMax) {
      return placedIn(partition, await rows(firstFrames(dialect, { accountId, bytesMax }, within)));
    },
  };
}
