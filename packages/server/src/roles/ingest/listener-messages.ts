import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { PackedActivity } from "../../activity/activity-recorder.ts";
import type { Config } from "../../config/settings.ts";
import type { DeviceRecord, TokenUse } from "../../ingest/authenticate/device-registry.ts";
import type { IngestTotals } from "../../ingest/ingest-metrics.ts";
import type { Connections } from "../../ingest/last-connected.ts";
import type { ParkedAccount } from "../../ingest/settled-position.ts";
import type { IntakeAnswer, IntakeMessage, SharedLimit } from "../../installation/open-installation.ts";
import type { Position } from "../../queue/position.ts";

/** The first message to a listener thread. */
export interface ListenerStart {
  readonly kind: "start";
  readonly config: Config;
  /** The folder in which the manage process is found; null if it has an address of its own. */
  readonly dataFolder: string | null;
  readonly port: number;
  /** The number of listener threads. */
  readonly threads: number;
  readonly devices: readonly DeviceRecord[];
  readonly settledPositions: readonly Position[];
  readonly ring: SharedArrayBuffer;
  readonly limit: SharedLimit;
  readonly bodiesCounted: SharedArrayBuffer;
  readonly sourcesCounted: SharedArrayBuffer;
}

export type ListenerQuestion =
  /** Answered when no request can begin that sees the old devices. */
  | {
      readonly kind: "change devices";
      readonly put: readonly DeviceRecord[];
      readonly removed: readonly number[];
    }
  | { readonly kind: "collect activity" }
  | { readonly kind: "show"; readonly accountIds: readonly number[]; readonly max: number }
  | { readonly kind: "collect connections"; readonly max: number }
  | { readonly kind: "token uses" }
  | { readonly kind: "figures" }
  | { readonly kind: "drain"; readonly timeoutMs: number };

export interface ListenerAnswers {
  "change devices": null;
  "collect activity": PackedActivity | null;
  show: readonly ActivityRecord[];
  "collect connections": Connections;
  "token uses": readonly TokenUse[];
  figures: ListenerFigures;
  drain: null;
}

export interface ListenerFigures {
  readonly connections: number;
  readonly heldBytes: number;
  readonly totals: IngestTotals;
}

export type ToListener =
  | ListenerStart
  | IntakeAnswer
  | { readonly kind: "ask"; readonly id: number; readonly question: ListenerQuestion }
  | { readonly kind: "reached"; readonly position: Position; readonly parked: readonly ParkedAccount[] }
  | { readonly kind: "ready"; readonly isReady: boolean };

export type FromListener =
  | IntakeMessage
  | { readonly kind: "listening"; readonly url: string }
  | { readonly kind: "failed"; readonly message: string; readonly code: string | undefined }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "count"; readonly counter: string; readonly by: number }
  /** There is so much activity that it should be collected. */
  | { readonly kind: "full" }
  | { readonly kind: "is ready" };
