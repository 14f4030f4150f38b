import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { LiveFeed } from "../live-feed.ts";
import type { OpenBatch } from "../open-batch.ts";
import type { OutboxRoom } from "../outbox-room.ts";
import type { ChainRecords } from "./chain-records.ts";
import type { ReadingRun } from "./reading-run.ts";

/** What all chains of the processor share. */
export interface HostParts {
  readonly batch: OpenBatch;
  readonly records: ChainRecords;
  readonly room: OutboxRoom;
  readonly run: ReadingRun;
  readonly clock: Clock;
  readonly log: Log;
  readonly feed: LiveFeed;
}
