/**
 * The memory that bodies may take while they are being received and handled, for many connections together. A body that
 * arrives in one piece with its head needs none of it, so readings of single devices go on when the room is used up.
 */
export class BodyRoom {
  readonly #bytesMax: number;
  #takenBytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get takenBytes(): number {
    return this.#takenBytes;
  }

  /** False when there is not that much left; nothing is taken then. */
  take(bytes: number): boolean {
    if (this.#takenBytes + bytes > this.#bytesMax) return false;
    this.#takenBytes += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#takenBytes -= bytes;
  }
}
