import type { DenseReadings } from "../stretch.ts";

/** What a slot is to hold, but for the reading itself. */
export interface SlotOwner {
  readonly sensorId: number;
  readonly arrivalMs: number;
  /** The place of the account's share. */
  readonly share: number;
}

/**
 * The columns of the ring of identities. Each slot holds one. Everything is in typed arrays: a million identities take 40 MB, and
 * 16 MB in the table that finds them if none is in a run, and remembering one allocates nothing.
 */
export class IdentityRing {
  readonly capacity: number;
  readonly sensors: Uint32Array;
  readonly values: Float64Array;
  readonly seconds: Float64Array;
  readonly micros: Uint32Array;
  readonly arrivalsMs: Float64Array;
  /** 0 for what is in a run and not in the table. */
  readonly hashes: Uint32Array;
  /** Whose each is, by the places of their shares. */
  readonly owners: Uint32Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.sensors = new Uint32Array(capacity);
    this.values = new Float64Array(capacity);
    this.seconds = new Float64Array(capacity);
    this.micros = new Uint32Array(capacity);
    this.arrivalsMs = new Float64Array(capacity);
    this.hashes = new Uint32Array(capacity);
    this.owners = new Uint32Array(capacity);
  }

  /** Whoever puts it into the table notes its hash. */
  put(
    slot: number,
    sensorId: number,
    value: number,
    seconds: number,
    micros: number,
    arrivalMs: number,
    share: number,
  ): void {
    this.owners[slot] = share;
    this.sensors[slot] = sensorId;
    this.values[slot] = value;
    this.seconds[slot] = seconds;
    this.micros[slot] = micros;
    this.arrivalsMs[slot] = arrivalMs;
    this.hashes[slot] = 0;
  }

  holds(slot: number, sensorId: number, value: number, seconds: number, micros: number): boolean {
    return (
      this.sensors[slot] === sensorId &&
      this.values[slot] === value &&
      this.seconds[slot] === seconds &&
      this.micros[slot] === micros
    );
  }

  /** The slot after this one. */
  after(slot: number): number {
    return slot + 1 === this.capacity ? 0 : slot + 1;
  }

  before(slot: number): number {
    return slot === 0 ? this.capacity - 1 : slot - 1;
  }

  /** Puts so many readings, from place `first` on, into the slots from `slot` on, all as parts of a run. */
  putRun(
    slot: number,
    { doubles, start }: DenseReadings,
    first: number,
    count: number,
    owner: SlotOwner,
  ): void {
    const { values, seconds, micros } = this;
    const end = slot + count;
    this.sensors.fill(owner.sensorId, slot, end);
    this.arrivalsMs.fill(owner.arrivalMs, slot, end);
    this.owners.fill(owner.share, slot, end);
    this.hashes.fill(0, slot, end);
    for (let nth = 0; nth < count; nth++) {
      const at = start + (first + nth) * 2;
      const sentUs = doubles[at + 1]!;
      const sentSeconds = Math.floor(sentUs / 1e6);
      values[slot + nth] = doubles[at]!;
      seconds[slot + nth] = sentSeconds;
      micros[slot + nth] = sentUs - sentSeconds * 1e6;
    }
  }

  /** How many slots from this one on, at most `max`, are of that share. */
  countOf(share: number, slot: number, max: number): number {
    let count = 0;
    while (count < max && this.owners[slot + count] === share) count++;
    return count;
  }
}
