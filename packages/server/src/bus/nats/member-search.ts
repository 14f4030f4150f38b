import type { Role } from "../messages.ts";
import type { MemberChannel } from "./member-channel.ts";
import type { MemberList, Membership } from "./membership.ts";
import type { Peers } from "./peers.ts";

/** How often a caller that waits for a missing member looks for it. */
const lookEveryMs = 100;
/** How long a listed member that has not introduced itself yet may take to do so. */
const greetingMaxMs = 250;

interface MemberSearchOptions {
  readonly channel: MemberChannel;
  readonly membership: Pick<Membership, "list">;
  readonly peers: Peers;
}

/** Looks for members on behalf of callers that want to ask them something. */
export class MemberSearch {
  readonly #options: MemberSearchOptions;
  #reading: Promise<MemberList> | null = null;

  constructor(options: MemberSearchOptions) {
    this.#options = options;
  }

  /** Looks once, or until the timeout if the caller is patient. */
  async find(role: Role, timeoutMs: number, isPatient = false): Promise<void> {
    const { peers } = this.#options;
    const deadlineMs = performance.now() + timeoutMs;
    await this.#look(role);
    while (isPatient && !peers.has(role) && performance.now() < deadlineMs) {
      await Bun.sleep(lookEveryMs);
      await this.#look(role);
    }
  }

  /** A member that has just joined is listed, even if it has not introduced itself yet. */
  async #look(role: Role): Promise<void> {
    const { channel, membership, peers } = this.#options;
    if (!channel.isConnected) return;
    const askedMs = performance.now();
    this.#reading ??= membership.list().finally(() => {
      this.#reading = null;
    });
    const list = await this.#reading.catch(() => null);
    if (list === null) return;
    channel.listed(list, askedMs);
    peers.listed(list, askedMs);
    const isListed = list.members.some((member) => member.role === role && !member.isRevoked);
    const deadlineMs = performance.now() + greetingMaxMs;
    while (isListed && !peers.has(role) && performance.now() < deadlineMs) await Bun.sleep(1);
  }
}
