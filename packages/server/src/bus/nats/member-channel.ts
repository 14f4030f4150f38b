import type { Msg, NatsConnection, Subscription } from "@nats-io/nats-core";
import { isWithin } from "../../platform/is-within.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import type { MemberList, Membership } from "./membership.ts";
import { decodeMessage, encodeMessage } from "./message-codec.ts";
import { MessageGate } from "./message-gate.ts";
import { type MessageSigner, trailerBytes } from "./message-signer.ts";
import { Assembly, channelIdBytes, splitMessage } from "./split-message.ts";

/** Most bytes on their way to the server. Past it, sending is refused. */
const unsentBytesMax = 64 * 1024 * 1024;
/** The size of a message besides its content. */
const protocolBytes = 1024;
const serverAnswerMaxMs = 500;
/** The server answers with this status if nobody receives a message. */
const noReceiver = 503;

interface ChannelOptions {
  readonly nats: NatsConnection;
  /** The beginning of all subjects of the installation. */
  readonly prefix: string;
  readonly signer: MessageSigner;
  readonly membership: Pick<Membership, "list">;
  readonly log: Log;
  readonly receive: (message: unknown, sender: string) => void;
  /** The server has no subscriber for this channel. */
  readonly notThere: (channel: string) => void;
  readonly disconnected: () => void;
  readonly connected: () => void;
}

/**
 * Sends messages to other processes and receives theirs, through NATS. Every process has its own channel with one
 * subject, so messages from one process to another arrive in the order they were sent. Messages are signed, and only those
 * of members are received. `notThere` is not signed, because the server says it.
 */
export class MemberChannel {
  /** Unique to this process. */
  readonly id = Buffer.from(crypto.getRandomValues(new Uint8Array(channelIdBytes))).toString("hex");
  readonly #options: ChannelOptions;
  readonly #gate: MessageGate;
  readonly #assembly = new Assembly((sender) => this.#gate.isListed(sender));
  readonly #subscriptions: Subscription[] = [];
  #lastNumber = 0;
  #unsentBytes = 0;
  #isFlushing = false;
  #isConnected = true;
  #isClosed = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    const { signer, membership, log } = options;
    this.#gate = new MessageGate({
      signer,
      membership,
      log,
      pass: (message, sender) => this.#read(message, sender),
    });
  }

  get isConnected(): boolean {
    return this.#isConnected && !this.#isClosed;
  }

  /** Resolves when the server knows the subjects of this channel. */
  async open(): Promise<void> {
    const { nats, log } = this.#options;
    const callback = (error: Error | null, message: Msg) => {
      if (error === null) this.#receive(message);
      else log.error("NATS does not deliver messages of other members", { reason: reasonOf(error) });
    };
    this.#subscriptions.push(
      nats.subscribe(this.#subject("to", this.id), { callback }),
      nats.subscribe(this.#subject("all"), { callback }),
      nats.subscribe(this.#subject("back", this.id, "*"), {
        callback: (_, message) => {
          if (message.headers?.code === noReceiver)
            this.#options.notThere(message.subject.split(".").at(-1)!);
        },
      }),
    );
    void this.#watchConnection();
    await nats.flush();
  }

  /** Returns false if the message cannot be sent now. Throws if it can never be sent. */
  send(to: string, message: unknown): boolean {
    return this.#publish(this.#subject("to", to), message, this.#subject("back", this.id, to));
  }

  /** Sends to every process, including this one. */
  sendAll(message: unknown): boolean {
    return this.#publish(this.#subject("all"), message);
  }

  /** Asks the server whether the channel has a subscriber. The answer comes as `notThere`. */
  probe(to: string): void {
    const reply = this.#subject("back", this.id, to);
    if (this.isConnected) this.#options.nats.publish(this.#subject("to", to), undefined, { reply });
  }

  /** Whether the server answers. A server that hangs would otherwise look like a quiet connection. */
  async answers(): Promise<boolean> {
    if (!this.isConnected) return false;
    return await isWithin(serverAnswerMaxMs, this.#options.nats.rtt()).catch(() => false);
  }

  /** Messages of others than these members are not received. */
  listed(list: MemberList, askedMs: number): void {
    this.#gate.listed(list, askedMs);
  }

  forget(sender: string): void {
    this.#assembly.forget(sender);
  }

  /**
   * Resolves when all messages have left, or the server does not answer. The connection stays open, because others use
   * it too.
   */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    if (this.#isConnected) await isWithin(serverAnswerMaxMs, this.#options.nats.flush()).catch(() => false);
  }

  #publish(subject: string, message: unknown, reply = ""): boolean {
    const { nats } = this.#options;
    if (!this.isConnected || this.#unsentBytes > unsentBytesMax) return false;
    const bytesMax = (nats.info?.max_payload ?? 1024 * 1024) - protocolBytes;
    const number = ++this.#lastNumber;
    const bytes = encodeMessage(message, trailerBytes);
    this.#options.signer.sign(bytes, number, { sender: this.id, subject });
    const pieces = { sender: this.id, number: number % 2 ** 32, bytesMax };
    for (const piece of splitMessage(bytes, pieces)) {
      nats.publish(subject, piece, reply === "" ? {} : { reply });
      this.#unsentBytes += piece.length;
    }
    void this.#flush();
    return true;
  }

  /** Finds out how many bytes are still on their way. */
  async #flush(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    while (this.#unsentBytes > 0 && this.isConnected) {
      const bytes = this.#unsentBytes;
      await this.#options.nats.flush().catch(() => undefined);
      this.#unsentBytes -= bytes;
    }
    this.#isFlushing = false;
  }

  #receive({ data, subject }: Msg): void {
    if (data.length === 0 || this.#isClosed) return;
    const whole = this.#assembly.take(data);
    if (whole === null || whole.sender === this.id) return;
    this.#gate.take(whole.message, { sender: whole.sender, subject });
  }

  #read(message: Buffer, sender: string): void {
    if (this.#isClosed) return;
    try {
      this.#options.receive(decodeMessage(message), sender);
    } catch (error) {
      this.#options.log.error("a message of another member could not be read", { reason: reasonOf(error) });
    }
  }

  async #watchConnection(): Promise<void> {
    for await (const { type } of this.#options.nats.status()) {
      if (this.#isClosed) return;
      if (type === "disconnect" && this.#isConnected) {
        this.#isConnected = false;
        this.#options.disconnected();
      } else if (type === "reconnect" && !this.#isConnected) {
        this.#isConnected = true;
        this.#options.connected();
      }
    }
    // The connection was closed for good.
    if (this.#isClosed) return;
    this.#isConnected = false;
    this.#options.disconnected();
  }

  #subject(...parts: readonly string[]): string {
    return [this.#options.prefix, "bus", ...parts].join(".");
  }
}
