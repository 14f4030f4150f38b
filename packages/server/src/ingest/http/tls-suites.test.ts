import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { ensureSystemPackages } from "../../../../../scripts/system-packages.ts";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { tlsClient } from "../../../../../tests/harness/programs.ts";
import { tlsFixture } from "../../../../../tests/harness/tls-fixture.ts";
import { listen } from "./listener.ts";
import { TestExchange } from "./test-connections.ts";

setDefaultTimeout(30_000);
const ensured = await ensureSystemPackages([tlsClient]);
const problem = ensured.ok ? null : ensured.problem;

/** Performs a handshake with these client options. Resolves to the agreed suite, or null. */
async function handshake(fixture: "first" | "rsa", options: readonly string[]): Promise<string | null> {
  const { port } = new URL(listeners[fixture].url);
  const command = ["openssl", "s_client", "-connect", `127.0.0.1:${port}`, ...options];
  const client = Bun.spawn(command, { stdin: new Blob([""]), stdout: "pipe", stderr: "ignore" });
  const suite = /Cipher is (\S+)/.exec(await new Response(client.stdout).text())?.[1] ?? null;
  return suite === "(NONE)" ? null : suite;
}

const ignore = () => undefined;
const listeners = { first: start("first"), rsa: start("rsa") };
afterAll(() => Promise.all(Object.values(listeners).map((listener) => listener.drain(0))));

function start(name: "first" | "rsa") {
  const callbacks = {
    sourceLimit: null,
    onCertificateReplaced: ignore,
    onCertificateUnusable: ignore,
    onFault: ignore,
  };
  return listen(
    { host: "127.0.0.1", port: 0, certificate: tlsFixture(name), ...callbacks },
    new TestExchange(),
  );
}

describeUnless(problem, "TLS", () => {
  test.each([
    ["RSA key exchange", "rsa", ["-tls1_2", "-cipher", "AES128-GCM-SHA256"]],
    ["RSA key exchange without authenticated encryption", "rsa", ["-tls1_2", "-cipher", "AES128-SHA"]],
    ["CBC with RSA", "rsa", ["-tls1_2", "-cipher", "ECDHE-RSA-AES128-SHA"]],
    ["CBC with ECDSA", "first", ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-SHA"]],
    ["TLS 1.1", "rsa", ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]],
    ["TLS 1.0", "rsa", ["-tls1", "-cipher", "ALL:@SECLEVEL=0"]],
  ] as const)("refuses %s", async (_, fixture, options) => {
    expect(await handshake(fixture, options)).toBeNull();
  });

  test.each([
    ["rsa", "ECDHE-RSA-AES128-GCM-SHA256"],
    ["rsa", "ECDHE-RSA-AES256-GCM-SHA384"],
    ["rsa", "ECDHE-RSA-CHACHA20-POLY1305"],
    ["first", "ECDHE-ECDSA-AES128-GCM-SHA256"],
    ["first", "ECDHE-ECDSA-AES256-GCM-SHA384"],
    ["first", "ECDHE-ECDSA-CHACHA20-POLY1305"],
  ] as const)("takes TLS 1.2 with a certificate of kind %s and %s", async (fixture, suite) => {
    expect(await handshake(fixture, ["-tls1_2", "-cipher", suite])).toBe(suite);
  });

  test("accepts TLS 1.3 and prefers it", async () => {
    expect(await handshake("rsa", ["-tls1_3"])).toStartWith("TLS_");
    expect(await handshake("first", [])).toStartWith("TLS_");
  });
});
