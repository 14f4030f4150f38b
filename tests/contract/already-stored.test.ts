import { describe, expect, test } from "bun:test";
import { bulk, resetClock, timeoutMs, useServer } from "./contract-server.ts";
import { expectAnswer } from "./contract-table.ts";
import { queued } from "./expected-answers.ts";

const hourMs = 3_600_000;

describe("duplicates: what the store already had", () => {
  const server = useServer();

  test(
    "counts it separately from saved readings, and accepted is the sum of all fates",
    async () => {
      const { weir, client, createDevice } = server();
      resetClock(server());
      const device = await createDevice();
      const buffer = (count: number) =>
        bulk({
          data: Array.from({ length: count }, (_, n) => ({
            value: n,
            timestamp: `2026-06-15T11:00:${String(n).padStart(2, "0")}Z`,
          })),
        });
      const before = await weir.counts();
      expectAnswer(await client.send(device, buffer(30)), queued({ accepted: 30 }));
      await weir.settle();
      weir.clock.advanceMs(25 * hourMs);
      expectAnswer(await client.send(device, buffer(40)), queued({ accepted: 40 }));
      await weir.settle();
      const { accepted, saved, alreadyStored, ended, dead, gap } = await weir.counts();
      expect({ accepted, saved, alreadyStored, ended, dead, gap }).toEqual({
        accepted: before.accepted! + 70,
        saved: before.saved + 40,
        alreadyStored: before.alreadyStored + 30,
        ended: before.ended,
        dead: before.dead,
        gap: 0,
      });
      const metrics = await (await fetch(`${weir.manageUrl}/metrics`)).text();
      expect(metrics).toContain(`weir_settled_readings_total{outcome="saved"} ${saved}`);
      expect(metrics).toContain(`weir_settled_readings_total{outcome="already_stored"} ${alreadyStored}`);
    },
    timeoutMs,
  );
});
