/** Keeps a value for each key while somebody uses it. */
export class PerKey<Key, Value> {
  readonly #make: (key: Key) => Value;
  readonly #used = new Map<Key, { readonly value: Value; users: number }>();

  constructor(make: (key: Key) => Value) {
    this.#make = make;
  }

  async use<T>(key: Key, use: (value: Value) => Promise<T>): Promise<T> {
    const used = this.#used.get(key) ?? { value: this.#make(key), users: 0 };
    this.#used.set(key, used);
    used.users++;
    try {
      return await use(used.value);
    } finally {
      used.users--;
      if (used.users === 0) this.#used.delete(key);
    }
  }
}
