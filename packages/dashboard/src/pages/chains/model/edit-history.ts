import type { ChainDefinition } from "@weir/rule-engine/chain";

const stepsMax = 200;
/** Changes of the same setting within this time are undone together. */
const mergeMs = 1500;

/** The definition before each change, and after each undone change. */
export class EditHistory {
  #past: ChainDefinition[] = [];
  #future: ChainDefinition[] = [];
  #lastKey: string | undefined;
  #lastMs = 0;

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  add(before: ChainDefinition, mergeKey: string | undefined): void {
    const nowMs = performance.now();
    const goesOn = mergeKey !== undefined && mergeKey === this.#lastKey && nowMs - this.#lastMs < mergeMs;
    if (!goesOn) this.#past = [...this.#past.slice(1 - stepsMax), before];
    this.#future = [];
    this.#lastKey = mergeKey;
    this.#lastMs = nowMs;
  }

  undo(now: ChainDefinition): ChainDefinition | undefined {
    return this.#step(this.#past, this.#future, now);
  }

  redo(now: ChainDefinition): ChainDefinition | undefined {
    return this.#step(this.#future, this.#past, now);
  }

  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#lastKey = undefined;
  }

  #step(from: ChainDefinition[], to: ChainDefinition[], now: ChainDefinition): ChainDefinition | undefined {
    const next = from.pop();
    if (next !== undefined) to.push(now);
    this.#lastKey = undefined;
    return next;
  }
}
