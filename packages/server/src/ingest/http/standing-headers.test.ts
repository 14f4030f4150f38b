import { afterEach, describe, expect, test } from "bun:test";
import { tlsFixture } from "../../../../../tests/harness/tls-fixture.ts";
import type { Exchange } from "./exchange.ts";
import { type Listener, listen } from "./listener.ts";

const certificate = tlsFixture("first");
const ignore = () => undefined;
let listener: Listener;
afterEach(() => listener.drain(0));

/** `/kept` has its own Cache-Control. */
const begin: Exchange["begin"] = ({ target }) => {
  const headers = target === "/kept" ? { "Cache-Control": "max-age=60" } : {};
  return { status: 200, headers, body: "" };
};

const refuse: Exchange["refuse"] = (fault) => ({ status: fault, headers: {}, body: "" });

function start(withTls: boolean): string {
  const callbacks = {
    sourceLimit: null,
    onCertificateReplaced: ignore,
    onCertificateUnusable: ignore,
    onFault: ignore,
  };
  const options = { host: "127.0.0.1", port: 0, certificate: withTls ? certificate : null, ...callbacks };
  listener = listen(options, { begin, refuse });
  return listener.url;
}

async function headersOf(url: string): Promise<Headers> {
  const response = await fetch(url, { tls: { ca: certificate.cert } });
  await response.text();
  return response.headers;
}

describe("every answer", () => {
  test.each([false, true])("has the security headers for browsers, TLS: %p", async (withTls) => {
    const headers = await headersOf(`${start(withTls)}/any`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("keeps its own caching header", async () => {
    expect((await headersOf(`${start(false)}/kept`)).get("cache-control")).toBe("max-age=60");
  });

  test("asks browsers to use TLS from now on, but only over TLS", async () => {
    expect((await headersOf(start(true))).get("strict-transport-security")).toBe("max-age=31536000");
    await listener.drain(0);
    expect((await headersOf(start(false))).get("strict-transport-security")).toBeNull();
  });
});
