import { channelOf } from "./bus-message.ts";
import type { MemberList } from "./membership.ts";

/** Members that leave in good order are remembered until others have surely seen that they are not listed any more. */
const doneMax = 1000;

/**
 * Finds members that have ended without a word. Those that change control data may have committed a change then, and not announced
 * it: nobody else will.
 */
export class LostAnnouncers {
  readonly #own: string;
  readonly #done = new Set<string>();
  #listed = new Set<string>();

  /** Without the process itself, which has the channel `own`. */
  constructor(own: string) {
    this.#own = own;
  }

  /** The member has announced all that it has committed, and leaves. */
  left(channel: string): void {
    this.#done.add(channel);
    if (this.#done.size <= doneMax) return;
    for (const oldest of this.#done) {
      this.#done.delete(oldest);
      return;
    }
  }

  /** Whether one was listed before and is not now. */
  take({ members }: MemberList): boolean {
    const before = this.#listed;
    const announcers = members.filter(({ role, isRevoked }) => role === "manage" && !isRevoked);
    this.#listed = new Set(announcers.map(({ id }) => id));
    for (const id of before) {
      const channel = channelOf(id);
      if (!this.#listed.has(id) && channel !== this.#own && !this.#done.has(channel)) return true;
    }
    return false;
  }
}
