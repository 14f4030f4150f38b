import type { ChainDefinition } from "@weir/rule-engine/chain";

const stepsMax = 200;
/** Changes of the same thing within this time are one change to whoever undoes them. */
const mergeMs = 1500;

/** What the definition was before each change, and after those that were undone. */
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

  back(now: ChainDefinition): ChainDefinition | undefined {
    const before = this.#past.pop();
    if (before !== undefined) this.#future.push(now);
    this.#lastKey = undefined;
    return before;
  }

  forth(now: ChainDefinition): ChainDefinition | undefined {
    const after = this.#future.pop();
    if (after !== undefined) this.#past.push(now);
    this.#lastKey = undefined;
    return after;
  }

  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#lastKey = undefined;
  }
}
