import type { Role } from "../messages.ts";
import { channelOf } from "./bus-message.ts";
import type { MemberList } from "./membership.ts";

/**
 * How many members that left in good order are remembered, until others have surely seen that they are no longer
 * listed.
 */
const doneMax = 1000;

/** The roles whose members change control data. */
const announcingRoles: readonly Role[] = ["manage", "command"];

/**
 * Finds manage processes and commands that ended without a goodbye. Such a member may have committed a change without announcing
 * it, and nobody else will announce it.
 */
export class LostAnnouncers {
  readonly #own: string;
  readonly #done = new Set<string>();
  #listed = new Set<string>();

  /** `own` is the channel of this process, which is ignored. */
  constructor(own: string) {
    this.#own = own;
  }

  /** The member has announced every change that it has committed, and leaves. */
  left(channel: string): void {
    this.#done.add(channel);
    if (this.#done.size <= doneMax) return;
    for (const oldest of this.#done) {
      this.#done.delete(oldest);
      return;
    }
  }

  /** Whether such a member was listed before and is not listed now. */
  take({ members }: MemberList): boolean {
    const before = this.#listed;
    const announcers = members.filter(({ role, isRevoked }) => announcingRoles.includes(role) && !isRevoked);
    this.#listed = new Set(announcers.map(({ id }) => id));
    for (const id of before) {
      const channel = channelOf(id);
      if (!this.#listed.has(id) && channel !== this.#own && !this.#done.has(channel)) return true;
    }
    return false;
  }
}
