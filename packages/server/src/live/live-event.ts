import type {
  AlarmEventChange,
  LiveChainCounts,
  LiveNodeError,
  LiveRequest,
} from "@weir/protocol/manage/live-events";
import type { ActivityRecord, ReadingFinding } from "../activity/activity-record.ts";

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

/** A request of a device, with the first thing that is worth knowing of it. */
export interface ShownRequest {
  readonly record: ActivityRecord;
  readonly deviceName: string;
  readonly explanation: string | null;
  readonly firstProblem: LiveRequest["first_problem"];
  readonly firstFinding:
    | (Pick<ReadingFinding, "reason" | "identifier"> & {
        readonly suggestions: readonly string[];
        readonly explanation: string;
      })
    | null;
}

/** As they are known where they are counted. */
export type ChainCounts = Omit<LiveChainCounts, "errors"> & {
  readonly errors: readonly (Omit<LiveNodeError, "at"> & { readonly atMs: number })[];
};
