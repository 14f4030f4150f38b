import type { DueRow } from "../store/outbox/outbox-store.ts";

export interface LimitSettings {
  readonly inFlightMax: number;
  readonly inFlightPerDestinationMax: number;
  readonly perSecondPerDestinationMax: number;
}

export const defaultLimits: LimitSettings = {
  inFlightMax: 16,
  inFlightPerDestinationMax: 2,
  perSecondPerDestinationMax: 20,
};

const secondMs = 1000;

interface DestinationUse {
  inFlight: number;
  /** When deliveries of the last second began, oldest first. */
  beganMs: number[];
}

/**
 * Limits how many deliveries are under way. A destination has a limit at a time and a limit per second. A tenant may use twice as
 * many slots as are free, which leaves room for another tenant however many destinations of one tenant hang; a tenant alone
 * still gets two thirds.
 */
export class DeliveryLimits {
  readonly #settings: LimitSettings;
  readonly #destinations = new Map<string, DestinationUse>();
  readonly #tenantOf: (accountId: number) => number;
  /** How many deliveries of each tenant are under way. */
  readonly #tenants = new Map<number, number>();
  /** The tenants of the rows that are under way. */
  readonly #begun = new Map<number, number>();
  #inFlight = 0;

  constructor(settings: LimitSettings, tenantOf: (accountId: number) => number) {
    this.#settings = settings;
    this.#tenantOf = tenantOf;
  }

  get hasRoom(): boolean {
    return this.#inFlight < this.#settings.inFlightMax;
  }

  allows({ accountId, destination }: DueRow, nowMs: number): boolean {
    const use = this.#destinations.get(destination);
    const isFree = use === undefined || !this.#isDestinationFull(use, nowMs);
    return isFree && this.hasRoom && !this.#isTenantFull(this.#tenantOf(accountId));
  }

  begin({ id, accountId, destination }: DueRow, nowMs: number): void {
    const use = this.#destinations.get(destination) ?? { inFlight: 0, beganMs: [] };
    use.inFlight++;
    use.beganMs.push(nowMs);
    this.#destinations.set(destination, use);
    const tenantId = this.#tenantOf(accountId);
    this.#begun.set(id, tenantId);
    this.#tenants.set(tenantId, (this.#tenants.get(tenantId) ?? 0) + 1);
    this.#inFlight++;
  }

  end({ id, destination }: DueRow): void {
    this.#destinations.get(destination)!.inFlight--;
    const tenantId = this.#begun.get(id)!;
    this.#begun.delete(id);
    const left = this.#tenants.get(tenantId)! - 1;
    if (left === 0) this.#tenants.delete(tenantId);
    else this.#tenants.set(tenantId, left);
    this.#inFlight--;
  }

  /** Takes back a delivery that was not begun after all. */
  cancel(row: DueRow): void {
    this.#destinations.get(row.destination)!.beganMs.pop();
    this.end(row);
  }

  fullTenants(): Set<number> {
    return new Set([...this.#tenants.keys()].filter((tenantId) => this.#isTenantFull(tenantId)));
  }

  /** Also forgets destinations that have been quiet for a second. */
  fullDestinations(nowMs: number): Set<string> {
    const full = new Set<string>();
    for (const [destination, use] of this.#destinations) {
      if (this.#isDestinationFull(use, nowMs)) full.add(destination);
      else if (use.inFlight === 0 && use.beganMs.length === 0) this.#destinations.delete(destination);
    }
    return full;
  }

  /** Returns when a destination that has used up its rate may continue; null if none has. */
  nextFreeMs(nowMs: number): number | null {
    let next: number | null = null;
    for (const use of this.#destinations.values()) {
      if (!this.#isOverRate(use, nowMs)) continue;
      const freeMs = use.beganMs[0]! + secondMs;
      next = next === null ? freeMs : Math.min(next, freeMs);
    }
    return next;
  }

  #isTenantFull(tenantId: number): boolean {
    const free = this.#settings.inFlightMax - this.#inFlight;
    return (this.#tenants.get(tenantId) ?? 0) >= 2 * free;
  }

  #isDestinationFull(use: DestinationUse, nowMs: number): boolean {
    return use.inFlight >= this.#settings.inFlightPerDestinationMax || this.#isOverRate(use, nowMs);
  }

  /** A start in the future was recorded before the clock was set back. */
  #isOverRate(use: DestinationUse, nowMs: number): boolean {
    use.beganMs = use.beganMs.filter((beganMs) => beganMs <= nowMs && nowMs - beganMs < secondMs);
    return use.beganMs.length >= this.#settings.perSecondPerDestinationMax;
  }
}
