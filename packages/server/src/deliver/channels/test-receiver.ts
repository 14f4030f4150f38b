/** For tests: a local server that receives what channels send, and answers as it is told. */
export class TestReceiver implements Disposable {
  readonly received: ReceivedRequest[] = [];
  answer: () => Response = () => new Response("ok");
  readonly #server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const body = Buffer.from(await request.arrayBuffer());
      this.received.push({ path: pathname, headers: request.headers, body });
      return this.answer();
    },
  });

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  /** The only request so far, read as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into requests of many forms.
  get json(): any {
    if (this.received.length !== 1) throw new Error(`${this.received.length} requests were received.`);
    return JSON.parse(this.received[0]!.body.toString());
  }

  [Symbol.dispose](): void {
    void this.#server.stop(true);
  }
}

interface ReceivedRequest {
  readonly path: string;
  readonly headers: Headers;
  readonly body: Buffer;
}
