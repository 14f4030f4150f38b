import { AccountLimitError } from "../account-limit-error.ts";
import type { Duplicates, Intake, PackedRequest, Verdicts, Waiter } from "../intake.ts";
import { isReached, onlyPartition, startOf } from "../position.ts";
import { QueueUnavailableError } from "../queue.ts";
import type { IntakeFault, IntakeOutcomes, OtherOutcome, ToIntake } from "./intake-messages.ts";
import { type RingMemory, RingReader } from "./request-ring.ts";

/** Passes the requests of one listener thread to the intake of this thread, and reports what became of them. */
export class RingServer {
  readonly #intake: Intake;
  readonly #ring: RingReader;
  readonly #post: (outcomes: IntakeOutcomes) => void;
  readonly #spares: Ticket[] = [];
  #position = startOf(onlyPartition);
  #accepted: number[] = [];
  #others: OtherOutcome[] = [];
  #isReporting = false;

  /** `post` sends a message to the thread that writes the ring. */
  constructor(intake: Intake, ring: RingMemory, post: (outcomes: IntakeOutcomes) => void) {
    this.#intake = intake;
    this.#ring = new RingReader(ring);
    this.#post = post;
  }

  receive(message: ToIntake): void {
    if (message.kind === "wake") {
      this.#ring.drain(this.#take);
      return;
    }
    const { ticket, accountId, frame } = message;
    const { buffer } = frame;
    const views = { words: new Uint32Array(buffer), doubles: new Float64Array(buffer) };
    this.#take({ ...views, start: 0, frame, accountId }, ticket);
  }

  taken(number: number, { position, duplicates }: Verdicts): void {
    if (isReached(this.#position, position)) this.#position = position;
    if (duplicates === null) this.#accept(number);
    else this.#others.push({ ticket: number, duplicates: toPass(duplicates), fault: null });
    this.#report();
  }

  failed(number: number, error: unknown): void {
    this.#others.push({ ticket: number, duplicates: null, fault: faultOf(error) });
    this.#report();
  }

  giveBack(ticket: Ticket): void {
    this.#spares.push(ticket);
  }

  readonly #take = (request: PackedRequest, number: number): void => {
    const ticket = this.#spares.pop() ?? new Ticket(this);
    ticket.number = number;
    this.#intake.take(request, ticket);
  };

  #accept(number: number): void {
    const accepted = this.#accepted;
    const last = accepted.length - 1;
    if (last > 0 && accepted[last]! + 1 === number) accepted[last] = number;
    else accepted.push(number, number);
  }

  /** Reports after the current work, so that requests that became durable together take one message. */
  #report(): void {
    if (this.#isReporting) return;
    this.#isReporting = true;
    queueMicrotask(() => {
      this.#isReporting = false;
      this.#post({
        kind: "outcomes",
        position: this.#position,
        accepted: this.#accepted,
        others: this.#others,
      });
      this.#accepted = [];
      this.#others = [];
    });
  }
}

/** Waits for one request. The object is reused. */
class Ticket implements Waiter {
  number = 0;
  readonly #server: RingServer;

  constructor(server: RingServer) {
    this.#server = server;
  }

  taken(verdicts: Verdicts): void {
    this.#server.taken(this.number, verdicts);
    this.#server.giveBack(this);
  }

  failed(error: unknown): void {
    this.#server.failed(this.number, error);
    this.#server.giveBack(this);
  }
}

/** Returns only the fields that the port has. */
function toPass({ readings, bySensor, first }: Duplicates): Duplicates {
  return { readings, bySensor, first };
}

function faultOf(error: unknown): IntakeFault {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof AccountLimitError)
    return { kind: "account limit", message, setting: error.setting, max: error.max };
  return { kind: error instanceof QueueUnavailableError ? "unavailable" : "other", message };
}
