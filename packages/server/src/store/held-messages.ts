import type { Claim } from "./outbox-store.ts";

/**
 * Messages that wait although nothing failed: the account has sent its mails of the day, or a recipient has not confirmed
 * yet. A held row is due again when its time is up, or when it is released; until then no look for due rows meets it, so it
 * holds up nothing. Being held does not count as a try.
 *
 * Promises: holding or splitting a row takes its claim (see outbox-store.ts); under a claim that has ended nothing changes.
 * Releasing and refusing rows by address is about what people decided, which is the same whoever carries it out.
 */
export interface HeldMessages {
  hold(claim: Claim, hold: Hold): Promise<void>;
  /** Holds the rows of a lane that are due, the oldest first; resolves to how many. */
  holdLane(lane: HeldLane, hold: Hold): Promise<number>;
  /** Leaves the first group of recipients to the row and makes a row for each other group, all of them due as it was. */
  split(claim: Claim, groups: readonly (readonly string[])[]): Promise<void>;
  /** Addresses that rows are held for. */
  heldFor(): Promise<HeldAddress[]>;
  /** Makes rows due now that are held for an address; resolves to how many. */
  release(address: HeldAddress, nowMs: number, max: number): Promise<number>;
  /** Makes the rows that are held for an address dead. */
  refuse(address: HeldAddress, reason: string, nowMs: number): Promise<void>;
  /** Makes the rows due now that are held for no address: the limit may have been raised since. */
  releaseLanes(nowMs: number): Promise<void>;
}

export interface Hold {
  /** For the account's people. */
  readonly because: string;
  readonly untilMs: number;
  /** In lower case. */
  readonly address: string | null;
}

export interface HeldLane {
  readonly accountId: number;
  readonly destination: string;
  readonly nowMs: number;
  /** The row that was about to be sent. Of the others, those that are claimed are left alone. */
  readonly claimed: Claim;
  readonly max: number;
}

export interface HeldAddress {
  readonly accountId: number;
  /** In lower case. */
  readonly address: string;
}
