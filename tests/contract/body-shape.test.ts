import { describe } from "bun:test";
import { batch, bulk, single, useServer } from "./contract-server.ts";
import { contractTable, type Row } from "./contract-table.ts";
import { invalid, noneAccepted, queued, queuedBatch } from "./expected-answers.ts";

describe("shape", () => {
  const server = useServer();

  describe("of `data`: all of it is dropped", () => {
    const scalars = ['"x"', '""', "5", "0", "true", "false"];
    const wrong = (endpoint: typeof single, data: string, readings: number): Row => ({
      ruling: `${endpoint("").endpoint}: ${data} is ${readings} dropped`,
      request: endpoint(`{"data":${data}}`),
      answer: noneAccepted({ dropped_invalid_shape: readings }),
    });
    contractTable(server, [
      ...scalars.map((data) => wrong(single, data, 1)),
      wrong(single, '[{"value":1}]', 1),
      wrong(single, '[{"value":1},{"value":"x"},null]', 3),
      wrong(single, "[[]]", 1),
      ...scalars.flatMap((data) => [wrong(bulk, data, 1), wrong(batch, data, 1)]),
      wrong(bulk, '{"value":1}', 1),
      wrong(bulk, '{"value":"x","timestamp":"y"}', 1),
      wrong(batch, '{"sensor_slug":"temperature","value":1}', 1),
      wrong(batch, '{"sensor_slug":"pressure","value":1}', 1),
      wrong(batch, '{"0":{"sensor_slug":"temperature","value":1}}', 1),
    ]);
  });

  describe("of an entry: only that entry is dropped", () => {
    contractTable(server, [
      {
        ruling: "bulk: everything that is not an object is one drop",
        request: bulk({ data: [5, { value: 1 }, null, "x", [{ value: 2 }], true, { value: 3 }, []] }),
        answer: queued({ accepted: 2, rejected: { dropped_invalid_shape: 6 } }),
        stored: [{ value: 1 }, { value: 3 }],
      },
      {
        ruling: "batch: everything that is not an object is one drop",
        request: batch({ data: [5, { sensor_slug: "temperature", value: 1 }, null] }),
        answer: queuedBatch({ accepted: 1, rejected: { dropped_invalid_shape: 2 } }),
      },
      {
        ruling: "bulk: nothing but wrong shapes",
        request: bulk({ data: [1, null, "x"] }),
        answer: noneAccepted({ dropped_invalid_shape: 3 }),
      },
      {
        ruling: "batch: nothing but wrong shapes addresses no sensor, and is no 404",
        request: batch({ data: [1, null] }),
        answer: noneAccepted({ dropped_invalid_shape: 2 }),
      },
      {
        ruling: "an entry {} has the right shape and lacks its value",
        request: bulk({ data: [{ value: 1 }, {}] }),
        answer: invalid("data.1.value"),
      },
      {
        ruling: "entries are numbered by their place, wrong shapes included",
        request: bulk({ data: [1, null, { value: "x" }] }),
        answer: invalid("data.2.value"),
      },
    ]);
  });
});
