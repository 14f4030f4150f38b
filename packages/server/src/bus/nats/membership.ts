import type { Role } from "../messages.ts";

/**
 * The members of the cluster, as listed in a database that all members share, and the place of this process among them.
 *
 * Promises: a member acts only while it holds its lease, which it renews all the time. Once `revoke` has resolved, that
 * member does not act until it has joined again, even if it was stopped, cut off or slow, and whatever its clock says.
 * A revoked member learns of it at its next renewal at the latest. No promise depends on the time of day of any
 * machine.
 */
export interface Membership {
  /**
   * Enters a member under an id that was never used before. It keeps its place from then on, but holds no lease before
   * `begin`.
   */
  join(member: NewMember): Promise<void>;
  /** The member has applied everything that was announced since it joined, so it may act from now on. */
  begin(): void;
  /** Stops acting and renewing. */
  end(): void;
  /** Removes the member from the list. */
  leave(): Promise<void>;
  /** All current members, including those that can no longer renew. */
  list(): Promise<MemberList>;
  /** Resolves when the member no longer acts. The member must be from this list. */
  revoke(member: ListedMember, list: MemberList): Promise<void>;
  /** Called once, before `join`. */
  watch(watcher: MembershipWatcher): void;
}

export interface NewMember {
  readonly id: string;
  readonly role: Role;
}

export interface ListedMember extends NewMember {
  /** The id of the key that it signs with. Null for a member of the version before, which does not sign. */
  readonly keyId: string | null;
  /** How often the member has renewed its lease. */
  readonly renewals: number;
  /** The member can no longer renew its lease, but may still act until the lease ends. */
  readonly isRevoked: boolean;
}

export interface MemberList {
  readonly members: readonly ListedMember[];
  /** When the list arrived, by the monotonic clock of this process. */
  readonly readMs: number;
}

export interface MembershipWatcher {
  /** Called at every renewal. `askedMs` is when the list was requested, by the monotonic clock of this process. */
  listed(list: MemberList, askedMs: number): void;
  /** This member was revoked and no longer acts. Changes may have been announced without it. */
  revoked(): void;
}
