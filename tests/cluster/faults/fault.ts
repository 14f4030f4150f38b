import type { SmallDisk } from "../../harness/small-disk.ts";
import type { CheckedLoad } from "./checked-load.ts";
import type { CutOff } from "./cut-off.ts";
import type { TestedCluster } from "./tested-cluster.ts";

/** A fault of a part of a cluster. */
export interface Fault {
  readonly name: string;
  /** How long it lasts, at least. */
  readonly lastsMs: number;
  /**
   * Whether it affects a server of the queue. A copy of the stream may then hold other entries than the rest (decision 0046).
   */
  readonly isOfQueue?: boolean;
  /**
   * Whether this release of NATS is known to lose acknowledged entries by it. Then Weir must report that something was lost.
   */
  readonly mayLose?: boolean;
  /** Why it cannot be tried here. */
  readonly impossible?: string | null;
  begin(cluster: TestedCluster, load: Pick<CheckedLoad, "pause" | "resume">): Promise<OngoingFault>;
}

/** A fault between its beginning and its repair. */
export interface OngoingFault {
  /**
   * Asked before the repair: why the fault had no effect on the part that it was meant for; null if it had one. A fault
   * that does not bite proves nothing.
   */
  whyHarmless(): Promise<string | null>;
  /** Resolves to a remark if it took more than usual. */
  putRight(): Promise<string | undefined>;
}

/** Requirements of some faults, and why one is missing. */
export interface FaultTools {
  readonly cutOff: CutOff | null;
  readonly whyNoCutOff: string | null;
  readonly disk: SmallDisk | null;
  readonly whyNoDisk: string | null;
  readonly whyNoWrongClock: string | null;
}
