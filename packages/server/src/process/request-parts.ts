import type { ActivityKeeper } from "../store/activity/activity-keeper.ts";
import type { Housekeeping } from "../store/housekeeping.ts";
import type { HeldMessages } from "../store/outbox/held-messages.ts";
import type { OutboxStore } from "../store/outbox/outbox-store.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";
import type { StoredIdentities } from "../store/readings/stored-identities.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import type { HostParts } from "./chains/host-parts.ts";
import type { Traces } from "./chains/traces.ts";
import type { PartitionScope } from "./partition-scope.ts";
import type { Processor } from "./processor.ts";
import type { StoredReadings } from "./stored-readings.ts";

export interface RequestParts {
  readonly scope: PartitionScope;
  readonly processor: Processor;
  readonly chains: ChainDirectory;
  readonly traces: Traces;
  readonly outbox: Pick<OutboxStore, "retry">;
  readonly held: Pick<HeldMessages, "refuse">;
  readonly host: HostParts;
  readonly queries: OwnerQueries;
  readonly activityKeeper: Pick<ActivityKeeper, "releaseQuarantined" | "keep">;
  readonly housekeeping: Pick<
    Housekeeping,
    "removeRange" | "removeSensor" | "removeLevels" | "removeStatistics" | "removeRecords" | "removeAccount"
  >;
  /** The epoch under which this process owns the partition. */
  readonly epoch: number;
  /** Null if the device was deleted. */
  readonly deviceUuid: (deviceId: number) => string | null;
  readonly identities: StoredIdentities;
  readonly stored: Pick<StoredReadings, "of" | "accountsAbove">;
}
