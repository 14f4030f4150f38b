import { expect, setDefaultTimeout, test } from "bun:test";
import { connect as connectTls } from "node:tls";
import { tlsFixture } from "../../../../../tests/harness/tls-fixture.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { largeBytes, request, type TestClient, TestListener } from "./test-connections.ts";

setDefaultTimeout(20_000);
const certificate = tlsFixture("first");
const server = new TestListener(certificate);

function secure(): TestClient {
  return server.client(connectTls({ host: "127.0.0.1", port: server.port, ca: certificate.cert }));
}

test("handles requests in pieces, a large answer, and a refusal while the client is still sending", async () => {
  using client = secure();
  for (const piece of [
    request("/echo", "a"),
    "POST /echo HT",
    "TP/1.1\r\nHost: weir\r\n\r\n",
    request("/large"),
  ]) {
    client.socket.write(piece);
  }
  await waitUntil(
    "all is answered",
    () => client.received.length > largeBytes && client.received.endsWith("xxx"),
  );
  client.socket.write("nonsense\r\n\r\n");
  client.socket.write(Buffer.alloc(1024 * 1024));
  await client.ended();
  expect(client.statuses).toEqual([200, 200, 200, 400]);
});

test("closes a client that does not speak TLS", async () => {
  using client = server.client();
  client.socket.write(request("/echo"));
  await client.ended();
  expect(client.statuses).toEqual([]);
  expect(server.exchange.begun).toEqual([]);
});

test("closes a client that takes too long to start the handshake", async () => {
  await server.restart({ idleMs: 50 });
  using client = server.client();
  await client.ended();
});
