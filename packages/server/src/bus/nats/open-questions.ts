import { MemberTimeoutError, MemberUnavailableError, RefusedError } from "../bus-errors.ts";
import type { Questions, Role } from "../messages.ts";
import type { BusMessage } from "./bus-message.ts";
import type { MemberChannel } from "./member-channel.ts";
import type { Peer } from "./peers.ts";

/** How often the server is asked whether members that have not answered are still connected. */
const probeEveryMs = 500;

interface Waiting {
  readonly peer: Peer;
  readonly answered: PromiseWithResolvers<unknown>;
  readonly timer: Timer;
}

/** Questions to other members that are still unanswered. */
export class OpenQuestions {
  readonly #channel: MemberChannel;
  readonly #waiting = new Map<number, Waiting>();
  #lastTicket = 0;
  #probing: Timer | null = null;

  constructor(channel: MemberChannel) {
    this.#channel = channel;
  }

  /** Rejects as `Bus.ask` does. */
  async ask(peer: Peer, question: Questions[Role], timeoutMs: number): Promise<unknown> {
    const ticket = ++this.#lastTicket;
    const asked: BusMessage = { kind: "ask", ticket, question };
    if (!this.#channel.send(peer.channel, asked)) throw new MemberUnavailableError(peer.role);
    const answered = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => {
      this.#take(ticket)?.answered.reject(new MemberTimeoutError(peer.role));
    }, timeoutMs);
    this.#waiting.set(ticket, { peer, answered, timer });
    this.#probing ??= setInterval(() => this.#probe(), probeEveryMs);
    return answered.promise;
  }

  /** Only the member that was asked can answer. */
  answered(message: Extract<BusMessage, { kind: "answer" | "refusal" }>, from: string): void {
    if (this.#waiting.get(message.ticket)?.peer.channel !== from) return;
    const waiting = this.#take(message.ticket);
    if (message.kind === "answer") waiting?.answered.resolve(message.answer);
    else waiting?.answered.reject(new RefusedError(message.reason, message.code ?? undefined));
  }

  /** The member is gone, so it will not answer. */
  left(channel: string): void {
    for (const [ticket, { peer }] of this.#waiting) {
      if (peer.channel !== channel) continue;
      this.#take(ticket)!.answered.reject(new MemberUnavailableError(peer.role));
    }
  }

  #take(ticket: number): Waiting | undefined {
    const waiting = this.#waiting.get(ticket);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(ticket);
    clearTimeout(waiting.timer);
    if (this.#waiting.size === 0 && this.#probing !== null) {
      clearInterval(this.#probing);
      this.#probing = null;
    }
    return waiting;
  }

  #probe(): void {
    const channels = new Set(Array.from(this.#waiting.values(), ({ peer }) => peer.channel));
    for (const channel of channels) this.#channel.probe(channel);
  }
}
