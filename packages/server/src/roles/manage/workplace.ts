import type { Control } from "../../control/control.ts";
import type { Installation } from "../../installation/installation.ts";
import type { ChainControl } from "../../manage/chains/work/chain-control.ts";
import type { ApiParts } from "../../manage/core/api-context.ts";
import type { ImportSink } from "../../manage/core/import-sink.ts";
import type { Log } from "../../platform/log.ts";

export interface WorkplaceOptions {
  readonly log: Log;
  /** Whether the command may create an installation that does not exist yet. */
  readonly begins: boolean;
}

/** What the API of a command has opened for itself. */
export interface OpenedHere extends Pick<ApiParts, "activity" | "outbox"> {
  readonly control: ChainControl;
}

/** The parts of the API that only a running server can answer. */
export type AnsweredElsewhere = Pick<
  ApiParts,
  | "accepted"
  | "ask"
  | "sendAsDevice"
  | "system"
  | "cluster"
  | "counts"
  | "notices"
  | "uses"
  | "flush"
  | "recentActivity"
  | "live"
>;

/**
 * Where a command of the operator works if no server answers it: on the data folder, or on the engines of a cluster.
 * Changes are announced to the processes that run there.
 */
export interface Workplace {
  readonly installation: Installation;
  readonly announce: Control["announce"];
  readonly imports: ImportSink;
  reachOthers(opened: OpenedHere): Promise<AnsweredElsewhere>;
  close(): Promise<void>;
}
