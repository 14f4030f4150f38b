/** How long a need lasts after its last holder left, who may only be reconnecting. */
const lingerMs = 60_000;

/** Something that is needed while it has holders, and for a while afterwards. */
export class LingeringNeed {
  readonly #onChange: () => void;
  #holders = 0;
  #isNeeded = false;
  #leaving: Timer | undefined;

  /** `onChange` is called when the need has begun or ended. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get isNeeded(): boolean {
    return this.#isNeeded;
  }

  hold(): void {
    this.#holders++;
    clearTimeout(this.#leaving);
    this.#change(true);
  }

  release(): void {
    this.#holders--;
    this.#linger();
  }

  /** Begins the need for a holder that is about to come. */
  expect(): void {
    this.#linger();
    this.#change(true);
  }

  /** Forgets the need without a call. */
  stop(): void {
    clearTimeout(this.#leaving);
  }

  #linger(): void {
    if (this.#holders > 0) return;
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.#change(false), lingerMs);
  }

  #change(isNeeded: boolean): void {
    if (this.#isNeeded === isNeeded) return;
    this.#isNeeded = isNeeded;
    this.#onChange();
  }
}
