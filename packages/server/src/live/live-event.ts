import type { ActivityRecord } from "../activity/activity-record.ts";

/** Something that happened and that open pages may want to show. */
export type LiveEvent =
  | {
      readonly kind: "value";
      readonly accountId: number;
      readonly device: string;
      readonly sensor: string;
      readonly slug: string;
      readonly atUs: number;
      readonly value: number;
    }
  | {
      readonly kind: "alarm";
      readonly accountId: number;
      readonly device: string;
      readonly sensor: string;
      readonly name: string;
      readonly change: AlarmEventChange;
      readonly severity: string | null;
      readonly message: string | null;
      readonly atUs: number;
      readonly value: number;
    }
  | {
      readonly kind: "device";
      readonly accountId: number;
      readonly device: string;
      readonly lastConnectedMs: number;
    }
  | { readonly kind: "deletion"; readonly accountId: number; readonly device: string }
  | ({ readonly kind: "chain"; readonly accountId: number } & ChainCounts)
  | {
      readonly kind: "activity";
      readonly accountId: number;
      readonly device: string;
      readonly request: ShownRequest;
    };

/** Chains raise and clear; people acknowledge, take that back, and clear. */
export type AlarmEventChange = "raised" | "cleared" | "acknowledged" | "unacknowledged";

/** A request of a device, with the first thing that is worth knowing of it. */
export interface ShownRequest {
  readonly record: ActivityRecord;
  readonly deviceName: string;
  readonly explanation: string | null;
  readonly firstProblem: { readonly field: string; readonly message: string } | null;
  readonly firstFinding: {
    readonly reason: string;
    readonly identifier: string | null;
    readonly suggestions: readonly string[];
    readonly explanation: string;
  } | null;
}

/** What a chain has counted since it was made, at the nodes of its live version, and what went wrong lately. */
export interface ChainCounts {
  readonly chain: string;
  readonly nodes: readonly {
    readonly node: string;
    readonly output: string;
    readonly readings: number;
    /** Those of them that ended here unsaved. */
    readonly ended: number;
  }[];
  /** The last one of each node that had any since the chain was last told of. */
  readonly errors: readonly {
    readonly node: string;
    readonly atMs: number;
    readonly reason: string;
    /** Whose reading it was; null where the sensor was removed since. */
    readonly sensor: string | null;
  }[];
}
