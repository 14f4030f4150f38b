import type { BrowserSession } from "../../api/browser-session.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const openAgainMs = 300;
const seenTimeoutMs = 300_000;

/** An open page: it shows the values of one sensor as they come, and opens its stream again when that ends. */
export class LivePage implements Disposable {
  readonly #owner: BrowserSession;
  readonly #sensor: string;
  readonly #closing = new AbortController();
  readonly #seen = new Set<number>();
  #lastId: string | null = null;

  constructor(owner: BrowserSession, sensor: string) {
    this.#owner = owner;
    this.#sensor = sensor;
    void this.#stayOpen();
  }

  /** Resolves when one of these values has been shown. Which ones is asked again and again. */
  async untilSeen(what: string, values: () => readonly number[]): Promise<void> {
    await waitUntil(
      `an open page shows ${what}`,
      () => values().some((value) => this.#seen.has(value)),
      seenTimeoutMs,
    );
  }

  [Symbol.dispose](): void {
    this.#closing.abort();
  }

  async #stayOpen(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.#read().catch(() => undefined);
      await Bun.sleep(openAgainMs);
    }
  }

  async #read(): Promise<void> {
    const after = this.#lastId === null ? "" : `&after=${encodeURIComponent(this.#lastId)}`;
    const answer = await this.#owner.open(`/live?values=${this.#sensor}${after}`, this.#closing.signal);
    if (!answer.ok || answer.body === null) return;
    let text = "";
    for await (const bytes of answer.body.pipeThrough(new TextDecoderStream())) {
      const events = (text + bytes).split("\n\n");
      text = events.pop()!;
      for (const event of events) this.#take(event.split("\n"));
    }
  }

  #take(lines: readonly string[]): void {
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    this.#lastId = field("id") ?? this.#lastId;
    if (field("event") !== "value") return;
    const { sensor, value } = JSON.parse(field("data")!) as { sensor: string; value: number };
    if (sensor === this.#sensor) this.#seen.add(value);
  }
}
