import type { ControlChange } from "../../control/control.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import { type Acknowledgement, type Announcement, channelOf } from "./bus-message.ts";
import type { MemberChannel } from "./member-channel.ts";
import type { ListedMember, MemberList, Membership } from "./membership.ts";

/** How often a change is sent again to a member that has not applied it. */
const repeatEveryMs = 200;
/** A member that says nothing for so long is given up. */
const silentMaxMs = 1000;
/** So is one that says all the time that it is still applying it. */
const applyMaxMs = 5000;
/** How soon the database is asked again where it does not answer. */
const retryEveryMs = 250;
/** Announcements at once. More than that are refused. */
const openMax = 1000;

/** The bus is away, so others cannot be told of a change. They are told when it is back. */
export class BusUnavailableError extends Error {
  readonly code = "bus_unavailable";

  constructor() {
    super(
      "The change is saved, but not all servers could be told of it yet. They will be as soon as they can be reached.",
    );
  }
}

export interface AnnouncementsOptions {
  readonly channel: MemberChannel;
  readonly membership: Pick<Membership, "list" | "revoke">;
  readonly log: Log;
}

interface Awaited {
  lastWordMs: number;
  state: Acknowledgement["state"] | "silent" | "left";
  /** Called at the last word. */
  heard: () => void;
}

/**
 * Brings changes to all other members. A change counts when each of them has said that it works by it, or was revoked and cannot
 * act any more. Whatever happens to the connection, an announcement goes on until then: nobody would ever tell the
 * others otherwise.
 */
export class Announcements {
  readonly #options: AnnouncementsOptions;
  /** By number of the announcement and channel of the member. */
  readonly #awaited = new Map<string, Awaited>();
  #lastNumber = 0;
  #open = 0;
  #isClosed = false;

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
  }

  /** Resolves when no other member acts by what was before. */
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

  /** The member has left by itself and acts no more. */
  left(channel: string): void {
    for (const [key, awaited] of this.#awaited) {
      if (!key.endsWith(` ${channel}`)) continue;
      awaited.state = "left";
      awaited.heard();
    }
  }

  /** Whether all that was announced so far has reached everybody. */
  get isDone(): boolean {
    return this.#open === 0;
  }

  /** The process ends. Announcements that are not done fail. */
  close(): void {
    this.#isClosed = true;
  }

  async #convince(member: ListedMember, list: MemberList, message: Announcement): Promise<void> {
    const { membership, log } = this.#options;
    if (!member.isRevoked) {
      const state = await this.#send(channelOf(member.id), message);
      if (state === "applied" || state === "left") return;
      log.warn("a member has not applied a change and is given up", {
        ...{ member: member.id, role: member.role, state },
      });
    }
    await this.#untilDone(() => membership.revoke(member, list));
  }

  /** Sends the change again and again, and resolves to the last that was heard of it. */
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
        // While this process itself is cut off, the silence of others says nothing.
        if (!channel.send(to, message)) awaited.lastWordMs = performance.now();
        await Promise.race([heard.promise, Bun.sleep(repeatEveryMs)]);
        if (awaited.state !== "silent" && awaited.state !== "working") return awaited.state;
        if (performance.now() - beganMs > applyMaxMs && awaited.state === "working") return awaited.state;
        if (performance.now() - awaited.lastWordMs <= silentMaxMs) continue;
        // The same goes for a server that hangs.
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
