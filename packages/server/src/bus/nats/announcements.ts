import type { ControlChange } from "../../control/control.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import { type Acknowledgement, type Announcement, channelOf } from "./bus-message.ts";
import type { MemberChannel } from "./member-channel.ts";
import type { ListedMember, MemberList, Membership } from "./membership.ts";

/** How often a change is sent again to a member that has not applied it. */
const repeatEveryMs = 200;
/** A member that is silent for this long is given up. */
const silentMaxMs = 1000;
/** A member that is still applying the change after this time is given up too. */
const applyMaxMs = 5000;
/** How soon the database is asked again if it does not answer. */
const retryEveryMs = 250;
/** Most announcements at once. Further ones are refused. */
const openMax = 1000;

/** The bus is unavailable, so a change has not reached all members. They receive it when the bus is back. */
export class BusUnavailableError extends Error {
  readonly code = "bus_unavailable";

  constructor() {
    super(
      "The change is saved, but has not reached all servers yet. They receive it as soon as they can be reached.",
    );
  }
}

interface AnnouncementsOptions {
  readonly channel: MemberChannel;
  readonly membership: Pick<Membership, "list" | "revoke">;
  readonly log: Log;
}

interface Awaited {
  lastWordMs: number;
  state: Acknowledgement["state"] | "silent" | "left";
  /** Called with the member's final answer. */
  heard: () => void;
}

/**
 * Brings changes to all other members. An announcement is done when each member has confirmed the change, or was
 * revoked and can no longer act. It continues until then even if the connection fails, because nobody else would
 * announce the change.
 */
export class Announcements {
  readonly #options: AnnouncementsOptions;
  /** By the number of the announcement and the channel of the member. */
  readonly #awaited = new Map<string, Awaited>();
  #lastNumber = 0;
  #open = 0;
  #isClosed = false;

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
  }

  /** Resolves when no other member acts on the state before the changes. */
  async announce(changes: readonly ControlChange[]): Promise<void> {
    if (this.#open >= openMax) throw new BusUnavailableError();
    this.#open++;
    try {
      const message: Announcement = { kind: "change", number: ++this.#lastNumber, changes };
      const list = await this.#untilDone(() => this.#options.membership.list());
      const others = list.members.filter(({ id }) => channelOf(id) !== this.#options.channel.id);
      await Promise.all(others.map((member) => this.#convince(member, list, message)));
    } finally {
      this.#open--;
    }
  }

  acknowledged(channel: string, { number, state }: Acknowledgement): void {
    const awaited = this.#awaited.get(keyOf(number, channel));
    if (awaited === undefined) return;
    awaited.lastWordMs = performance.now();
    awaited.state = state;
    if (state !== "working") awaited.heard();
  }

  /** The member has left by itself and no longer acts. */
  left(channel: string): void {
    for (const [key, awaited] of this.#awaited) {
      if (!key.endsWith(` ${channel}`)) continue;
      awaited.state = "left";
      awaited.heard();
    }
  }

  /** Whether all announcements so far have reached every member. */
  get isDone(): boolean {
    return this.#open === 0;
  }

  /** The process ends. Announcements in progress fail. */
  close(): void {
    this.#isClosed = true;
  }

  async #convince(member: ListedMember, list: MemberList, message: Announcement): Promise<void> {
    const { membership, log } = this.#options;
    if (!member.isRevoked) {
      const state = await this.#send(channelOf(member.id), message);
      if (state === "applied" || state === "left") return;
      log.warn("a member has not applied a change and is given up", {
        member: member.id,
        role: member.role,
        state,
      });
    }
    await this.#untilDone(() => membership.revoke(member, list));
  }

  /** Sends the change repeatedly, and resolves to the last state that the member reported. */
  async #send(to: string, message: Announcement): Promise<Awaited["state"]> {
    const { channel } = this.#options;
    const key = keyOf(message.number, to);
    const beganMs = performance.now();
    const awaited: Awaited = { lastWordMs: beganMs, state: "silent", heard: () => undefined };
    this.#awaited.set(key, awaited);
    try {
      while (!this.#isClosed) {
        const heard = Promise.withResolvers<void>();
        awaited.heard = heard.resolve;
        // While this process itself is cut off, the silence of others means nothing.
        if (!channel.send(to, message)) awaited.lastWordMs = performance.now();
        await Promise.race([heard.promise, Bun.sleep(repeatEveryMs)]);
        if (awaited.state !== "silent" && awaited.state !== "working") return awaited.state;
        if (performance.now() - beganMs > applyMaxMs && awaited.state === "working") return awaited.state;
        if (performance.now() - awaited.lastWordMs <= silentMaxMs) continue;
        // It means nothing either while the NATS server hangs.
        if (await channel.answers()) return awaited.state;
        awaited.lastWordMs = performance.now();
      }
      throw new BusUnavailableError();
    } finally {
      this.#awaited.delete(key);
    }
  }

  async #untilDone<T>(work: () => Promise<T>): Promise<T> {
    let isLogged = false;
    while (!this.#isClosed) {
      try {
        return await work();
      } catch (error) {
        if (!isLogged) {
          this.#options.log.error("the members of the cluster cannot be read, trying again", {
            reason: reasonOf(error),
          });
        }
        isLogged = true;
        await Bun.sleep(retryEveryMs);
      }
    }
    throw new BusUnavailableError();
  }
}

function keyOf(number: number, channel: string): string {
  return `${number} ${channel}`;
}
