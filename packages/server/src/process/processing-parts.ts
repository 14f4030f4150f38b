import type { QueueReader } from "../queue/queue-reader.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";
import type { Settlement } from "../store/settlement.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import type { HostParts } from "./chains/host-parts.ts";
import type { Traces } from "./chains/traces.ts";
import type { FairTurns } from "./fair-turns.ts";
import type { PartitionScope } from "./partition-scope.ts";

/** What the processor of a partition is built from. All of it belongs to one owner. */
export interface ProcessingParts extends HostParts {
  readonly scope: PartitionScope;
  readonly queue: QueueReader;
  readonly chains: ChainDirectory;
  readonly turns: FairTurns;
  readonly traces?: Traces;
  readonly settlement: Settlement;
  readonly queries: OwnerQueries;
  readonly hasDevice: (deviceId: number) => boolean;
  /** The epoch under which this process owns the partition. */
  readonly epoch: number;
  /** Called when there are new messages in the outbox. */
  readonly onSent?: () => void;
}
