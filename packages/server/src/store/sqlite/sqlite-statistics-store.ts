import type { Database } from "bun:sqlite";
import { refusalCodes } from "@weir/protocol/request-reasons";
import type { RefusedRequests } from "../../activity/activity-record.ts";
import type { CountedReadings, StatisticsStore } from "../statistics-store.ts";
import { accountSlots, figuresOf, refusedSlots, sensorSlots } from "./slot-table.ts";
import { type SlotLimits, type SlotRow, SlotWriter } from "./slot-writer.ts";

/** About 35 bytes each. A million sensors that all send leave ten minutes of fine slots and five hours. */
const defaultLimits: SlotLimits = { fineRowsMax: 2_000_000, hourRowsMax: 5_000_000 };

/** Slots are those of UTC, for all accounts alike; whoever plots them puts them together to days. */
export class SqliteStatisticsStore implements StatisticsStore {
  readonly #sensors: SlotWriter;
  readonly #accounts: SlotWriter;
  readonly #refused: SlotWriter;

  /** On the connection of the reading store, whose transactions it shares. */
  constructor(db: Database, limits = defaultLimits) {
    this.#sensors = new SlotWriter(db, sensorSlots, limits);
    this.#accounts = new SlotWriter(db, accountSlots, limits);
    this.#refused = new SlotWriter(db, refusedSlots, limits);
  }

  add(counts: readonly CountedReadings[], nowMs: number): void {
    const accounts = new Map<number, number[]>();
    // In the order of the table, so that each of its pages is looked for once.
    const inOrder = counts.toSorted((a, b) => a.deviceId - b.deviceId || a.sensorId - b.sensorId);
    this.#sensors.add(sensorRows(inOrder, accounts), inOrder.length, nowMs / 1000);
    this.#accounts.add(accountRows(accounts), accounts.size, nowMs / 1000);
  }

  addRefused(requests: readonly RefusedRequests[], nowMs: number): void {
    this.#refused.add(refusedRows(requests), requests.length, nowMs / 1000);
  }

  /** Whether `tidy` would find something to do. */
  isTidyDue(nowMs: number): boolean {
    const nowS = nowMs / 1000;
    return this.#sensors.isTidyDue(nowS) || this.#accounts.isTidyDue(nowS) || this.#refused.isTidyDue(nowS);
  }

  tidy(nowMs: number): boolean {
    const nowS = nowMs / 1000;
    return this.#sensors.tidy(nowS) || this.#accounts.tidy(nowS) || this.#refused.tidy(nowS);
  }
}

/** The rows of sensors one by one, adding up meanwhile what their accounts come to. */
function* sensorRows(counts: readonly CountedReadings[], accounts: Map<number, number[]>): Iterable<SlotRow> {
  for (const counted of counts) {
    const figures = figuresOf(counted);
    const sums = accounts.get(counted.accountId);
    if (sums === undefined) accounts.set(counted.accountId, [...figures]);
    else for (let place = 0; place < figures.length; place++) sums[place]! += figures[place]!;
    yield { keys: [counted.deviceId, counted.sensorId], figures };
  }
}

function* accountRows(accounts: ReadonlyMap<number, number[]>): Iterable<SlotRow> {
  for (const [accountId, figures] of accounts) yield { keys: [accountId], figures };
}

function* refusedRows(requests: readonly RefusedRequests[]): Iterable<SlotRow> {
  for (const { accountId, refused } of requests) {
    for (const [place, code] of refusalCodes.entries()) {
      const count = refused[code] ?? 0;
      if (count > 0) yield { keys: [accountId, place], figures: [count] };
    }
  }
}
