import type { Role } from "../messages.ts";

/**
 * Who is a member of the cluster, as a database that all members share has it, and this process' own place among them.
 *
 * Promises: a member acts only while it holds its lease, which it renews all the time. Once `revoke` has resolved, that member
 * does not act any more, under any clock, whether it is stopped, cut off or slow, until it has joined again. A member that was
 * revoked learns of it when it renews, at the latest. No promise depends on what time it is anywhere.
 */
export interface Membership {
  /**
   * Enters a member under an id that was never used before. It keeps its place from then on, but holds no lease before `begin`.
   */
  join(member: NewMember): Promise<void>;
  /** The member works by everything that was announced since it joined, so it may act from now on. */
  begin(): void;
  /** Stops acting, and renewing. */
  end(): void;
  /** Takes the member from the list. */
  leave(): Promise<void>;
  /** All members there are now, those that can no longer renew among them. */
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
  /** How often it has renewed its lease. */
  readonly renewals: number;
  /** It cannot renew its lease any more, and may still act until the lease ends. */
  readonly isRevoked: boolean;
}

export interface MemberList {
  readonly members: readonly ListedMember[];
  /** When the list had arrived, by the monotonic clock of this process. */
  readonly readMs: number;
}

export interface MembershipWatcher {
  /** At every renewal. `askedMs` is when the list was asked for, by the monotonic clock of this process. */
  listed(list: MemberList, askedMs: number): void;
  /** This member was revoked, and acts no more. Changes may have been announced without it. */
  revoked(): void;
}
