import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { systemClock } from "../platform/clock.ts";
import { AddressGuard } from "./address-guard.ts";
import { notHosts, toElsewhere, toLoopback } from "./address-spellings.vectors.ts";
import type { GuardedConnector } from "./guarded-connector.ts";
import { MqttSender } from "./mqtt/mqtt-sender.ts";
import type { SendOutcome } from "./sender.ts";
import { Canary } from "./test-canary.ts";
import { deliveryOf, everyLoopback, publishTo, testConnector, webhookTo } from "./test-delivery.ts";
import { WebhookSender } from "./webhook/webhook-sender.ts";

/**
 * Checks that nothing a chain names leads inside. A canary listens where the spellings lead; it must see no connection. Each
 * test ends with an allowed connection, which shows that the canary sees connections, and that there was none before.
 */
const closed = testConnector({ guard: new AddressGuard([]) });
const open = testConnector({ guard: new AddressGuard(everyLoopback) });

let canary: Canary;

beforeEach(() => {
  canary = new Canary("127.0.0.1", "127.0.0.2", "127.0.0.127", "127.1.2.3", "127.255.255.254", "::1");
});

afterEach(() => canary[Symbol.dispose]());

const kinds: Record<string, (connector: GuardedConnector, host: string) => Promise<SendOutcome>> = {
  webhook(connector, host) {
    const sender = new WebhookSender({ connector, clock: systemClock, version: "1" });
    return sender.send(deliveryOf(webhookTo(`http://${host}:${canary.port}/hook`)));
  },
  "webhook over TLS"(connector, host) {
    const sender = new WebhookSender({ connector, clock: systemClock, version: "1" });
    return sender.send(deliveryOf(webhookTo(`https://${host}:${canary.port}/hook`)));
  },
  mqtt(connector, host) {
    return new MqttSender({ connector }).send(deliveryOf(publishTo(`mqtt://${host}:${canary.port}`)));
  },
};

test("tests enough spellings, each once", () => {
  const all = [...toLoopback, ...toElsewhere, ...notHosts];
  expect(new Set(all).size).toBe(all.length);
  expect(toLoopback.length + toElsewhere.length).toBeGreaterThan(200);
});

describe.each(Object.keys(kinds))("%s", (kind) => {
  const send = kinds[kind]!;

  test("blocks every spelling of this machine, each of which would work without the guard", async () => {
    for (const host of toLoopback) {
      const before = canary.connections;
      const refused = await send(closed, host);
      expect([host, refused.kind, refused.kind === "failed" && refused.reason]).toEqual([
        host,
        "failed",
        expect.stringMatching(/public address\. To allow it, set outbox_allow\./),
      ]);
      await send(open, host);
      expect([host, canary.connections]).toEqual([host, before + 1]);
    }
  });

  test("blocks every spelling of other internal machines", async () => {
    for (const host of toElsewhere) {
      const refused = await send(closed, host);
      expect([host, refused.kind, refused.kind === "failed" && refused.reason]).toEqual([
        host,
        "failed",
        expect.stringMatching(/public address\. To allow it, set outbox_allow\./),
      ]);
    }
    expect(canary.connections).toBe(0);
  });

  test("refuses invalid hosts permanently, whatever is allowed", async () => {
    for (const host of notHosts) {
      expect([host, (await send(open, host)).kind]).toEqual([host, "hopeless"]);
    }
    await send(open, "127.0.0.1");
    expect(canary.connections).toBe(1);
  });

  test("blocks a name that leads inside, however many addresses it has", async () => {
    const answers = [
      ["127.0.0.1"],
      ["::1"],
      ["10.0.0.1", "127.0.0.1"],
      ["::ffff:127.0.0.1"],
      ["fe80::1%lo"],
      [],
    ];
    for (const addresses of [...answers, ["not an address"], ["127.1"], ["0x7f000001"]]) {
      const connector = testConnector({ guard: new AddressGuard([]), resolve: async () => addresses });
      expect((await send(connector, "rebound.example")).kind).toBe("failed");
    }
    await send(open, "127.0.0.1");
    expect(canary.connections).toBe(1);
  });
});
