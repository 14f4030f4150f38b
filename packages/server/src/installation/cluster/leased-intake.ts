import type { Intake, PackedRequest, Waiter } from "../../queue/intake.ts";
import { QueueUnavailableError } from "../../queue/queue.ts";

/**
 * Takes readings only while this member may act. A member whose lease has ended may have missed that a token was
 * replaced or a device was deleted, so it accepts nothing until it has joined again.
 */
export class LeasedIntake implements Intake {
  readonly #intake: Intake;
  readonly #isLeaseHeld: () => boolean;

  constructor(intake: Intake, isLeaseHeld: () => boolean) {
    this.#intake = intake;
    this.#isLeaseHeld = isLeaseHeld;
  }

  take(request: PackedRequest, waiter: Waiter): void {
    if (this.#isLeaseHeld()) this.#intake.take(request, waiter);
    else
      queueMicrotask(() =>
        waiter.failed(new QueueUnavailableError("This node may not accept readings now; /readyz says why.")),
      );
  }
}
