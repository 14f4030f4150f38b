/** How many connections one source may have open. */
export interface SourceLimit {
  readonly connectionsMax: number;
  /** Returns the key that a client's connections are counted by; null if they are not counted, as those of a trusted proxy. */
  sourceOf(peerAddress: string): string | null;
  /** Called when a connection was refused, because its source has reached the limit. */
  onRefused(source: string): void;
  /** Shared memory in which threads count together; by default a listener counts for itself. */
  readonly counted?: SharedArrayBuffer;
}

/** More cells than connections, so that two sources hardly ever share both of their cells. */
const cellsPerRow = 65_536;

/** Creates the counts that the listeners of a process share. */
export function makeSourceCounts(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer((1 + 2 * cellsPerRow) * 4);
  new Uint32Array(memory)[0] = crypto.getRandomValues(new Uint32Array(1))[0]!;
  return memory;
}

/**
 * Counts the open connections of each source, so that one source cannot use up what all share.
 *
 * A source has one cell in each of two rows, by two hashes that nobody outside can predict, and the lower of its two counts is
 * used. The count is too high only if other sources share both cells, which hardly ever happens, and never too low.
 */
export class SourceConnections {
  readonly #limit: SourceLimit | null;
  readonly #cells: Int32Array;
  readonly #seed: number;

  constructor(limit: SourceLimit | null) {
    const memory = limit?.counted ?? makeSourceCounts();
    this.#limit = limit;
    this.#seed = new Uint32Array(memory)[0]!;
    this.#cells = new Int32Array(memory, 4);
  }

  /** `ok` is false if the source has reached its limit. A source of null is not counted. */
  open(peerAddress: string): { readonly ok: boolean; readonly source: string | null } {
    const source = this.#limit?.sourceOf(peerAddress) ?? null;
    if (this.#limit === null || source === null) return { ok: true, source: null };
    if (this.#add(source, 1) > this.#limit.connectionsMax) {
      this.#add(source, -1);
      this.#limit.onRefused(source);
      return { ok: false, source };
    }
    return { ok: true, source };
  }

  close(source: string | null): void {
    if (source !== null) this.#add(source, -1);
  }

  /** Returns the source's connections afterwards. */
  #add(source: string, connections: number): number {
    const first = Bun.hash.wyhash(source, BigInt(this.#seed));
    const cells = this.#cells;
    const one = Number(first & 0xffffn);
    const other = cellsPerRow + Number((first >> 16n) & 0xffffn);
    return (
      connections + Math.min(Atomics.add(cells, one, connections), Atomics.add(cells, other, connections))
    );
  }
}
