import { AccountLimitError } from "../account-limit-error.ts";
import type { Intake, PackedRequest, Verdicts, Waiter } from "../intake.ts";
import { QueueUnavailableError } from "../queue.ts";
import type { IntakeFault, IntakeOutcomes, ToIntake } from "./intake-messages.ts";
import { type RingMemory, RingWriter } from "./request-ring.ts";

/** The intake of a listener thread: requests go to another thread, and its verdicts come back in groups. */
export class SharedIntake implements Intake {
  readonly #ring: RingWriter;
  readonly #post: (message: ToIntake) => void;
  readonly #waiters = new Map<number, Waiter>();
  #lastTicket = 0;
  #wakeScheduled = false;

  /** `post` sends a message to the thread that reads the ring. */
  constructor(ring: RingMemory, post: (message: ToIntake) => void) {
    this.#ring = new RingWriter(ring, () => post({ kind: "wake" }));
    this.#post = post;
  }

  take(request: PackedRequest, waiter: Waiter): void {
    const ticket = (this.#lastTicket + 1) >>> 0;
    this.#lastTicket = ticket;
    this.#waiters.set(ticket, waiter);
    if (!this.#ring.takes(request)) {
      const { accountId, frame } = request;
      this.#post({ kind: "large", ticket, accountId, frame: new Uint8Array(frame) });
      return;
    }
    this.#ring.write(request, ticket);
    if (this.#wakeScheduled) return;
    this.#wakeScheduled = true;
    // At the end of this turn of the event loop, so that requests that arrived together take one message.
    setImmediate(this.#wake);
  }

  receive({ position, accepted, others }: IntakeOutcomes): void {
    const verdicts: Verdicts = { position, duplicates: null };
    for (let at = 0; at < accepted.length; at += 2) {
      const last = accepted[at + 1]!;
      for (let ticket = accepted[at]!; ticket <= last; ticket++) this.#leave(ticket)?.taken(verdicts);
    }
    for (const { ticket, duplicates, fault } of others) {
      const waiter = this.#leave(ticket);
      if (fault === null) waiter?.taken({ position, duplicates });
      else waiter?.failed(errorOf(fault));
    }
  }

  readonly #wake = (): void => {
    this.#wakeScheduled = false;
    this.#ring.wake();
  };

  #leave(ticket: number): Waiter | undefined {
    const waiter = this.#waiters.get(ticket);
    this.#waiters.delete(ticket);
    return waiter;
  }
}

function errorOf(fault: IntakeFault): Error {
  switch (fault.kind) {
    case "account limit":
      return new AccountLimitError(fault.message, fault.setting, fault.max);
    case "unavailable":
      return new QueueUnavailableError(fault.message);
    case "other":
      return new Error(fault.message);
  }
}
