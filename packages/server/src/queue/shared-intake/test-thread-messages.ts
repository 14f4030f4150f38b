import type { IntakeOutcomes, ToIntake } from "./intake-messages.ts";
import type { RingMemory } from "./request-ring.ts";

export type ToTestThread =
  | ToIntake
  | {
      readonly kind: "open";
      readonly dataDir: string;
      readonly ring: RingMemory;
      readonly options: { readonly backlogBytesMax?: number; readonly identitiesMax?: number };
    }
  | { readonly kind: "found"; readonly receivedMs: readonly number[] }
  | { readonly kind: "settle" }
  | { readonly kind: "close" };

export type FromTestThread =
  | IntakeOutcomes
  | { readonly kind: "opened" }
  | { readonly kind: "closed" }
  | { readonly kind: "find"; readonly values: readonly number[] };
