import type { RawBuilder } from "kysely";
import { onlyPartition } from "../queue/position.ts";
import {
  activeAlarms,
  alarmsById,
  keptInOrder,
  newestSilenceAlarms,
  silenceAlarmsByDevice,
} from "./alarms/kept-alarms.ts";
import { firstFrames, keptBacklogs, placedIn } from "./backlog/kept-frames.ts";
import { keptCounts, rulesWithStates } from "./counts/kept-counts.ts";
import { keptLetters } from "./dead-letters/kept-letters.ts";
import { letterOf } from "./dead-letters/record.ts";
import type { StoreDialect } from "./engine/store-dialect.ts";
import { waitingMessages } from "./outbox/kept-messages.ts";
import { waitingMaxPerAccount } from "./outbox/record.ts";
import type { OwnerQueries } from "./owner-queries.ts";

/** The connection of the owner of a partition. */
interface OwnerReader {
  readonly dialect: StoreDialect;
  /** Left out on an engine whose only partition has all rows. */
  readonly partition?: number;
  rows<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
}

type KeptRecords = Omit<OwnerQueries, "progress" | "lastEntries" | "lastIds" | "states">;

/** Reads records for the owner of a partition, with the same SQL on every engine. */
export function keptRecords(
  { dialect, partition, rows }: OwnerReader,
  waitingMax = waitingMaxPerAccount,
): KeptRecords {
  const place = partition ?? onlyPartition;
  return {
    activeAlarms: () => rows(activeAlarms(dialect, partition)),

    async alarms(ids) {
      return keptInOrder(ids, await rows(alarmsById(dialect, ids, partition)));
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
      return (await rows(keptLetters(dialect, filter, partition))).map(letterOf);
    },

    async backlogs() {
      return placedIn(place, await rows(keptBacklogs(dialect, partition)));
    },

    async parked(accountId, bytesMax) {
      return placedIn(place, await rows(firstFrames(dialect, { accountId, bytesMax }, partition)));
    },
  };
}
