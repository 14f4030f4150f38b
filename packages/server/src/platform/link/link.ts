import { errorCode } from "../error-code.ts";
import type { FrameSocket } from "./frame-socket.ts";

/** How one end of a link handles messages of the other. */
export interface LinkHandlers {
  answer(question: unknown): Promise<unknown>;
  hear(event: unknown): void;
  closed(): void;
  /**
   * How often a peer that owes answers, and sends nothing, is asked for a sign of life. If it gives none until the next time, its
   * questions are rejected, and further ones too, until something is heard of it. By default questions just wait.
   */
  readonly pulseMs?: number;
}

type Message =
  | readonly [kind: "sign of life wanted"]
  | readonly [kind: "sign of life"]
  | readonly [kind: "ask", ticket: number, question: unknown]
  | readonly [kind: "tell", event: unknown]
  | readonly [kind: "answer", ticket: number, answer: unknown]
  | readonly [kind: "refusal", ticket: number, reason: string, code: string | undefined];

interface Waiting {
  readonly answered: PromiseWithResolvers<unknown>;
  readonly timer: Timer;
}

/**
 * A connection between two processes of one machine, on which either end asks and tells. Messages arrive in the order in which
 * they were sent. Open questions are rejected when the link closes.
 */
export class Link {
  readonly #frames: FrameSocket;
  readonly #handlers: LinkHandlers;
  readonly #waiting = new Map<number, Waiting>();
  #lastTicket = 0;
  #isOpen = true;
  #pulse: Timer | null = null;
  /** Whether the peer has sent anything since the last pulse. */
  #hasHeard = false;
  #isSignWanted = false;
  /** Whether the peer gives no sign of life. */
  #isSilent = false;

  constructor(open: (onMessage: (message: unknown) => void) => FrameSocket, handlers: LinkHandlers) {
    this.#frames = open((message) => this.#receive(message as Message));
    this.#handlers = handlers;
  }

  get frames(): FrameSocket {
    return this.#frames;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Events for a peer that does not read are lost, once there is no room for more. */
  tell(event: unknown): void {
    if (this.#isOpen) this.#frames.send(["tell", event] satisfies Message);
  }

  /** Rejects with LinkClosedError, LinkTimeoutError, or LinkRefusedError if the other end has thrown. */
  async ask(question: unknown, timeoutMs: number): Promise<unknown> {
    if (!this.#isOpen) throw new LinkClosedError();
    if (this.#isSilent) throw new LinkTimeoutError();
    this.#watch();
    const ticket = ++this.#lastTicket;
    void this.#frames.sendWhenRoom(["ask", ticket, question] satisfies Message);
    const answered = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => {
      this.#waiting.delete(ticket);
      answered.reject(new LinkTimeoutError());
    }, timeoutMs);
    this.#waiting.set(ticket, { answered, timer });
    return answered.promise;
  }

  /** Called when the socket has closed. */
  closed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#pulse !== null) clearTimeout(this.#pulse);
    this.#frames.closed();
    this.#rejectAll(() => new LinkClosedError());
    this.#handlers.closed();
  }

  #rejectAll(reason: () => Error): void {
    for (const { answered, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      answered.reject(reason());
    }
    this.#waiting.clear();
  }

  /** Goes on for as long as answers are owed. */
  #watch(): void {
    const { pulseMs } = this.#handlers;
    if (pulseMs === undefined || this.#pulse !== null) return;
    this.#pulse = setTimeout(() => {
      this.#pulse = null;
      this.#takePulse();
    }, pulseMs);
  }

  #takePulse(): void {
    if (this.#waiting.size === 0) return;
    if (!this.#hasHeard && this.#isSignWanted) {
      this.#isSilent = true;
      this.#rejectAll(() => new LinkTimeoutError());
      return;
    }
    if (!this.#hasHeard) {
      this.#isSignWanted = true;
      void this.#frames.sendWhenRoom(["sign of life wanted"] satisfies Message);
    }
    this.#hasHeard = false;
    this.#watch();
  }

  #receive(message: Message): void {
    this.#hasHeard = true;
    this.#isSignWanted = false;
    this.#isSilent = false;
    switch (message[0]) {
      case "sign of life wanted":
        void this.#frames.sendWhenRoom(["sign of life"] satisfies Message);
        break;
      case "sign of life":
        break;
      case "ask":
        void this.#answer(message[1], message[2]);
        break;
      case "tell":
        this.#handlers.hear(message[1]);
        break;
      case "answer":
        this.#take(message[1])?.resolve(message[2]);
        break;
      case "refusal":
        this.#take(message[1])?.reject(new LinkRefusedError(message[2], message[3]));
        break;
    }
  }

  async #answer(ticket: number, question: unknown): Promise<void> {
    let message: Message;
    try {
      message = ["answer", ticket, await this.#handlers.answer(question)];
    } catch (error) {
      const code = errorCode(error) ?? undefined;
      message = ["refusal", ticket, error instanceof Error ? error.message : String(error), code];
    }
    // An answer is never dropped: somebody waits for it.
    await this.#frames.sendWhenRoom(message);
  }

  #take(ticket: number): PromiseWithResolvers<unknown> | null {
    const waiting = this.#waiting.get(ticket);
    if (waiting === undefined) return null;
    this.#waiting.delete(ticket);
    clearTimeout(waiting.timer);
    return waiting.answered;
  }
}

/** The other end is gone; it may have carried out the question all the same. */
export class LinkClosedError extends Error {}

/** The other end has not answered in time; it may still carry out the question. */
export class LinkTimeoutError extends Error {}

/** The other end has thrown; message and code are those of its error. */
export class LinkRefusedError extends Error {
  readonly code: string | undefined;

  constructor(reason: string, code: string | undefined) {
    super(reason);
    this.code = code;
  }
}
