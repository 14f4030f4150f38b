import type {
  LiveAlarm,
  LiveChainCounts,
  LiveNodeError,
  LiveRequest,
  LiveValue,
} from "@weir/protocol/manage/live-events";

/** Something that happened and that open pages may show. */
export type LiveEvent =
  | (Happened<"value"> & Omit<LiveValue, "at">)
  | (Happened<"alarm"> & Omit<LiveAlarm, "at">)
  | {
      readonly kind: "device";
      readonly accountId: number;
      readonly device: string;
      readonly lastConnectedMs: number;
    }
  | { readonly kind: "deletion"; readonly accountId: number; readonly device: string }
  | ({ readonly kind: "chain"; readonly accountId: number } & ChainCounts)
  | {
      readonly kind: "activity" | "outcome";
      readonly accountId: number;
      readonly device: string;
      readonly request: LiveRequest;
    };

interface Happened<Kind> {
  readonly kind: Kind;
  readonly accountId: number;
  readonly atUs: number;
}

/** The counts as known where they are counted. */
export type ChainCounts = Omit<LiveChainCounts, "errors"> & {
  readonly errors: readonly (Omit<LiveNodeError, "at" | "reason"> & {
    readonly atMs: number;
    readonly reason: string;
  })[];
};
