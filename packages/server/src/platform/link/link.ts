import type { FrameSocket } from "./frame-socket.ts";

/** What one end of a link does with what the other end says. */
export interface LinkHandlers {
  answer(question: unknown): Promise<unknown>;
  hear(event: unknown): void;
  closed(): void;
}

type Message =
  | readonly [kind: "ask", ticket: number, question: unknown]
  | readonly [kind: "tell", event: unknown]
  | readonly [kind: "answer", ticket: number, answer: unknown]
  | readonly [kind: "refusal", ticket: number, reason: string, code: string | undefined];

interface Waiting {
  readonly answered: PromiseWithResolvers<unknown>;
  readonly timer: Timer;
}

/**
 * A connection between two processes of one machine, on which either end asks and tells. What one end says is heard in
 * the order it was said. Questions that are open when the link closes are rejected.
 */
export class Link {
  readonly #frames: FrameSocket;
  readonly #handlers: LinkHandlers;
  readonly #waiting = new Map<number, Waiting>();
  #lastTicket = 0;
  #isOpen = true;

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

  tell(event: unknown): void {
    if (this.#isOpen) this.#frames.send(["tell", event] satisfies Message);
  }

  /** Rejects with LinkClosedError, LinkTimeoutError, or LinkRefusedError where the other end has thrown. */
  async ask(question: unknown, timeoutMs: number): Promise<unknown> {
    if (!this.#isOpen) throw new LinkClosedError();
    const ticket = ++this.#lastTicket;
    if (!this.#frames.send(["ask", ticket, question] satisfies Message)) throw new LinkTimeoutError();
    const answered = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => {
      this.#waiting.delete(ticket);
      answered.reject(new LinkTimeoutError());
    }, timeoutMs);
    this.#waiting.set(ticket, { answered, timer });
    return answered.promise;
  }

  /** The socket is gone. */
  closed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const { answered, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      answered.reject(new LinkClosedError());
    }
    this.#waiting.clear();
    this.#handlers.closed();
  }

  #receive(message: Message): void {
    switch (message[0]) {
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
      const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
      message = ["refusal", ticket, error instanceof Error ? error.message : String(error), code];
    }
    if (this.#isOpen) this.#frames.send(message);
  }

  #take(ticket: number): PromiseWithResolvers<unknown> | null {
    const waiting = this.#waiting.get(ticket);
    if (waiting === undefined) return null;
    this.#waiting.delete(ticket);
    clearTimeout(waiting.timer);
    return waiting.answered;
  }
}

/** The other end is gone; what was asked may be done all the same. */
export class LinkClosedError extends Error {}

/** The other end is there, and has not answered in time; what was asked may still be done. */
export class LinkTimeoutError extends Error {}

/** The other end was asked and has thrown; message and code are those of what it threw. */
export class LinkRefusedError extends Error {
  readonly code: string | undefined;

  constructor(reason: string, code: string | undefined) {
    super(reason);
    this.code = code;
  }
}
