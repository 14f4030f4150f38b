/** A value that several components show and that outlives them. Listeners are called after every change. */
export class SharedValue<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get = (): Value => this.#value;

  set = (value: Value): void => {
    this.#value = value;
    for (const act of this.#listeners) act();
  };

  /** Calls `act` after every change until the returned function is called. */
  listen = (act: () => void): (() => void) => {
    this.#listeners.add(act);
    return () => this.#listeners.delete(act);
  };
}
