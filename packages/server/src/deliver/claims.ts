import type { DueRow, OutboxRow, OutboxStore } from "../store/outbox-store.ts";
import { DeliveryLimits, type LimitSettings } from "./delivery-limits.ts";
import { Turns } from "./turns.ts";

/** Rows that are looked at to find whose turn it is. */
const dueMax = 256;
/** How long a row is claimed: twice as long as the slowest sender tries. */
export const leaseMs = 60_000;

/**
 * Decides which rows are delivered next and claims them, all in one go. Every claimed row counts against the limits until
 * it is given back by `cancel` or `end`.
 */
export class Claims {
  readonly #store: OutboxStore;
  readonly #limits: DeliveryLimits;
  readonly #perLaneMax: number;
  readonly #turns = new Turns();
  /** Whether rows may be claimed under the store's owner that are not under way. */
  #hasStray = true;

  constructor(store: OutboxStore, limits: LimitSettings) {
    this.#store = store;
    this.#limits = new DeliveryLimits(limits);
    // Of the first rows of a lane at least one is not under way, or else its destination is full.
    this.#perLaneMax = limits.inFlightPerDestinationMax;
  }

  get hasRoom(): boolean {
    return this.#limits.hasRoom;
  }

  /** Null when nothing more can be begun. Otherwise there may be more, also when another deliverer was first with all. */
  async take(nowMs: number, underWay: ReadonlySet<number>): Promise<OutboxRow[] | null> {
    const due = await this.#store.due(nowMs, {
      max: dueMax,
      perLaneMax: this.#perLaneMax,
      withoutDestinations: this.#limits.fullDestinations(nowMs),
      withoutAccounts: this.#limits.fullAccounts(),
    });
    const startable = due.filter(({ id }) => !underWay.has(id));
    const chosen = this.#turns.order(startable).filter((row) => this.#reserve(row, nowMs));
    return chosen.length === 0 ? null : this.#claim(chosen, nowMs);
  }

  /** The row is sent. */
  served(row: DueRow): void {
    this.#turns.served(row);
  }

  /** The row was not sent after all. */
  cancel(row: DueRow): void {
    this.#limits.cancel(row);
  }

  end(row: DueRow): void {
    this.#limits.end(row);
  }

  /** When a destination that has used up its second may go on; null when none has. */
  nextFreeMs(nowMs: number): number | null {
    return this.#limits.nextFreeMs(nowMs);
  }

  /** A fault may have left rows claimed that were not begun. */
  faulted(): void {
    this.#hasStray = true;
  }

  /** Gives up what a deliverer of the same name had claimed when it died, and what a fault has left claimed. */
  async releaseStray(underWay: ReadonlySet<number>): Promise<void> {
    if (this.#hasStray) await this.#store.releaseOthers([...underWay]);
    this.#hasStray = false;
  }

  #reserve(row: DueRow, nowMs: number): boolean {
    if (!this.#limits.allows(row, nowMs)) return false;
    this.#limits.begin(row, nowMs);
    return true;
  }

  async #claim(chosen: readonly DueRow[], nowMs: number): Promise<OutboxRow[]> {
    const missed = new Map(chosen.map((row) => [row.id, row]));
    try {
      const claimed = await this.#store.claim([...missed.keys()], { nowMs, untilMs: nowMs + leaseMs });
      for (const { id } of claimed) missed.delete(id);
      return claimed;
    } finally {
      for (const row of missed.values()) this.#limits.cancel(row);
    }
  }
}
