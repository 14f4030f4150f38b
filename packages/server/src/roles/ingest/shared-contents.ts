/**
 * More than all files of the dashboard and the docs in all their encodings. Past it, the oldest are requested again.
 */
const bytesMax = 32 * 1024 * 1024;

/** Files and pages of the manage process that the listener has passed on, by their numbers. */
export class SharedContents {
  readonly #contents = new Map<number, { readonly bytes: Promise<Uint8Array>; readonly size: number }>();
  #size = 0;

  load(content: number, size: number, ask: () => Promise<unknown>): Promise<Uint8Array> {
    const known = this.#contents.get(content);
    if (known !== undefined) return known.bytes;
    const bytes = ask() as Promise<Uint8Array>;
    bytes.catch(() => this.#forget(content));
    this.#contents.set(content, { bytes, size });
    this.#size += size;
    for (const oldest of this.#contents.keys()) {
      if (this.#size <= bytesMax) break;
      this.#forget(oldest);
    }
    return bytes;
  }

  clear(): void {
    this.#contents.clear();
    this.#size = 0;
  }

  #forget(content: number): void {
    this.#size -= this.#contents.get(content)?.size ?? 0;
    this.#contents.delete(content);
  }
}
