import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { batch, bulk, resetClock, single, timeoutMs, useServer } from "./contract-server.ts";
import { contractTable } from "./contract-table.ts";
import { invalid, queued } from "./expected-answers.ts";

describe("answers", () => {
  const server = useServer();

  contractTable(server, [
    {
      ruling: "`message` is the same whatever the counts are",
      exchanges: [
        { request: bulk({ data: [{ value: 1 }] }), answer: queued({ accepted: 1 }) },
        { request: bulk({ data: [{ value: 1 }] }), answer: queued({ duplicates: 1 }) },
        {
          request: bulk({ data: [{ value: 1 }, 5] }),
          answer: queued({ duplicates: 1, rejected: { dropped_invalid_shape: 1 } }),
        },
      ],
    },
    {
      ruling: "an answer is JSON whatever the client says it takes; only a 429 asks",
      exchanges: [
        {
          request: single({ data: { value: 1 } }, { headers: { accept: "text/html" } }),
          answer: { ...queued({ accepted: 1 }), headers: { "content-type": "application/json" } },
        },
        {
          request: single({}, { headers: { accept: "application/json;q=0" } }),
          answer: { ...invalid("data"), headers: { "content-type": "application/json" } },
        },
      ],
    },
  ]);

  unlessCluster("it is about the queue's file")(
    "a 202 is sent only after its readings are in the queue's file",
    async () => {
      const { weir, client, createDevice } = server();
      resetClock(server());
      const device = await createDevice();
      using queue = new Database(join(weir.dataDir!, "queue.db"), { readonly: true });
      const durable = () => queue.query("SELECT max(accepted_total) FROM entries").values()[0]![0] as number;
      for (let n = 1; n <= 20; n++) {
        const before = durable();
        const request = bulk({ data: Array.from({ length: n }, (_, i) => ({ value: n * 100 + i })) });
        expect((await client.send(device, request)).json).toMatchObject({ accepted: n });
        expect(durable()).toBe(before + n);
      }
    },
    timeoutMs,
  );

  test(
    "gives each answer its own X-Request-Id, whatever the client sends",
    async () => {
      const { client, createDevice } = server();
      resetClock(server());
      const device = await createDevice();
      const headers = { "x-request-id": "chosen-by-the-client" };
      const requests = Array.from({ length: 100 }, (_, n) =>
        n % 2 === 0 ? single({ data: { value: n } }, { headers }) : batch({}, { method: "GET", headers }),
      );
      const answers = await Promise.all(requests.map((request) => client.send(device, request)));
      const ids = new Set(answers.map(({ headers }) => headers["x-request-id"]));
      expect(ids.size).toBe(100);
      expect(ids).not.toContain("chosen-by-the-client");
    },
    timeoutMs,
  );
});
