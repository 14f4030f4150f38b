import type { ProcessorQuestion } from "../../bus/messages.ts";
import type { FromProcessor } from "../../process/process-messages.ts";
import type { ProcessorLoop } from "../../process/processor-loop.ts";

/** Asks the loop, which answers by ticket when it gets to the question. */
export class LoopQuestions {
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastTicket = 0;

  async ask(question: ProcessorQuestion, loop: Pick<ProcessorLoop, "receive">): Promise<unknown> {
    if (question.kind !== "flush")
      return this.#send((ticket) => loop.receive({ kind: "request", ticket, request: question }));
    const positions = question.positions.length === 0 ? [null] : question.positions;
    await Promise.all(
      positions.map((position) => this.#send((ticket) => loop.receive({ kind: "flush", ticket, position }))),
    );
    return null;
  }

  /** Returns false if the message is not an answer. */
  take(message: FromProcessor): boolean {
    switch (message.kind) {
      case "flushed":
        this.#settle(message.ticket)?.resolve(null);
        return true;
      case "answer":
        this.#settle(message.ticket)?.resolve(message.answer);
        return true;
      case "refusal":
        this.#settle(message.ticket)?.reject(new Error(message.reason));
        return true;
      default:
        return false;
    }
  }

  /** The loop has ended, so open questions are rejected. */
  refuse(reason: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  #send(receive: (ticket: number) => Promise<void>): Promise<unknown> {
    const ticket = ++this.#lastTicket;
    const answered = Promise.withResolvers<unknown>();
    this.#waiting.set(ticket, answered);
    void receive(ticket);
    return answered.promise;
  }

  #settle(ticket: number): PromiseWithResolvers<unknown> | undefined {
    const waiting = this.#waiting.get(ticket);
    this.#waiting.delete(ticket);
    return waiting;
  }
}
