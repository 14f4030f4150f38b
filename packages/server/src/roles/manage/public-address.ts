/**
 * The address of the server for people, for links in mails. If the operator has not configured it, it is the address of
 * the listener. The listener is another process and reports its address when it listens, so there is none before that.
 */
export class PublicAddress {
  readonly #configured: string | null;
  #listening = "";

  constructor(configured: string | null) {
    this.#configured = configured;
  }

  get url(): string {
    return this.#configured ?? this.#listening;
  }

  /** The listener has reported its address. */
  listening(url: string): void {
    this.#listening = url;
  }
}
