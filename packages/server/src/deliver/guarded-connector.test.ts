import { afterEach, describe, expect, test } from "bun:test";
import { freePort } from "../../../../tests/harness/free-port.ts";
import { tlsFixture } from "../../../../tests/harness/tls-fixture.ts";
import { systemClock } from "../platform/clock.ts";
import { AddressGuard } from "./address-guard.ts";
import { withinMs } from "./deadline.ts";
import type { GuardedConnector } from "./guarded-connector.ts";
import { type Target, webhookTarget } from "./target.ts";
import { Canary } from "./test-canary.ts";
import { deliveryOf, networksOf, testConnector, webhookTo } from "./test-delivery.ts";
import { WebhookSender } from "./webhook/webhook-sender.ts";

/** Stands for the public internet, which tests do not contact. */
const publicAddress = "127.0.0.2";
const publicGuard = new AddressGuard(networksOf(publicAddress));
const servers: { stop(force: boolean): unknown }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.stop(true);
});

function serve(hostname: string, port: number, tls?: { cert: string; key: string }): Bun.Server<undefined> {
  const server = Bun.serve({ hostname, port, ...(tls && { tls }), fetch: () => new Response("thanks") });
  servers.push(server);
  return server;
}

function post(connector: GuardedConnector, url: string) {
  const sender = new WebhookSender({ connector, clock: systemClock, version: "1" });
  return sender.send(deliveryOf(webhookTo(url)));
}

describe("connecting to a name", () => {
  test("resolves a name once per attempt, so that a changed answer has no effect", async () => {
    using canary = new Canary("127.0.0.1");
    serve(publicAddress, canary.port);
    const asked: string[] = [];
    const resolve = async (host: string): Promise<string[]> => {
      asked.push(host);
      return [asked.length % 2 === 1 ? publicAddress : "127.0.0.1"];
    };
    const connector = testConnector({ guard: publicGuard, resolve });
    const url = `http://rebound.example:${canary.port}/`;
    const outcomes = [await post(connector, url), await post(connector, url), await post(connector, url)];
    expect(outcomes.map(({ kind }) => kind)).toEqual(["delivered", "failed", "delivered"]);
    expect(asked).toEqual(["rebound.example", "rebound.example", "rebound.example"]);
    expect(canary.connections).toBe(0);
  });

  test("only uses the public addresses of a name that also has private ones", async () => {
    using canary = new Canary("127.0.0.1", "127.0.0.3", "::1");
    serve(publicAddress, canary.port);
    const addresses = ["127.0.0.1", "::1", publicAddress, "127.0.0.3"];
    const connector = testConnector({ guard: publicGuard, resolve: async () => addresses });
    expect((await post(connector, `http://mixed.example:${canary.port}/`)).kind).toBe("delivered");
    expect(canary.connections).toBe(0);
  });

  test("tries the next address if the first does not answer", async () => {
    const { port } = serve(publicAddress, freePort());
    const guard = new AddressGuard(networksOf("127.0.0.0/8"));
    const connector = testConnector({ guard, resolve: async () => ["127.0.0.3", publicAddress] });
    expect((await post(connector, `http://two.example:${port}/`)).kind).toBe("delivered");
  });

  test("gives the same reason whether a name does not exist, has no address or leads inside", async () => {
    const failing = async (): Promise<string[]> => {
      throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    };
    const reason = "db.internal has no public address. To allow it, set outbox_allow.";
    for (const resolve of [failing, async () => [], async () => ["10.0.0.7"], async () => ["127.0.0.1"]]) {
      const outcome = await post(testConnector({ resolve, guard: publicGuard }), "http://db.internal/");
      expect(outcome).toMatchObject({ kind: "failed", reason });
    }
  });

  test("gives up on a name that never resolves when the time limit is reached", async () => {
    const connector = testConnector({ resolve: () => new Promise(() => undefined) });
    const attempt = withinMs(50, new AbortController().signal, (signal) =>
      connector.connect(webhookTarget("http://slow.example/"), signal),
    );
    await expect(attempt).rejects.toThrow("There was no answer within 0.05 s.");
  });
});

describe("the connected address", () => {
  test("is checked as well, before a byte is sent", async () => {
    using canary = new Canary("127.0.0.1");
    // The system connects 0.0.0.0 to the loopback address, which is not on the list.
    const connector = testConnector({ guard: new AddressGuard(networksOf("0.0.0.0")) });
    const outcome = await post(connector, `http://0.0.0.0:${canary.port}/`);
    expect(outcome).toMatchObject({
      kind: "failed",
      reason: expect.stringContaining("0.0.0.0 isn't a public address"),
    });
    expect(canary.received).toBe("");
    const allowed = testConnector({ guard: new AddressGuard(networksOf("0.0.0.0", "127.0.0.1")) });
    await post(allowed, `http://0.0.0.0:${canary.port}/`);
    expect(canary.received).toStartWith("POST / HTTP/1.1\r\n");
  });

  test("does not appear in the reason of a refused host", async () => {
    const resolve = async (): Promise<string[]> => ["10.20.30.40"];
    const outcome = await post(testConnector({ resolve }), "http://intranet.example/");
    expect(JSON.stringify(outcome)).not.toContain("10.20");
    expect(outcome).toMatchObject({ reason: expect.stringContaining("set outbox_allow") });
  });
});

describe("TLS", () => {
  const { cert, key } = tlsFixture("first");

  function kindAndReason(outcome: Awaited<ReturnType<typeof post>>): string {
    return outcome.kind === "delivered" ? "delivered" : `${outcome.kind}: ${outcome.reason}`;
  }

  test("accepts a trusted certificate for the host or its address", async () => {
    const { port } = serve("127.0.0.1", 0, { cert, key });
    const connector = testConnector({ ca: cert, resolve: async () => ["127.0.0.1"] });
    for (const host of ["localhost", "localhost.", "127.0.0.1"]) {
      expect(kindAndReason(await post(connector, `https://${host}:${port}/`))).toBe("delivered");
    }
  });

  test("refuses a certificate for another host and one without a trusted issuer", async () => {
    const { port } = serve("127.0.0.1", 0, { cert, key });
    const resolve = async (): Promise<string[]> => ["127.0.0.1"];
    const other = await post(testConnector({ ca: cert, resolve }), `https://other.example:${port}/`);
    expect(kindAndReason(other)).toBe(
      "failed: The connection to other.example failed (ERR_TLS_CERT_ALTNAME_INVALID).",
    );
    const untrusted = await post(testConnector({ resolve }), `https://localhost:${port}/`);
    expect(kindAndReason(untrusted)).toBe(
      "failed: The connection to localhost failed (DEPTH_ZERO_SELF_SIGNED_CERT).",
    );
    const { cert: another } = tlsFixture("second");
    const foreign = await post(testConnector({ ca: another, resolve }), `https://localhost:${port}/`);
    expect(foreign.kind).toBe("failed");
  });

  test("gives up on a handshake that never ends when the time limit is reached", async () => {
    const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
    servers.push(listener);
    const attempt = withinMs(100, new AbortController().signal, (signal) =>
      testConnector().connect(webhookTarget(`https://127.0.0.1:${listener.port}/`), signal),
    );
    await expect(attempt).rejects.toThrow("There was no answer within 0.1 s.");
  });
});

test("reports a refused connection with its code", async () => {
  const target: Target = webhookTarget(`http://127.0.0.1:${freePort()}/`);
  const attempt = testConnector().connect(target, new AbortController().signal);
  await expect(attempt).rejects.toThrow("The connection to 127.0.0.1 failed (ECONNREFUSED).");
});
