import type { DueRow } from "../store/outbox/outbox-store.ts";

/** How many lanes have their last turn remembered. A forgotten lane goes first. */
const lanesMax = 4096;

/** Decides whose turn it is: lanes that have waited longest since their last turn go first, each with one row at a time. */
export class Turns {
  readonly #tenantOf: (accountId: number) => number;
  readonly #servedAt = new Map<string, number>();
  #served = 0;

  constructor(tenantOf: (accountId: number) => number) {
    this.#tenantOf = tenantOf;
  }

  order(rows: readonly DueRow[]): DueRow[] {
    const lanes = [...Map.groupBy(rows, (row) => this.#laneOf(row))].sort(
      ([a], [b]) => this.#lastServed(a) - this.#lastServed(b),
    );
    const ordered: DueRow[] = [];
    for (let round = 0; ordered.length < rows.length; round++) {
      for (const [, lane] of lanes) if (lane[round] !== undefined) ordered.push(lane[round]!);
    }
    return ordered;
  }

  served(row: DueRow): void {
    const lane = this.#laneOf(row);
    this.#servedAt.delete(lane);
    this.#servedAt.set(lane, ++this.#served);
    if (this.#servedAt.size <= lanesMax) return;
    const [oldest] = this.#servedAt.keys();
    this.#servedAt.delete(oldest!);
  }

  #lastServed(lane: string): number {
    return this.#servedAt.get(lane) ?? 0;
  }

  #laneOf({ accountId, destination }: DueRow): string {
    return `${this.#tenantOf(accountId)} ${destination}`;
  }
}
