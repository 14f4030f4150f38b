/** The `errors` map of a 422: field paths to messages. Past the limit, further paths are left out. */
const problemPathsMax = 100;

export type ErrorMap = Record<string, string[]>;

export class Problems {
  readonly #messages = new Map<string, string[]>();

  add(path: string, message: string): void {
    const known = this.#messages.get(path);
    if (known !== undefined) known.push(message);
    else if (this.#messages.size < problemPathsMax) this.#messages.set(path, [message]);
  }

  get none(): boolean {
    return this.#messages.size === 0;
  }

  toErrorMap(): ErrorMap {
    return Object.fromEntries(this.#messages);
  }
}
