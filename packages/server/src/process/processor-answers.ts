import { type Log, reasonOf } from "../platform/log.ts";
import { OneAtATime } from "../platform/one-at-a-time.ts";
import type { FromProcessor } from "./process-messages.ts";
import type { ProcessorFaults } from "./processor-faults.ts";
import type { ProcessorRequest } from "./processor-request.ts";

interface ProcessorAnswersParts {
  readonly answer: (request: ProcessorRequest) => Promise<unknown>;
  readonly send: (message: FromProcessor) => void;
  readonly log: Log;
  readonly faults: ProcessorFaults;
  /** Called when a question was answered or refused. */
  readonly onAnswered: () => void;
}

/** Answers people's questions, one at a time, beside the loop. */
export class ProcessorAnswers {
  readonly #parts: ProcessorAnswersParts;
  readonly #queue = new OneAtATime();

  constructor(parts: ProcessorAnswersParts) {
    this.#parts = parts;
  }

  /** Queues a question. The answer is sent when it is ready. */
  ask(ticket: number, request: ProcessorRequest): void {
    void this.#queue.run(() => this.#answer(ticket, request));
  }

  /** Resolves when all questions asked so far are answered. */
  untilDone(): Promise<void> {
    return this.#queue.run(() => undefined);
  }

  /** A fault is reported to the person, unless it ends the processor. */
  async #answer(ticket: number, request: ProcessorRequest): Promise<void> {
    const { answer, send, log, faults, onAnswered } = this.#parts;
    try {
      send({ kind: "answer", ticket, answer: await answer(request) });
    } catch (error) {
      const reason = reasonOf(error);
      faults.meet(error, () =>
        log.error("a request to the processor failed", { request: request.kind, reason }),
      );
      send({ kind: "refusal", ticket, reason });
    }
    onAnswered();
  }
}
