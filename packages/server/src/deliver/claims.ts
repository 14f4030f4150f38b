import type { DueRow, OutboxRow, OutboxStore } from "../store/outbox/outbox-store.ts";
import { DeliveryLimits, type LimitSettings } from "./delivery-limits.ts";
import { DueTenants } from "./due-tenants.ts";
import { Turns } from "./turns.ts";

/** Rows that are looked at to find whose turn it is. */
const dueMax = 256;
/** How long a row is claimed: twice as long as the slowest sender tries. */
export const leaseMs = 60_000;

/**
 * Decides which rows are delivered next and claims them in one step. Every claimed row counts against the limits until it is
 * given back by `cancel` or `end`.
 */
export class Claims {
  readonly #store: OutboxStore;
  readonly #limits: DeliveryLimits;
  readonly #perLaneMax: number;
  readonly #tenants: DueTenants;
  readonly #turns: Turns;
  /** Whether this owner may have claimed rows that are not under way. */
  #hasStray = true;

  constructor(store: OutboxStore, limits: LimitSettings, findTenant: (accountId: number) => Promise<number>) {
    this.#store = store;
    this.#tenants = new DueTenants(findTenant);
    const tenantOf = (accountId: number) => this.#tenants.of(accountId);
    this.#limits = new DeliveryLimits(limits, tenantOf);
    this.#turns = new Turns(tenantOf);
    // At least one of the first rows of a lane is not under way, or its destination is full.
    this.#perLaneMax = limits.inFlightPerDestinationMax;
  }

  get hasRoom(): boolean {
    return this.#limits.hasRoom;
  }

  /**
   * Resolves to null if nothing more can be begun. An empty list means that there may be more, for example because another
   * deliverer was first.
   */
  async take(nowMs: number, underWay: ReadonlySet<number>): Promise<OutboxRow[] | null> {
    const due = await this.#store.due(nowMs, {
      max: dueMax,
      perLaneMax: this.#perLaneMax,
      withoutDestinations: this.#limits.fullDestinations(nowMs),
      withoutAccounts: this.#tenants.accountsOf(this.#limits.fullTenants()),
    });
    const hasLearned = await this.#tenants.learn(due);
    const startable = due.filter(({ id }) => !underWay.has(id));
    const chosen = this.#turns.order(startable).filter((row) => this.#reserve(row, nowMs));
    if (chosen.length > 0) return this.#claim(chosen, nowMs);
    // Rows of an account whose tenant was not known may have hidden others.
    return hasLearned ? [] : null;
  }

  /** Called when the row is sent. */
  served(row: DueRow): void {
    this.#turns.served(row);
  }

  /** Called when the row was not sent after all. */
  cancel(row: DueRow): void {
    this.#limits.cancel(row);
  }

  end(row: DueRow): void {
    this.#limits.end(row);
  }

  /** Returns when a destination that has used up its rate may continue; null if none has. */
  nextFreeMs(nowMs: number): number | null {
    return this.#limits.nextFreeMs(nowMs);
  }

  /** Called after a fault, which may have left rows claimed that were not begun. */
  faulted(): void {
    this.#hasStray = true;
  }

  /** Gives up claims that a deliverer of the same name had when it died, and claims left by a fault. */
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
