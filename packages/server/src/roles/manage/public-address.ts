/**
 * Where people reach the server, for links in mails. Unless the operator has configured it, it is the address of the
 * listener, which is another process: it tells when it listens, so before that there is none.
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

  /** The listener has told where it is reached. */
  listening(url: string): void {
    this.#listening = url;
  }
}
