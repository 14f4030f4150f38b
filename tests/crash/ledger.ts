/**
 * Records what devices sent and which answers they got, outside of Weir. Every reading of a run has its own value, so a
 * stored row can be traced to its reading even if the server chose the time.
 */
export interface SentReading {
  readonly value: number;
  readonly sensorId: number;
  /** Microseconds since 1970; null if the reading was sent without a timestamp. */
  readonly atUs: number | null;
  /** JSON text, null for none. */
  readonly metadata: string | null;
}

/** A row of the store. */
export interface StoredRow {
  readonly sensorId: number;
  readonly atUs: number;
  readonly value: number;
  readonly metadata: string | null;
}

/** The broken promises, in words. Every list is empty if the promises were kept. */
export interface LedgerFindings {
  /** Acknowledged as accepted, alone or together with duplicates, but not in the store. */
  readonly lost: readonly string[];
  /** Called a duplicate, but not in the store. */
  readonly falseDuplicates: readonly string[];
  readonly storedTwice: readonly string[];
  /** Stored with another sensor, time or metadata than was sent. */
  readonly altered: readonly string[];
  readonly neverSent: readonly string[];
}

export const nothingWrong: LedgerFindings = {
  lost: [],
  falseDuplicates: [],
  storedTwice: [],
  altered: [],
  neverSent: [],
};

type Acknowledgement = "accepted" | "duplicate" | "accepted or duplicate";

export class Ledger {
  readonly #sent = new Map<number, SentReading>();
  readonly #acknowledged = new Map<number, Acknowledgement>();
  #nextValue = 0;
  #duplicates = 0;

  get acknowledgedCount(): number {
    return this.#acknowledged.size;
  }

  /** How many readings were called duplicates, each time that they were. */
  get duplicateCount(): number {
    return this.#duplicates;
  }

  /** A number that no other reading of the run has. Some are fractions, some are negative. */
  freshValue(): number {
    const serial = ++this.#nextValue;
    if (serial % 3 === 0) return -serial;
    return serial % 3 === 1 ? serial : serial + 0.1;
  }

  /** Must be called before the request leaves. */
  send(reading: SentReading): SentReading {
    if (this.#sent.has(reading.value)) throw new Error(`The value ${reading.value} is in use.`);
    this.#sent.set(reading.value, reading);
    return reading;
  }

  acknowledge(reading: SentReading, as: Acknowledgement): void {
    if (as === "duplicate") this.#duplicates++;
    if (!this.#acknowledged.has(reading.value)) this.#acknowledged.set(reading.value, as);
  }

  acknowledged(): SentReading[] {
    return [...this.#acknowledged.keys()].map((value) => this.#sent.get(value)!);
  }

  isAcknowledged(reading: SentReading): boolean {
    return this.#acknowledged.has(reading.value);
  }

  /** A copy that later traffic does not change: what had been promised at this moment. */
  snapshot(): Ledger {
    const copy = new Ledger();
    for (const [value, reading] of this.#sent) copy.#sent.set(value, reading);
    for (const [value, as] of this.#acknowledged) copy.#acknowledged.set(value, as);
    copy.#nextValue = this.#nextValue;
    copy.#duplicates = this.#duplicates;
    return copy;
  }

  /** Adds what was sent by then, without any promise about it. */
  addSent(later: Ledger): void {
    for (const [value, reading] of later.#sent) this.#sent.set(value, reading);
  }

  compare(rows: Iterable<StoredRow>): LedgerFindings {
    const storedTwice: string[] = [];
    const altered: string[] = [];
    const neverSent: string[] = [];
    const stored = new Set<number>();
    for (const row of rows) {
      const sent = this.#sent.get(row.value);
      if (sent === undefined) neverSent.push(JSON.stringify(row));
      else if (stored.has(row.value)) storedTwice.push(JSON.stringify(row));
      else if (!isSame(sent, row)) altered.push(`${JSON.stringify(sent)} became ${JSON.stringify(row)}`);
      stored.add(row.value);
    }
    const missing = [...this.#acknowledged].filter(([value]) => !stored.has(value));
    const describe = ([value, as]: [number, Acknowledgement]) =>
      `${JSON.stringify(this.#sent.get(value))}, acknowledged as ${as}`;
    return {
      lost: missing.filter(([, as]) => as !== "duplicate").map(describe),
      falseDuplicates: missing.filter(([, as]) => as === "duplicate").map(describe),
      storedTwice,
      altered,
      neverSent,
    };
  }
}

function isSame(sent: SentReading, row: StoredRow): boolean {
  return (
    sent.sensorId === row.sensorId &&
    (sent.atUs === null || sent.atUs === row.atUs) &&
    sent.metadata === row.metadata
  );
}
