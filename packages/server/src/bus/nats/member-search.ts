import type { Role } from "../messages.ts";
import type { MemberChannel } from "./member-channel.ts";
import type { MemberList, Membership } from "./membership.ts";
import type { Peers } from "./peers.ts";

/** How often a missing member is looked for, by whoever waits for it. */
const lookEveryMs = 100;
/** How long a member that is on the list, and was not heard of yet, may take to say that it is there. */
const greetingMaxMs = 250;

export interface MemberSearchOptions {
  readonly channel: MemberChannel;
  readonly membership: Pick<Membership, "list">;
  readonly peers: Peers;
}

/** Looks for members on behalf of those who want to ask them something. */
export class MemberSearch {
  readonly #options: MemberSearchOptions;
  #reading: Promise<MemberList> | null = null;

  constructor(options: MemberSearchOptions) {
    this.#options = options;
  }

  /** Looks once, or for as long as the caller is patient. */
  async find(role: Role, timeoutMs: number, isPatient = false): Promise<void> {
    const { peers } = this.#options;
    const deadlineMs = performance.now() + timeoutMs;
    await this.#look(role);
    while (isPatient && !peers.has(role) && performance.now() < deadlineMs) {
      await Bun.sleep(lookEveryMs);
      await this.#look(role);
    }
  }

  /** A member that has only just joined is on the list already, even if it was not heard of yet. */
  async #look(role: Role): Promise<void> {
    const { channel, membership, peers } = this.#options;
    if (!channel.isConnected) return;
    const askedMs = performance.now();
    this.#reading ??= membership.list().finally(() => {
      this.#reading = null;
    });
    const list = await this.#reading.catch(() => null);
    if (list === null) return;
    peers.listed(list, askedMs);
    const isListed = list.members.some((member) => member.role === role && !member.isRevoked);
    const deadlineMs = performance.now() + greetingMaxMs;
    while (isListed && !peers.has(role) && performance.now() < deadlineMs) await Bun.sleep(1);
  }
}
