import type { Log } from "../../platform/log.ts";
import { OccasionalWarning } from "../../platform/occasional-warning.ts";
import { channelOf } from "./bus-message.ts";
import type { MemberList, Membership } from "./membership.ts";
import type { MessageSigner, MessageWay } from "./message-signer.ts";

/** Messages that wait for the list of members. Further ones are lost. */
const heldMax = 1000;
const heldBytesMax = 64 * 1024 * 1024;
/** The list is not read again sooner. */
const readApartMs = 100;
/** Senders whose last number is remembered, also after they have left. Only senders that know the key are. */
const numbersMax = 10_000;

interface GateOptions {
  readonly signer: MessageSigner;
  readonly membership: Pick<Membership, "list">;
  readonly log: Log;
  /** The message may be believed. */
  readonly pass: (message: Buffer, sender: string) => void;
}

interface HeldMessage {
  readonly message: Buffer;
  readonly sender: string;
  readonly arrivedMs: number;
}

/**
 * Lets a message through if it is signed with the key of the cluster, was not received before, and comes from a member that
 * is listed. Everybody who reaches NATS can send messages, and only members have the key.
 *
 * A member may send before others see it in their list. Its messages wait, in order, while the list is read again. Only
 * signed messages lead to this, so strangers cause no reads. A listed member without a key is of the version before, which
 * does not sign, and is believed as before.
 *
 * Does not promise delivery: whoever can publish on NATS can also keep members from hearing each other.
 */
export class MessageGate {
  readonly #options: GateOptions;
  readonly #strangers: OccasionalWarning;
  readonly #repeats: OccasionalWarning;
  /** By channel, whether the member signs. */
  #members = new Map<string, boolean>();
  readonly #numbers = new Map<string, number>();
  #held: HeldMessage[] = [];
  #heldBytes = 0;
  #isReading = false;

  constructor(options: GateOptions) {
    this.#options = options;
    const clock = { nowMs: () => performance.now() };
    const warning = (text: string) => new OccasionalWarning(options.log, text, clock);
    this.#strangers = warning("messages on NATS that no member has signed are ignored");
    this.#repeats = warning("messages on NATS that were received before are ignored");
  }

  isListed(channel: string): boolean {
    return this.#members.has(channel);
  }

  /** `askedMs` is when the list was requested, by the monotonic clock of this process. */
  listed({ members }: MemberList, askedMs: number): void {
    const signs = new Map<string, boolean>();
    for (const { id, keyId } of members) {
      const channel = channelOf(id);
      signs.set(channel, signs.get(channel) === true || keyId !== null);
    }
    this.#members = signs;
    this.#release(askedMs);
  }

  take(message: Buffer, way: MessageWay): void {
    const { signer, pass } = this.#options;
    const { sender } = way;
    if (this.#members.get(sender) === false) {
      pass(message, sender);
      return;
    }
    const number = signer.check(message, way);
    if (number === null) {
      this.#strangers.warn({ sender });
      return;
    }
    if (number <= (this.#numbers.get(sender) ?? 0)) {
      this.#repeats.warn({ sender });
      return;
    }
    this.#remember(sender, number);
    if (this.#members.has(sender)) pass(message, sender);
    else this.#hold(message, sender);
  }

  #remember(sender: string, number: number): void {
    this.#numbers.set(sender, number);
    if (this.#numbers.size <= numbersMax) return;
    for (const other of this.#numbers.keys()) {
      if (this.#members.has(other)) continue;
      this.#numbers.delete(other);
      return;
    }
  }

  #hold(message: Buffer, sender: string): void {
    if (this.#held.length >= heldMax || this.#heldBytes + message.length > heldBytesMax) return;
    this.#keep({ message, sender, arrivedMs: performance.now() });
    if (this.#isReading) return;
    this.#isReading = true;
    void this.#readList();
  }

  async #readList(): Promise<void> {
    while (this.#held.length > 0) {
      const askedMs = performance.now();
      const list = await this.#options.membership.list().catch(() => null);
      if (list === null) this.#drop();
      else this.listed(list, askedMs);
      if (this.#held.length > 0) await Bun.sleep(readApartMs);
    }
    this.#isReading = false;
  }

  /**
   * A member is listed before it sends anything. So if a list was requested after a message arrived and does not have its
   * sender, the sender has left.
   */
  #release(askedMs: number): void {
    const held = this.#held;
    this.#drop();
    for (const one of held) {
      if (this.#members.has(one.sender)) this.#options.pass(one.message, one.sender);
      else if (one.arrivedMs > askedMs) this.#keep(one);
    }
  }

  #keep(one: HeldMessage): void {
    this.#held.push(one);
    this.#heldBytes += one.message.length;
  }

  #drop(): void {
    this.#held = [];
    this.#heldBytes = 0;
  }
}
