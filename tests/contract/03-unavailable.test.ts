import { describe, expect, test } from "bun:test";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import type { Submission } from "../harness/device-client.ts";
import { holdStore } from "../harness/hold-store.ts";
import { waitUntil } from "../harness/wait-until.ts";
import {
  batch,
  bulk,
  type ContractServer,
  resetClock,
  single,
  timeoutMs,
  useServer,
} from "./contract-server.ts";
import { expectAnswer } from "./contract-table.ts";
import {
  type ExpectedAnswer,
  invalid,
  noneAccepted,
  queued,
  sensorNotFound,
  unavailable,
} from "./expected-answers.ts";

const queueBytesMax = 64 * 1024;
/** A reading takes at least its value, its time and its sensor. */
const readingBytesMin = 20;

/** Fills the queue to its limit: nothing leaves it while the store is held. */
async function fillQueue({ client }: ContractServer, device: CreatedDevice): Promise<void> {
  const data = Array.from({ length: queueBytesMax / readingBytesMin }, (_, value) => ({ value }));
  const answer = await client.send(device, bulk({ data }, { sensor: "humidity" }));
  expectAnswer(answer, queued({ accepted: data.length }, "humidity"));
}

describe("3 bodies: 503", () => {
  const server = useServer({ queue_bytes_max: String(queueBytesMax) });

  test(
    "readings that cannot be queued are answered 503 with Retry-After, and nothing is half accepted",
    async () => {
      const { weir, client, createDevice } = server();
      resetClock(server());
      const device = await createDevice();
      const request = bulk({ data: [{ value: 1 }, { value: 2, timestamp: "2026-06-15" }] });
      {
        using _held = holdStore(weir.dataDir);
        await fillQueue(server(), device);
        expectAnswer(await client.send(device, request), unavailable);
        expectAnswer(await client.send(device, single({ data: { value: 3 } })), unavailable);
        expect((await fetch(`${weir.url}/readyz`)).status).toBe(503);
      }
      await waitUntil("there is room again", async () => (await fetch(`${weir.url}/readyz`)).status === 200);
      expectAnswer(await client.send(device, request), queued({ accepted: 2 }));
    },
    timeoutMs,
  );

  describe("2 order of checks, while the queue is full", () => {
    const whileFull = (name: string, request: Submission, answer: ExpectedAnswer) =>
      test(
        name,
        async () => {
          const { weir, client, createDevice, stored } = server();
          resetClock(server());
          const device = await createDevice();
          {
            using _held = holdStore(weir.dataDir);
            await fillQueue(server(), device);
            expectAnswer(await client.send(device, request), answer);
          }
          await stored.settle();
        },
        timeoutMs,
      );

    whileFull("8 validation before 11, durable append", single({}), invalid("data"));
    whileFull(
      "9 sensor lookup before 11, durable append",
      batch({ data: [{ sensor_slug: "pressure", value: 1 }] }),
      sensorNotFound("pressure"),
    );
    whileFull(
      "10 drops before 11, durable append",
      single({ data: { value: 1, timestamp: "2030-01-01" } }),
      noneAccepted({ dropped_future_timestamp: 1 }),
    );
  });
});
