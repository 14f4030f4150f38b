import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { RawConnection } from "../../../../../tests/harness/raw-connection.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { limits, request, TestListener } from "./test-connections.ts";

setDefaultTimeout(20_000);
const server = new TestListener();

describe("draining", () => {
  test("closes idle connections, lets started requests finish, and accepts no others", async () => {
    using idle = server.client();
    using used = await RawConnection.open(server.url);
    using busy = server.client();
    using sending = server.client();
    used.write(request("/echo"));
    await used.answer();
    busy.socket.write(request("/held") + request("/echo"));
    sending.socket.write(request("/held", "abc").slice(0, -1));
    await waitUntil(
      "both have begun",
      () => server.exchange.begun.length === 3 && server.exchange.held.length === 1,
    );
    const drained = server.listener.drain(10_000);
    await idle.ended();
    await expect(RawConnection.open(server.url)).rejects.toThrow();
    server.exchange.release();
    sending.socket.write("c");
    await waitUntil("the other is being answered", () => server.exchange.held.length === 1);
    server.exchange.release();
    await Promise.all([busy.ended(), sending.ended()]);
    for (const { statuses, received } of [busy, sending]) {
      expect(statuses).toEqual([200]);
      expect(received).toContain("Connection: close");
    }
    busy.socket.destroy();
    await drained;
    expect(server.exchange.begun).toEqual(["POST /echo", "POST /held", "POST /held"]);
  });

  test("does not wait for the connection of a refused body after the body has arrived", async () => {
    using client = server.client();
    client.socket.write(request("/refused", "abc").slice(0, -1));
    await waitUntil("it is refused", () => client.statuses.length === 1);
    const drained = server.listener.drain(10_000);
    client.socket.write("c");
    await client.ended();
    await drained;
  });

  test("cuts off requests that take too long", async () => {
    using client = server.client();
    client.socket.write(request("/held"));
    await waitUntil("it is being answered", () => server.exchange.held.length === 1);
    await server.listener.drain(20);
    await client.ended();
    server.exchange.release();
    expect(client.statuses).toEqual([]);
  });
});

describe("many connections", () => {
  test("are answered concurrently, and those beyond the limit are closed", async () => {
    server.sourceOf = () => null;
    const clients = Array.from({ length: limits.connectionsMax + 20 }, () => server.client());
    await waitUntil("all are connected", () =>
      clients.every(({ socket }) => socket.readyState !== "opening"),
    );
    for (const { socket } of clients) socket.write(request("/echo", "hello"));
    await waitUntil("all are answered or closed", () =>
      clients.every(({ statuses, isEnded }) => isEnded || statuses.length === 1),
    );
    expect(clients.filter(({ statuses }) => statuses[0] === 200)).toHaveLength(limits.connectionsMax);
    for (const client of clients) client[Symbol.dispose]();
    await waitUntil("there is room again", () =>
      server.expectUsable().then(
        () => true,
        () => false,
      ),
    );
  });
});
