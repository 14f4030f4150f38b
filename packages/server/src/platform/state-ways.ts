/**
 * The states of a machine and the allowed changes between them. A machine has one field for its state and one method that
 * changes it, and that method asks here. A change that is not allowed is a mistake in the program, so it throws.
 */
export class StateWays<State extends string> {
  readonly #machine: string;
  readonly #ways: Readonly<Record<State, readonly State[]>>;

  /** `ways` lists the states that may follow each state. */
  constructor(machine: string, ways: Readonly<Record<State, readonly State[]>>) {
    this.#machine = machine;
    this.#ways = ways;
  }

  /** Returns `to`. Throws if it must not follow `from`. */
  follow(from: State, to: State): State {
    if (this.#ways[from].includes(to)) return to;
    throw new Error(`The ${this.#machine} must not go from "${from}" to "${to}".`);
  }

  /** Throws if a fact that must hold in a state does not. */
  assert(state: State, holds: boolean, fact: string): void {
    if (!holds) throw new Error(`The ${this.#machine} must not be "${state}" without this: ${fact}.`);
  }
}
