/** How many connections one source may have open. */
export interface SourceLimit {
  readonly connectionsMax: number;
  /** What the connections of a client are counted by; null where they are not, as those of a trusted proxy. */
  sourceOf(peerAddress: string): string | null;
  /** A source has as many connections as it may have, so a further one was refused. */
  onRefused(source: string): void;
}

/** Counts the open connections of each source, so that one alone cannot use up what all share. */
export class SourceConnections {
  readonly #limit: SourceLimit | null;
  readonly #counts = new Map<string, number>();

  constructor(limit: SourceLimit | null) {
    this.#limit = limit;
  }

  /** Not ok when the source has as many as it may have. A source of null is not counted. */
  open(peerAddress: string): { readonly ok: boolean; readonly source: string | null } {
    const source = this.#limit?.sourceOf(peerAddress) ?? null;
    if (this.#limit === null || source === null) return { ok: true, source: null };
    const count = this.#counts.get(source) ?? 0;
    if (count >= this.#limit.connectionsMax) {
      this.#limit.onRefused(source);
      return { ok: false, source };
    }
    this.#counts.set(source, count + 1);
    return { ok: true, source };
  }

  close(source: string | null): void {
    if (source === null) return;
    const count = this.#counts.get(source) ?? 0;
    if (count > 1) this.#counts.set(source, count - 1);
    else this.#counts.delete(source);
  }
}
