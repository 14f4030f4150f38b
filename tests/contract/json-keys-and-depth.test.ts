import { describe } from "bun:test";
import { batch, bulk, single, useServer } from "./contract-server.ts";
import { contractTable } from "./contract-table.ts";
import { invalid, lenient, noneAccepted, queued, sensorNotFound } from "./expected-answers.ts";

const server = useServer();

describe("bodies: keys", () => {
  contractTable(server, [
    {
      ruling: "duplicate keys: the last `value` wins",
      request: single('{"data":{"value":"x","value":2}}'),
      answer: queued({ accepted: 1 }),
      stored: [{ value: 2 }],
    },
    {
      ruling: "duplicate keys: the last `value` wins, also when it is the bad one",
      request: single('{"data":{"value":2,"value":"x"}}'),
      answer: invalid("data.value"),
    },
    {
      ruling: "duplicate keys: the last `data` wins",
      request: single('{"data":[],"data":{"value":3}}'),
      answer: queued({ accepted: 1 }),
      stored: [{ value: 3 }],
    },
    {
      ruling: "duplicate keys: the last battery wins",
      request: single('{"battery_voltage":-1,"data":{"value":3},"battery_voltage":3}'),
      answer: queued({ accepted: 1 }),
    },
    {
      ruling: "duplicate keys: the last metadata wins",
      request: single('{"data":{"value":3,"a":1,"a":2}}'),
      answer: queued({ accepted: 1 }),
      stored: [{ metadata: '{"a":2}' }],
    },
    {
      ruling: "`__proto__`, `constructor` and their like are plain keys of metadata",
      request: single(
        '{"data":{"value":1,"__proto__":{"value":2},"constructor":3,"toString":"t","toJSON":{}}}',
      ),
      answer: queued({ accepted: 1 }),
      stored: [
        { value: 1, metadata: '{"__proto__":{"value":2},"constructor":3,"toString":"t","toJSON":{}}' },
      ],
    },
    {
      ruling: "`__proto__` deep inside metadata is a plain key",
      request: single('{"data":{"value":1,"a":[{"__proto__":null}]}}'),
      answer: queued({ accepted: 1 }),
      stored: [{ metadata: '{"a":[{"__proto__":null}]}' }],
    },
    {
      ruling: "`__proto__` lends no `data` to the body",
      request: single('{"__proto__":{"data":{"value":1}}}'),
      answer: invalid("data"),
    },
    {
      ruling: "`__proto__` lends no `value` to a reading",
      request: single('{"data":{"__proto__":{"value":1}}}'),
      answer: invalid("data.value"),
    },
    {
      ruling: "`__proto__` lends no identifier to a batch entry",
      request: batch('{"data":[{"value":1,"__proto__":{"sensor_slug":"temperature"}}]}'),
      answer: invalid("data.0.sensor_slug", "data.0.sensor_uuid"),
    },
    {
      ruling: "`__proto__` and `constructor` are no sensors",
      request: batch({
        data: [
          { value: 1, sensor_slug: "__proto__" },
          { value: 1, sensor_uuid: "constructor" },
        ],
      }),
      answer: sensorNotFound("__proto__", "constructor"),
    },
  ]);
});

describe("bodies: depth", () => {
  const arrays = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  const objects = (levels: number) => '{"a":'.repeat(levels) + "1" + "}".repeat(levels);
  const headers = { prefer: "handling=lenient" };

  // The body is level 1, `data` level 2, an entry of a list level 3.
  contractTable(server, [
    {
      ruling: "32 levels in metadata are kept",
      request: single(`{"data":{"value":1,"a":${arrays(30)}}}`),
      answer: queued({ accepted: 1 }),
      stored: [{ metadata: `{"a":${arrays(30)}}` }],
    },
    {
      ruling: "33 levels in metadata",
      request: single(`{"data":{"value":1,"a":${arrays(31)}}}`),
      answer: invalid("body"),
    },
    {
      ruling: "32 levels of objects are kept",
      request: bulk(`{"data":[{"value":1,"a":${objects(29)}}]}`),
      answer: queued({ accepted: 1 }),
      stored: [{ metadata: `{"a":${objects(29)}}` }],
    },
    {
      ruling: "33 levels of objects",
      request: bulk(`{"data":[{"value":1,"a":${objects(30)}}]}`),
      answer: invalid("body"),
    },
    {
      ruling: "32 levels in an unknown key beside `data` are ignored",
      request: single(`{"data":{"value":1},"a":${arrays(31)}}`),
      answer: queued({ accepted: 1 }),
    },
    {
      ruling: "33 levels in an unknown key beside `data`",
      request: single(`{"data":{"value":1},"a":${arrays(32)}}`),
      answer: invalid("body"),
    },
    {
      ruling: "32 levels in `value` are a bad value",
      request: single(`{"data":{"value":${arrays(30)}}}`),
      answer: invalid("data.value"),
    },
    {
      ruling: "33 levels in `value`",
      request: single(`{"data":{"value":${arrays(31)}}}`),
      answer: invalid("body"),
    },
    {
      ruling: "32 levels in `timestamp` are a bad timestamp",
      request: single(`{"data":{"value":1,"timestamp":${arrays(30)}}}`),
      answer: invalid("data.timestamp"),
    },
    {
      ruling: "33 levels in `timestamp`",
      request: single(`{"data":{"value":1,"timestamp":${arrays(31)}}}`),
      answer: invalid("body"),
    },
    {
      ruling: "33 levels in an identifier",
      request: batch(`{"data":[{"value":1,"sensor_slug":${arrays(30)}}]}`),
      answer: invalid("body"),
    },
    {
      ruling: "32 levels in `battery_voltage` are a bad battery",
      request: single(`{"data":{"value":1},"battery_voltage":${arrays(31)}}`),
      answer: invalid("battery_voltage"),
    },
    {
      ruling: "33 levels in `battery_voltage`",
      request: single(`{"data":{"value":1},"battery_voltage":${arrays(32)}}`),
      answer: invalid("body"),
    },
    {
      ruling: "32 levels in a `data` of the wrong shape are a drop",
      request: single(`{"data":${arrays(31)}}`),
      answer: noneAccepted({ dropped_invalid_shape: 1 }),
    },
    {
      ruling: "33 levels in a `data` of the wrong shape",
      request: single(`{"data":${arrays(32)}}`),
      answer: invalid("body"),
    },
    {
      ruling: "32 levels in an entry of the wrong shape are a drop",
      request: bulk(`{"data":[{"value":1},${arrays(30)}]}`),
      answer: queued({ accepted: 1, rejected: { dropped_invalid_shape: 1 } }),
    },
    {
      ruling: "33 levels in an entry of the wrong shape",
      request: bulk(`{"data":[{"value":1},${arrays(31)}]}`),
      answer: invalid("body"),
    },
    {
      ruling: "33 levels are refused under lenient handling too",
      request: bulk(`{"data":[{"value":1},{"value":1,"a":${arrays(30)}}]}`, { headers }),
      answer: lenient(invalid("body")),
    },
    {
      ruling: "a million levels are refused like 33",
      request: single(`{"data":{"value":1,"a":${arrays(1_000_000)}}}`),
      answer: invalid("body"),
    },
    {
      ruling: "a million levels that never close are not JSON",
      request: single("[".repeat(1_000_000)),
      answer: invalid("body"),
    },
  ]);
});
