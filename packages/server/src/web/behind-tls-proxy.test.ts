import { expect, test } from "bun:test";
import type { Answer } from "../ingest/http/answer.ts";
import { parseHead } from "../ingest/http/request-head.ts";
import { SourceKeys } from "../ingest/limit/source-key.ts";
import { parseNetwork } from "../platform/address.ts";
import { behindTlsProxy } from "./behind-tls-proxy.ts";
import type { ManagedTaker } from "./managed-taker.ts";

const plain: Answer = { status: 200, headers: {}, body: "" };
const taker: ManagedTaker = { bytesMax: 1, payers: [], take: async () => plain, refuse: () => plain };
const sources = new SourceKeys([parseNetwork("192.0.2.1")!]);

async function ask(
  begun: Answer | ManagedTaker,
  { proto = "https", peer = "192.0.2.1", hasTls = false } = {},
) {
  const parsed = parseHead(`GET / HTTP/1.1\r\nHost: weir\r\nX-Forwarded-Proto: ${proto}`);
  if (!parsed.ok) throw new Error("The head is malformed.");
  const answer = await behindTlsProxy({ sources, hasTls }, async () => begun)(parsed.head, peer);
  const last =
    answer !== null && "take" in answer ? await answer.take(new Uint8Array(0)) : (answer as Answer);
  return last.headers["Strict-Transport-Security"];
}

test("asks browsers to stay with TLS if a trusted proxy has received the request over TLS", async () => {
  for (const begun of [plain, taker]) {
    expect(await ask(begun)).toBe("max-age=31536000");
    expect(await ask(begun, { proto: "http, HTTPS" })).toBe("max-age=31536000");
    expect(await ask(begun, { proto: "https, http" })).toBeUndefined();
    expect(await ask(begun, { peer: "192.0.2.2" })).toBeUndefined();
    // The listener adds it itself then.
    expect(await ask(begun, { hasTls: true })).toBeUndefined();
  }
});
