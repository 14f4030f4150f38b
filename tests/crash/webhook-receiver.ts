import type { SeededRandom } from "../harness/seeded-random.ts";

/** A receiver of webhooks. Sometimes it fails, or accepts the message without answering. */
export class WebhookReceiver implements Disposable {
  /** The values that came with each key. Several values under one key would mean that the key was reused. */
  readonly valuesByKey = new Map<string, Set<number>>();
  deliveries = 0;
  readonly #server: Bun.Server<undefined>;

  constructor(random: SeededRandom, { failing = 0.2, hanging = 0.05 } = {}) {
    this.#server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async (request) => {
        if (random.chance(failing)) return new Response(null, { status: 500 });
        const key = request.headers.get("idempotency-key") ?? "";
        const { data } = (await request.json()) as { data: { value: number } };
        const values = this.valuesByKey.get(key) ?? new Set();
        this.valuesByKey.set(key, values.add(data.value));
        this.deliveries++;
        if (random.chance(hanging)) await Bun.sleep(60_000);
        return new Response(null, { status: 204 });
      },
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/hook`;
  }

  [Symbol.dispose](): void {
    void this.#server.stop(true);
  }
}
