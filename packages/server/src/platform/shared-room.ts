/** Somebody for whom what is taken of a room counts. */
export interface Payer {
  readonly key: string;
  /** How much it may take: this part of what the others have left, so 2 means half of it. */
  readonly part: number;
}

/**
 * Room that many share (bytes, or requests), such that nobody can take all of it. A payer may take only a part of what the others
 * have left, so some is left for the next: of n payers that take all they can, by halves, each gets one part of n + 1. A payer
 * who holds nothing yet may take whatever is free, because something larger than a share could otherwise never be taken.
 *
 * What is taken counts for each of its payers, such as a person and an account, and every one of them must have room. A person's
 * part is smaller than that of an account, so that one member leaves room for the others. Without payers only the whole counts.
 * Threads with the same `counted` share the room; each counts what payers hold for itself.
 */
export class SharedRoom {
  readonly #max: number;
  readonly #taken: BigInt64Array;
  readonly #held = new Map<string, number>();

  constructor(max: number, counted = new SharedArrayBuffer(8)) {
    this.#max = max;
    this.#taken = new BigInt64Array(counted);
  }

  get taken(): number {
    return Number(Atomics.load(this.#taken, 0));
  }

  get free(): number {
    return this.#max - this.taken;
  }

  /** Whether so much is taken that somebody may be refused. */
  get isScarce(): boolean {
    return this.free < this.#max / 2;
  }

  /** For tests, which check that payers who hold nothing are forgotten. */
  get payers(): number {
    return this.#held.size;
  }

  /** Returns the room for something that its payers take, and that may grow. */
  share(payers: readonly Payer[]): RoomShare {
    return new RoomShare(this, payers);
  }

  /** Returns false, and takes nothing, if not enough is left. `own` is taken already for the same thing, which grows. */
  take(payers: readonly Payer[], amount: number, own = 0): boolean {
    const before = Number(Atomics.add(this.#taken, 0, BigInt(amount)));
    const hasRoom =
      before + amount <= this.#max && payers.every((payer) => this.#mayTake(payer, amount, own, before));
    if (!hasRoom) {
      Atomics.sub(this.#taken, 0, BigInt(amount));
      return false;
    }
    for (const { key } of payers) this.#held.set(key, (this.#held.get(key) ?? 0) + amount);
    return true;
  }

  giveBack(payers: readonly Payer[], amount: number): void {
    Atomics.sub(this.#taken, 0, BigInt(amount));
    for (const { key } of payers) {
      const left = (this.#held.get(key) ?? 0) - amount;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    }
  }

  #mayTake({ key, part }: Payer, amount: number, own: number, taken: number): boolean {
    const held = this.#held.get(key) ?? 0;
    return held <= own || held + amount <= (this.#max - taken + held) / part;
  }
}

/**
 * What one thing takes of a shared room, such as a body: while it is received, and while it is kept to be handled later. The
 * one may begin before the other ends, and it counts once.
 */
export class RoomShare {
  readonly #room: SharedRoom;
  readonly #payers: readonly Payer[];
  #received = 0;
  #kept = 0;

  constructor(room: SharedRoom, payers: readonly Payer[]) {
    this.#room = room;
    this.#payers = payers;
  }

  /** Whether others may need the room. */
  get isScarce(): boolean {
    return this.#room.isScarce;
  }

  /** Returns false, and takes nothing, if not enough is left. */
  take(amount: number): boolean {
    return this.#change(this.#received + amount, this.#kept);
  }

  giveBack(amount: number): void {
    this.#change(this.#received - amount, this.#kept);
  }

  /** Like `take`, for the copy that is kept until `letGo`. */
  keep(amount: number): boolean {
    return this.#change(this.#received, amount);
  }

  letGo(): void {
    this.#change(this.#received, 0);
  }

  #change(received: number, kept: number): boolean {
    const before = Math.max(this.#received, this.#kept);
    const after = Math.max(received, kept);
    if (after > before && !this.#room.take(this.#payers, after - before, before)) return false;
    if (after < before) this.#room.giveBack(this.#payers, before - after);
    this.#received = received;
    this.#kept = kept;
    return true;
  }
}
