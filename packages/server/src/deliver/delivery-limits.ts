import type { DueRow } from "../store/outbox-store.ts";

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
 * Limits how many deliveries are under way. A destination has a limit at a time and a limit per second. An account may use
 * twice as many slots as are free, which leaves room for another account however many destinations of one account hang; an
 * account alone still gets two thirds.
 */
export class DeliveryLimits {
  readonly #settings: LimitSettings;
  readonly #destinations = new Map<string, DestinationUse>();
  readonly #accounts = new Map<number, number>();
  #inFlight = 0;

  constructor(settings: LimitSettings) {
    this.#settings = settings;
  }

  get hasRoom(): boolean {
    return this.#inFlight < this.#settings.inFlightMax;
  }

  allows({ accountId, destination }: DueRow, nowMs: number): boolean {
    const use = this.#destinations.get(destination);
    const isFree = use === undefined || !this.#isDestinationFull(use, nowMs);
    return isFree && this.hasRoom && !this.#isAccountFull(accountId);
  }

  begin({ accountId, destination }: DueRow, nowMs: number): void {
    const use = this.#destinations.get(destination) ?? { inFlight: 0, beganMs: [] };
    use.inFlight++;
    use.beganMs.push(nowMs);
    this.#destinations.set(destination, use);
    this.#accounts.set(accountId, (this.#accounts.get(accountId) ?? 0) + 1);
    this.#inFlight++;
  }

  end({ accountId, destination }: DueRow): void {
    this.#destinations.get(destination)!.inFlight--;
    const left = this.#accounts.get(accountId)! - 1;
    if (left === 0) this.#accounts.delete(accountId);
    else this.#accounts.set(accountId, left);
    this.#inFlight--;
  }

  /** Takes back a delivery that was not begun after all. */
  cancel(row: DueRow): void {
    this.#destinations.get(row.destination)!.beganMs.pop();
    this.end(row);
  }

  fullAccounts(): Set<number> {
    return new Set([...this.#accounts.keys()].filter((accountId) => this.#isAccountFull(accountId)));
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

  #isAccountFull(accountId: number): boolean {
    const free = this.#settings.inFlightMax - this.#inFlight;
    return (this.#accounts.get(accountId) ?? 0) >= 2 * free;
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
