const stepsMax = 200;
/** Changes of the same setting within this time are undone together. */
const mergeMs = 1500;

/** The definition of a chain or board before each change, and after each undone change. */
export class EditHistory<Definition> {
  #past: Definition[] = [];
  #future: Definition[] = [];
  #lastKey: string | undefined;
  #lastMs = 0;

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  add(before: Definition, mergeKey: string | undefined): void {
    const nowMs = performance.now();
    const goesOn = mergeKey !== undefined && mergeKey === this.#lastKey && nowMs - this.#lastMs < mergeMs;
    if (!goesOn) this.#past = [...this.#past.slice(1 - stepsMax), before];
    this.#future = [];
    this.#lastKey = mergeKey;
    this.#lastMs = nowMs;
  }

  undo(now: Definition): Definition | undefined {
    return this.#step(this.#past, this.#future, now);
  }

  redo(now: Definition): Definition | undefined {
    return this.#step(this.#future, this.#past, now);
  }

  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#lastKey = undefined;
  }

  #step(from: Definition[], to: Definition[], now: Definition): Definition | undefined {
    const next = from.pop();
    if (next !== undefined) to.push(now);
    this.#lastKey = undefined;
    return next;
  }
}
