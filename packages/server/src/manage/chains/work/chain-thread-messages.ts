import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { Result } from "../../core/manage-error.ts";
import type { ChainOrder } from "./do-chain-work.ts";

export type ToChainThread =
  | {
      readonly kind: "begin";
      readonly order: ChainOrder;
      /** One number: the node that is being processed. */
      readonly progress: SharedArrayBuffer;
      /** Work that can end anywhere ends by itself after this time. */
      readonly timeUpMs: number;
    }
  /** The readings requested with "more"; null at the end of the readings. */
  | { readonly kind: "page"; readonly readings: readonly ChainReading[] | null };

export type FromChainThread =
  /** `thread`: the number that Linux gives the thread; null elsewhere. */
  | { readonly kind: "ready"; readonly thread: number | null }
  /** `spentMs`: the CPU time the work has taken so far, as the thread measures it. */
  | { readonly kind: "more"; readonly spentMs: number }
  | { readonly kind: "done"; readonly result: Result<unknown>; readonly spentMs: number }
  /** A bug of Weir. The thread can still be used. */
  | { readonly kind: "failed"; readonly reason: string };
