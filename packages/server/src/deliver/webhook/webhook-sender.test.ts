import { afterEach, describe, expect, test } from "bun:test";
import type { TCPSocketListener } from "bun";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import type { SendOutcome } from "../sender.ts";
import { Canary } from "../test-canary.ts";
import { deliveryOf, testConnector, testPassword, testSecret, webhookTo } from "../test-delivery.ts";
import { WebhookSender } from "./webhook-sender.ts";

const clock = new ManualClock("2026-06-01T12:00:00.900Z");
const servers: { stop(force: boolean): unknown }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.stop(true);
});

function sender(limitMs = 5000): WebhookSender {
  return new WebhookSender({ connector: testConnector(), clock, version: "1.2.3", limitMs });
}

/** A server that parses HTTP with another implementation. */
function serve(fetch: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

/** A server that answers the first bytes with these, whatever they were; `after` may do more to the connection. */
function answering(
  answer: string,
  after: (socket: Bun.Socket<unknown>) => void = (socket) => socket.end(),
): string {
  const listener: TCPSocketListener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket) {
        socket.write(answer);
        after(socket);
      },
    },
  });
  servers.push(listener);
  return `http://127.0.0.1:${listener.port}/`;
}

function hanging(): void {}

/** HMAC-SHA256 with another implementation than the product uses. */
async function independentSignature(secret: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
  return new Uint8Array(digest).toBase64();
}

describe("a webhook", () => {
  test("arrives complete, with its key and a signature that the receiver can check", async () => {
    const requests: { request: Request; body: string }[] = [];
    const url = serve(async (request) => {
      requests.push({ request, body: await request.text() });
      return new Response("thanks");
    });
    const body = JSON.stringify({ value: 21.5, note: "größer ☂ 💧" });
    const message = webhookTo(`${url}/hook/ä?x=1#y`, { body, headers: { "X-Site": "north" } });
    expect(await sender().send(deliveryOf(message, "chain7.node3.42"))).toEqual({
      kind: "delivered",
      note: null,
    });

    const [{ request, body: received }] = requests as [{ request: Request; body: string }];
    expect(request.method).toBe("POST");
    expect(new URL(request.url).pathname + new URL(request.url).search).toBe("/hook/%C3%A4?x=1");
    expect(received).toBe(body);
    const timestampS = String(Math.floor(clock.nowMs() / 1000));
    const key = Uint8Array.fromBase64(testSecret.slice("whsec_".length));
    expect(Object.fromEntries(request.headers)).toEqual({
      host: new URL(url).host,
      connection: "close",
      "user-agent": "Weir/1.2.3",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "idempotency-key": "chain7.node3.42",
      "webhook-id": "chain7.node3.42",
      "webhook-timestamp": timestampS,
      "webhook-signature": `v1,${await independentSignature(key, `chain7.node3.42.${timestampS}.${body}`)}`,
      "x-site": "north",
    });
  });

  test("is signed with the bytes of a secret that is not in the format of Standard Webhooks", async () => {
    let signature: string | null = null;
    const url = serve((request) => {
      signature = request.headers.get("webhook-signature");
      return new Response();
    });
    await sender().send(deliveryOf(webhookTo(url, { body: "{}", secret: "plain" }), "k"));
    const secret = new TextEncoder().encode("a plain secret");
    const text = `k.${Math.floor(clock.nowMs() / 1000)}.{}`;
    expect(signature as string | null).toBe(`v1,${await independentSignature(secret, text)}`);
  });

  test("arrives at the largest size, and is never sent above it", async () => {
    let bytes = 0;
    const url = serve(async (request) => {
      bytes = (await request.arrayBuffer()).byteLength;
      return new Response();
    });
    expect((await sender().send(deliveryOf(webhookTo(url, { body: "x".repeat(65_536) })))).kind).toBe(
      "delivered",
    );
    expect(bytes).toBe(65_536);
    bytes = 0;
    const larger = await sender().send(deliveryOf(webhookTo(url, { body: `${"x".repeat(65_535)}ü` })));
    expect(larger).toEqual({ kind: "hopeless", reason: "The body exceeds 64 KiB." });
    expect(bytes).toBe(0);
  });

  test("waits for a missing secret, and is undeliverable with an invalid header", async () => {
    using canary = new Canary("127.0.0.1");
    const url = `http://127.0.0.1:${canary.port}/`;
    expect(await sender().send(deliveryOf(webhookTo(url, { secret: "gone" })))).toEqual({
      kind: "failed",
      reason: 'The account has no secret named "gone".',
      retryAfterMs: null,
    });
    expect((await sender().send(deliveryOf(webhookTo(url, { secret: "bad" })))).kind).toBe("failed");
    const headers = { "X-Site": "north\r\nHost: inside.example" };
    expect((await sender().send(deliveryOf(webhookTo(url, { headers })))).kind).toBe("hopeless");
    expect(canary.connections).toBe(0);
  });
});

describe("a header that refers to secrets", () => {
  const refersTo = (...names: string[]) => ({
    "X-Key": names.flatMap((secret) => ["<", { secret }, ">"]),
  });

  test("is sent with their values, whatever the device or the receiver sends", async () => {
    const received: (string | null)[] = [];
    const url = serve(({ headers }) => {
      received.push(headers.get("x-key"));
      return new Response(null, { status: 500 });
    });
    const outcome = await sender().send(
      deliveryOf(webhookTo(url, { headers: refersTo("plain", "password") })),
    );
    expect(received).toEqual([`<a plain secret><${testPassword}>`]);
    expect(outcome).toEqual({ kind: "failed", reason: "The server answered 500.", retryAfterMs: null });
  });

  test("waits for a secret that is missing or that no header can carry", async () => {
    using canary = new Canary("127.0.0.1");
    const url = `http://127.0.0.1:${canary.port}/`;
    const outcomeWith = (name: string) =>
      sender().send(deliveryOf(webhookTo(url, { headers: refersTo(name) })));
    expect(await outcomeWith("gone")).toEqual({
      kind: "failed",
      reason: 'The account has no secret named "gone".',
      retryAfterMs: null,
    });
    expect(await outcomeWith("lines")).toEqual({
      kind: "failed",
      reason:
        'The secret named "lines" has characters that a header cannot carry: only printable ASCII on one line can be sent.',
      retryAfterMs: null,
    });
    expect(canary.connections).toBe(0);
  });
});

describe("the answer to a webhook", () => {
  const cases: [status: number, outcome: SendOutcome][] = [
    [200, { kind: "delivered", note: null }],
    [201, { kind: "delivered", note: null }],
    [202, { kind: "delivered", note: null }],
    [204, { kind: "delivered", note: null }],
    [400, { kind: "failed", reason: "The server answered 400.", retryAfterMs: null }],
    [401, { kind: "failed", reason: "The server answered 401.", retryAfterMs: null }],
    [404, { kind: "failed", reason: "The server answered 404.", retryAfterMs: null }],
    [
      410,
      { kind: "hopeless", reason: "The server answered 410: it no longer accepts messages at this address." },
    ],
    [429, { kind: "failed", reason: "The server answered 429.", retryAfterMs: 7000 }],
    [500, { kind: "failed", reason: "The server answered 500.", retryAfterMs: null }],
    [503, { kind: "failed", reason: "The server answered 503.", retryAfterMs: 7000 }],
  ];
  test.each(cases)("is judged only by its status %d", async (status, outcome) => {
    const body = status === 204 ? null : "some text";
    const url = serve(() => new Response(body, { status, headers: { "Retry-After": "7" } }));
    expect(await sender().send(deliveryOf(webhookTo(url)))).toEqual(outcome);
  });

  test.each([301, 302, 303, 307, 308])("is not followed if its status is %d", async (status) => {
    using canary = new Canary("127.0.0.1");
    const url = serve(() => {
      return new Response(null, { status, headers: { Location: `http://127.0.0.1:${canary.port}/` } });
    });
    expect(await sender().send(deliveryOf(webhookTo(url)))).toEqual({
      kind: "failed",
      reason: `The server answered ${status}; redirects are not followed.`,
      retryAfterMs: null,
    });
    await sender().send(deliveryOf(webhookTo(`http://127.0.0.1:${canary.port}/`)));
    expect(canary.connections).toBe(1);
  });

  test("may follow interim answers, arrive in pieces, and have no body", async () => {
    const interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n";
    const url = answering(interim, (socket) => {
      const final = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
      void (async () => {
        for (const character of final) {
          socket.write(character);
          socket.flush();
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
    });
    expect((await sender().send(deliveryOf(webhookTo(url)))).kind).toBe("delivered");
  });

  test("counts from its head, whether or not the body ever ends", async () => {
    const complete = answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", hanging);
    expect((await sender().send(deliveryOf(webhookTo(complete)))).kind).toBe("delivered");
    const endless = answering("HTTP/1.1 200 OK\r\n\r\nhello", hanging);
    expect((await sender(100).send(deliveryOf(webhookTo(endless)))).kind).toBe("delivered");
    const broken = answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello", (socket) =>
      socket.terminate(),
    );
    expect((await sender().send(deliveryOf(webhookTo(broken)))).kind).toBe("delivered");
  });

  test("is read only up to a limit if it is huge", async () => {
    let written = 0;
    let isClosed = false;
    const piece = Buffer.alloc(64 * 1024, "x");
    const pour = (socket: Bun.Socket): void => {
      for (let accepted = piece.length; accepted === piece.length; written += accepted) {
        accepted = socket.write(piece);
        if (accepted <= 0) return;
      }
    };
    const listener = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        data(socket) {
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n");
          pour(socket);
        },
        drain: pour,
        close: () => {
          isClosed = true;
        },
      },
    });
    servers.push(listener);
    const outcome = await sender().send(deliveryOf(webhookTo(`http://127.0.0.1:${listener.port}/`)));
    expect(outcome.kind).toBe("delivered");
    await waitUntil("the connection is closed", () => isClosed);
    // The system's own buffers took some too, a few megabytes at most.
    expect(written).toBeLessThan(100 * 1024 * 1024);
  });

  test.each([
    ["HTTP/1.1 200 OK\r\nX: y\r\n", "The server closed the connection without an answer."],
    ["HTTP/1.1 200 OK\n\n", "The server closed the connection without an answer."],
    ["HTTP/2 200 OK\r\n\r\n", "The answer is not valid HTTP/1."],
    ["220 mail.example ESMTP\r\n\r\n", "The answer is not valid HTTP/1."],
    ["\0\0\0\r\n\r\n", "The answer is not valid HTTP/1."],
    ["HTTP/1.1 101 Switching Protocols\r\n\r\n", "The answer is not valid HTTP/1."],
    ["HTTP/1.1 200 OK\r\nX : y\r\n\r\n", "The answer is not valid HTTP/1."],
    [`HTTP/1.1 200 OK\r\nX: ${"y".repeat(70_000)}`, "The head of the answer exceeds 64 KiB."],
    ["HTTP/1.1 100 Continue\r\n\r\n".repeat(3000), "The head of the answer exceeds 64 KiB."],
  ])("is a failure if it is garbage (%#)", async (answer, reason) => {
    const outcome = await sender().send(deliveryOf(webhookTo(answering(answer))));
    expect(outcome).toEqual({ kind: "failed", reason, retryAfterMs: null });
  });

  test("is a failure if it does not arrive in time, wherever the server stopped", async () => {
    const late = { kind: "failed", reason: "There was no answer within 0.1 s.", retryAfterMs: null } as const;
    for (const begun of ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n"]) {
      expect(await sender(100).send(deliveryOf(webhookTo(answering(begun, hanging))))).toEqual(late);
    }
    const slow = serve(() => new Promise<Response>(() => undefined));
    expect(await sender(100).send(deliveryOf(webhookTo(slow)))).toEqual(late);
  });

  test("is a failure if it never ends", async () => {
    const url = answering("HTTP/1.1 200 OK\r\nX: ", (socket) => {
      const timer = setInterval(() => {
        if (socket.write("y") < 0) clearInterval(timer);
      }, 5);
    });
    expect((await sender(150).send(deliveryOf(webhookTo(url)))).kind).toBe("failed");
  });

  test("never appears in the reason", async () => {
    const url = serve(() => new Response("secret of the inside", { status: 500, statusText: "secret too" }));
    expect(JSON.stringify(await sender().send(deliveryOf(webhookTo(url))))).not.toContain("secret");
  });
});

test("ends a cancelled delivery at once", async () => {
  using canary = new Canary("127.0.0.1");
  const controller = new AbortController();
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => controller.abort() } });
  servers.push(silent);
  const delivery = {
    ...deliveryOf(webhookTo(`http://127.0.0.1:${silent.port}/`)),
    signal: controller.signal,
  };
  expect(await sender().send(delivery)).toMatchObject({
    kind: "failed",
    reason: "The delivery was interrupted.",
  });
  const again = { ...deliveryOf(webhookTo(`http://127.0.0.1:${canary.port}/`)), signal: controller.signal };
  expect((await sender().send(again)).kind).toBe("failed");
  expect(canary.received).toBe("");
});
