import { describe, expect, test } from "bun:test";
import { givenEngines } from "../harness/given-engines.ts";
import { bulk, type ContractServer, resetClock, single, timeoutMs, useServer } from "./contract-server.ts";
import { expectAnswer } from "./contract-table.ts";
import { queued } from "./expected-answers.ts";

const identitiesMax = 1000;
const hourMs = 3_600_000;

/** Readings at consecutive seconds from a time on. */
function buffer(from: string, count: number) {
  const startMs = Date.parse(from);
  const data = Array.from({ length: count }, (_, n) => ({
    value: n,
    timestamp: new Date(startMs + n * 1000).toISOString(),
  }));
  return bulk({ data });
}

async function lookups({ weir }: ContractServer): Promise<number> {
  const metrics = await (await fetch(`${weir.manageUrl}/metrics`)).text();
  return Number(/^weir_replay_lookups_total(?:\{\})? (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

describe("duplicates: the replay window holds when memory has forgotten", () => {
  const server = useServer({ identities_max: String(identitiesMax) });

  test(
    "recognises a repeated buffer after thousands of other readings",
    async () => {
      const { weir, client, createDevice } = server();
      resetClock(server());
      const [device, others] = [await createDevice(), await createDevice()];
      expectAnswer(await client.send(device, buffer("2026-06-15T08:00:00Z", 300)), queued({ accepted: 300 }));
      for (let hour = 1; hour <= 3; hour++) {
        weir.clock.advanceMs(hourMs);
        const from = `2026-06-15T${String(8 + hour).padStart(2, "0")}:00:00Z`;
        expectAnswer(await client.send(others, buffer(from, 2000)), queued({ accepted: 2000 }));
      }
      // First deliveries in order of time need no look-up in the store, however old their timestamps are.
      expect(await lookups(server())).toBe(0);
      expectAnswer(await client.send(device, single({ data: { value: 1 } })), queued({ accepted: 1 }));
      expect(await lookups(server())).toBe(0);
      await weir.settle();
      expectAnswer(
        await client.send(device, buffer("2026-06-15T08:00:00Z", 300)),
        queued({ duplicates: 300 }),
      );
      // Redis has not forgotten them, and what it forgets is recognised when it is stored.
      expect(await lookups(server())).toBe(givenEngines === null ? 300 : 0);
      expectAnswer(
        await client.send(device, single({ data: { value: 7.5, timestamp: "2026-06-15T08:00:07Z" } })),
        queued({ accepted: 1 }),
      );
    },
    timeoutMs,
  );

  test(
    "accepts a repeat again after the window",
    async () => {
      const { weir, client, createDevice } = server();
      resetClock(server());
      const [device, others] = [await createDevice(), await createDevice()];
      const request = buffer("2026-06-15T10:00:00Z", 20);
      expectAnswer(await client.send(device, request), queued({ accepted: 20 }));
      weir.clock.advanceMs(hourMs);
      expectAnswer(
        await client.send(others, buffer("2026-06-15T10:00:00Z", 2000)),
        queued({ accepted: 2000 }),
      );
      await weir.settle();
      weir.clock.advanceMs(22 * hourMs);
      expectAnswer(await client.send(device, request), queued({ duplicates: 20 }));
      weir.clock.advanceMs(hourMs);
      expectAnswer(await client.send(device, request), queued({ accepted: 20 }));
    },
    timeoutMs,
  );
});
