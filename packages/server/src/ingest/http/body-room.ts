/**
 * Limits the memory of bodies that are being received and handled, for many connections together. A body that arrives in one
 * piece with its head needs no room, so readings of single devices continue when the room is used up. Threads with the same
 * `counted` share the room.
 */
export class BodyRoom {
  readonly #bytesMax: number;
  readonly #taken: BigInt64Array;

  constructor(bytesMax: number, counted = new SharedArrayBuffer(8)) {
    this.#bytesMax = bytesMax;
    this.#taken = new BigInt64Array(counted);
  }

  /** For tests, which check that room is given back. */
  get takenBytes(): number {
    return Number(Atomics.load(this.#taken, 0));
  }

  /** Takes room. Returns false, and takes nothing, if there is not enough left. */
  take(bytes: number): boolean {
    const before = Atomics.add(this.#taken, 0, BigInt(bytes));
    if (Number(before) + bytes <= this.#bytesMax) return true;
    this.giveBack(bytes);
    return false;
  }

  giveBack(bytes: number): void {
    Atomics.sub(this.#taken, 0, BigInt(bytes));
  }
}
