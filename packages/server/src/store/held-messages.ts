import type { NotificationMessage } from "@weir/rule-engine/message";
import type { Claim } from "./outbox-store.ts";

/**
 * Keeps messages that wait although nothing failed: the account has reached its daily mail limit, or a recipient has
 * not confirmed yet. A held row becomes due when its time is up or when it is released. Until then no search for due
 * rows finds it, so it holds up nothing. Being held does not count as a try.
 *
 * Promises: holding or splitting a row needs its claim (see outbox-store.ts); nothing changes under a claim that has
 * ended. Releasing and refusing rows by address needs no claim, because it carries out a person's decision, whichever
 * process does it.
 */
export interface HeldMessages {
  hold(claim: Claim, hold: Hold): Promise<void>;
  /** Holds the due rows of a lane, oldest first. Resolves to how many. */
  holdLane(lane: HeldLane, hold: Hold): Promise<number>;
  /** Leaves the first group of recipients in the row and creates a row for each other group, due at the same time. */
  split(claim: Claim, groups: readonly (readonly string[])[]): Promise<void>;
  /**
   * Moves the alarms of messages that wait for a digest into the claimed row, which is the digest, and settles those messages.
   * Resolves to the digest; null if the claim has ended.
   */
  gather(digest: ClaimedDigest, nowMs: number): Promise<NotificationMessage | null>;
  /** What became of an alarm that a message is about. */
  alarmState(alarmId: number): Promise<"active" | "acknowledged" | "cleared" | "deleted">;
  /** The addresses that rows are held for. */
  heldFor(): Promise<HeldAddress[]>;
  /** Makes rows that are held for an address due now. Resolves to how many. */
  release(address: HeldAddress, nowMs: number, max: number): Promise<number>;
  /** Makes rows that are held for an address dead. */
  refuse(address: HeldAddress, reason: string, nowMs: number): Promise<void>;
  /** Makes rows that are held for no address due now, because the limit may have been raised. */
  releaseLanes(nowMs: number): Promise<void>;
}

export interface Hold {
  /** The reason, shown to people of the account. */
  readonly because: string;
  readonly untilMs: number;
  /** Lower case. */
  readonly address: string | null;
}

export interface HeldLane {
  readonly accountId: number;
  readonly destination: string;
  readonly nowMs: number;
  /** The row that was about to be sent. Other rows of the lane stay as they are if they are claimed. */
  readonly claimed: Claim;
  readonly max: number;
}

export interface ClaimedDigest {
  readonly claimed: Claim;
  readonly accountId: number;
  readonly destination: string;
  /** The key of the digest. Those of its messages begin with it and a colon. */
  readonly digest: string;
}

export interface HeldAddress {
  readonly accountId: number;
  /** Lower case. */
  readonly address: string;
}
