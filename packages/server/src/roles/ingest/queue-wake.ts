import type { Bus } from "../../bus/bus.ts";

/** Tells the processor that the queue has grown: once, and again only after it has reported. */
export class QueueWake {
  readonly #bus: Pick<Bus, "tell">;
  #told = false;

  constructor(bus: Pick<Bus, "tell">) {
    this.#bus = bus;
  }

  /** Hot: after each commit of the queue. */
  appended(): void {
    if (this.#told) return;
    this.#told = true;
    this.#bus.tell("process", { kind: "appended" });
  }

  /** The processor has reported, or is a new one that was told nothing; `isBehind` says that there is more for it. */
  reported(isBehind: boolean): void {
    this.#told = false;
    if (isBehind) this.appended();
  }
}
