import type { Log } from "../platform/log.ts";
import type { Settlement } from "../store/settlement.ts";
import type { ActivityWriter } from "./activity-writer.ts";
import type { RuleCheck } from "./alerts/rule-check.ts";
import type { BatteryPurger } from "./battery-purger.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import type { ConnectionWriter } from "./connection-writer.ts";
import type { LiveFeed } from "./live-feed.ts";
import type { MergeWalk } from "./merge-walk.ts";
import type { OutageLog } from "./outage-log.ts";
import type { PartitionScope } from "./partition-scope.ts";
import type { FromProcessor } from "./process-messages.ts";
import type { Processor } from "./processor.ts";
import type { ProcessorRequest } from "./processor-request.ts";
import type { Purger } from "./purger.ts";
import type { RowFiling } from "./row-filing.ts";

/** What the processor's loop drives, and what it reports to. */
export interface ProcessorParts {
  readonly processor: Processor;
  readonly settlement: Settlement;
  readonly connections: ConnectionWriter;
  readonly chains: ChainDirectory;
  readonly scope: PartitionScope;
  readonly housekeeping: HousekeepingParts;
  readonly ruleCheck: RuleCheck;
  /** Removed sensors, whose readings end. */
  readonly removedSensors: () => Iterable<number>;
  readonly activityWriter: ActivityWriter;
  readonly log: Log;
  /** All partitions of the process share it. */
  readonly outage: OutageLog;
  readonly send: (message: FromProcessor) => void;
  readonly feed: LiveFeed;
  readonly reviewHeld: () => void;
  readonly answer: (request: ProcessorRequest) => Promise<unknown>;
  /** Reads changed control data again: of these devices, or all of it. Resolves to whether it was all of it. */
  readonly refresh: (deviceIds: readonly number[] | null) => Promise<boolean>;
}

/** Work on readings and statistics that are stored already. */
export interface HousekeepingParts {
  readonly purger: Purger;
  readonly batteryPurger: BatteryPurger;
  readonly rowFiling: RowFiling;
  readonly mergeWalk: MergeWalk;
  /** Makes some of the old statistics coarser. Resolves to whether there may be more to do. */
  readonly tidyStatistics: () => Promise<boolean>;
}
