import type { ProcessQuestion } from "../../bus/messages.ts";
import type { FromProcessor } from "../../process/process-messages.ts";
import type { ProcessorLoop } from "../../process/processor-loop.ts";

/** Asks the loop, which answers by ticket when it comes to it. */
export class LoopQuestions {
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastTicket = 0;

  ask(question: ProcessQuestion, loop: Pick<ProcessorLoop, "receive">): Promise<unknown> {
    const ticket = ++this.#lastTicket;
    const answered = Promise.withResolvers<unknown>();
    this.#waiting.set(ticket, answered);
    if (question.kind === "flush") void loop.receive({ kind: "flush", ticket, position: question.position });
    else void loop.receive({ kind: "request", ticket, request: question });
    return answered.promise;
  }

  /** False where the message answers no question. */
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

  #settle(ticket: number): PromiseWithResolvers<unknown> | undefined {
    const waiting = this.#waiting.get(ticket);
    this.#waiting.delete(ticket);
    return waiting;
  }
}
