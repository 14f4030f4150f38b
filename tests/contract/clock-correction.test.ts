import { describe } from "bun:test";
import { batch, bulk, single, useServer } from "./contract-server.ts";
import { contractTable } from "./contract-table.ts";
import { noneAccepted, queued, queuedBatch, withHeaders } from "./expected-answers.ts";

const arrival = "2026-06-15T12:00:00.000000Z";
/** One reading with this timestamp, from a device whose clock says `date`. */
const sent = (timestamp: string, date: string | null = null) =>
  single({ data: { value: 1, timestamp } }, { headers: { date } });
const future = noneAccepted({ dropped_future_timestamp: 1 });

const server = useServer();

// Every row arrives at 12:00:00.000, or later if it says so.
describe("time: ahead of arrival", () => {
  contractTable(server, [
    {
      ruling: "a time behind arrival stays as it is",
      request: sent("2026-06-15T11:59:59.999999Z"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T11:59:59.999999Z" }],
    },
    {
      ruling: "ahead by a microsecond: kept as it is",
      request: sent("2026-06-15T12:00:00.000001Z"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T12:00:00.000001Z", deviceAt: "2026-06-15T12:00:00.000001Z" }],
    },
    {
      ruling: "ahead by the tolerance of 5 s: kept as it is",
      request: sent("2026-06-15T12:00:05.000000Z"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T12:00:05.000000Z", deviceAt: "2026-06-15T12:00:05.000000Z" }],
    },
    {
      ruling: "readings of one value around now stay as many as were sent",
      request: bulk({
        data: [-2, -1, 0, 1, 2].map((s) => ({
          value: 1,
          timestamp: new Date(Date.parse(arrival) + s * 1000).toISOString(),
        })),
      }),
      answer: queued({ accepted: 5 }),
      stored: ["11:59:58", "11:59:59", "12:00:00", "12:00:01", "12:00:02"].map((time) => ({
        at: `2026-06-15T${time}.000000Z`,
        value: 1,
      })),
    },
    {
      ruling: "ahead by a microsecond more: dropped_future_timestamp",
      request: sent("2026-06-15T12:00:05.000001Z"),
      answer: future,
      stored: [],
    },
    {
      ruling: "dropped one by one, beside accepted ones",
      request: bulk({
        data: [
          { value: 1 },
          { value: 2, timestamp: "2026-06-15T12:00:06Z" },
          { value: 3, timestamp: "2026-06-15" },
        ],
      }),
      answer: queued({ accepted: 2, rejected: { dropped_future_timestamp: 1 } }),
    },
  ]);

  const strict = useServer({ clock_tolerance_s: "0" });
  contractTable(strict, [
    {
      ruling: "the tolerance is a setting: at arrival",
      request: sent(arrival),
      answer: queued({ accepted: 1 }),
      stored: [{ at: arrival }],
    },
    {
      ruling: "the tolerance is a setting: a microsecond ahead",
      request: sent("2026-06-15T12:00:00.000001Z"),
      answer: future,
    },
  ]);
});

describe("time: clock correction by the Date header", () => {
  contractTable(server, [
    {
      ruling: "a clock that is right changes nothing",
      request: sent("2026-06-15T11:30:00Z", "Mon, 15 Jun 2026 12:00:00 GMT"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T11:30:00.000000Z" }],
    },
    {
      ruling: "2 s behind is not over 2 s",
      request: sent("2026-06-15T11:30:00Z", "Mon, 15 Jun 2026 11:59:58 GMT"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T11:30:00.000000Z" }],
    },
    {
      ruling: "2.001 s behind is over 2 s: arrival - Date is added",
      afterMs: 1,
      request: sent("2026-06-15T11:30:00Z", "Mon, 15 Jun 2026 11:59:58 GMT"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T11:30:02.001000Z", deviceAt: "2026-06-15T11:30:00.000000Z" }],
    },
    {
      ruling: "2 s ahead is not over 2 s",
      request: sent("2026-06-15T11:30:00Z", "Mon, 15 Jun 2026 12:00:02 GMT"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T11:30:00.000000Z" }],
    },
    {
      ruling: "2.001 s ahead is over 2 s: arrival - Date is added",
      afterMs: 999,
      request: sent("2026-06-15T11:30:00Z", "Mon, 15 Jun 2026 12:00:03 GMT"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T11:29:57.999000Z", deviceAt: "2026-06-15T11:30:00.000000Z" }],
    },
    {
      ruling: "every timestamp of the request is corrected, and a reading without one is of the arrival",
      request: bulk(
        {
          data: [
            { value: 1, timestamp: "2026-06-15T10:00:00.123456Z" },
            { value: 2, timestamp: "2026-06-15T10:59:59Z" },
            { value: 3 },
          ],
        },
        { headers: { date: "Mon, 15 Jun 2026 11:00:00 GMT" } },
      ),
      answer: queued({ accepted: 3 }),
      stored: [
        { value: 1, at: "2026-06-15T11:00:00.123456Z", deviceAt: "2026-06-15T10:00:00.123456Z" },
        { value: 2, at: "2026-06-15T11:59:59.000000Z", deviceAt: "2026-06-15T10:59:59.000000Z" },
        { value: 3, at: arrival, deviceAt: null },
      ],
    },
    {
      ruling: "a clock that is ahead: what would be dropped is accepted",
      request: sent("2026-06-15T17:59:59Z", "Mon, 15 Jun 2026 18:00:00 GMT"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T11:59:59.000000Z", deviceAt: "2026-06-15T17:59:59.000000Z" }],
    },
    {
      ruling: "ahead by the tolerance after correction: the corrected time is kept",
      request: sent("2026-06-15T11:00:05Z", "Mon, 15 Jun 2026 11:00:00 GMT"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T12:00:05.000000Z", deviceAt: "2026-06-15T11:00:05.000000Z" }],
    },
    {
      ruling: "ahead by a microsecond more after correction: dropped, although behind arrival as it was sent",
      request: sent("2026-06-15T11:00:05.000001Z", "Mon, 15 Jun 2026 11:00:00 GMT"),
      answer: future,
    },
  ]);
});

describe("time: clocks that are far off", () => {
  contractTable(server, [
    {
      ruling: "a device that believes itself in 9999, to the microsecond",
      request: sent("9999-12-31T23:59:58.123457Z", "Fri, 31 Dec 9999 23:59:59 GMT"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T11:59:59.123457Z", deviceAt: "9999-12-31T23:59:58.123457Z" }],
    },
    {
      ruling: "a device in 9999, ahead of its own clock by a microsecond over the tolerance",
      request: sent("9999-12-31T23:59:55.000001Z", "Fri, 31 Dec 9999 23:59:50 GMT"),
      answer: future,
    },
    {
      ruling: "a device whose clock started at 1970",
      request: sent("1970-01-01T00:00:05Z", "Thu, 01 Jan 1970 00:00:10 GMT"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T11:59:55.000000Z", deviceAt: "1970-01-01T00:00:05.000000Z" }],
    },
    {
      ruling: "a correction to the first microsecond of 1970 is kept",
      request: sent("2026-06-15T12:00:00Z", "Sat, 28 Nov 2082 00:00:00 GMT"),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "1970-01-01T00:00:00.000000Z", deviceAt: "2026-06-15T12:00:00.000000Z" }],
    },
    {
      ruling: "a correction to before 1970 is dropped, beside readings that it leaves in range",
      request: bulk(
        {
          data: [
            { value: 1, timestamp: "2026-06-15T11:59:59.999999Z" },
            { value: 2, timestamp: "2026-06-15T12:00:00.000001Z" },
          ],
        },
        { headers: { date: "Sat, 28 Nov 2082 00:00:00 GMT" } },
      ),
      answer: queued({ accepted: 1, rejected: { dropped_invalid_timestamp: 1 } }),
      stored: [{ value: 2, at: "1970-01-01T00:00:00.000001Z" }],
    },
    {
      ruling: "a correction to the last microsecond of 9999 is a time, if far ahead",
      request: sent("9943-07-19T11:59:59.999999Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
      answer: future,
    },
    {
      ruling: "a correction to after 9999 is dropped as no valid time",
      request: sent("9943-07-19T12:00:00.000000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
      answer: noneAccepted({ dropped_invalid_timestamp: 1 }),
      stored: [],
    },
  ]);
});

describe("time: readings without timestamps", () => {
  contractTable(server, [
    {
      ruling: "bulk: they are stored in their order, a microsecond apart, from the arrival on",
      request: bulk({ data: [{ value: 3 }, { value: 1 }, { value: 2 }] }),
      answer: queued({ accepted: 3 }),
      stored: [
        { value: 3, at: "2026-06-15T12:00:00.000000Z", receivedAt: arrival, deviceAt: null },
        { value: 1, at: "2026-06-15T12:00:00.000001Z", receivedAt: arrival, deviceAt: null },
        { value: 2, at: "2026-06-15T12:00:00.000002Z", receivedAt: arrival, deviceAt: null },
      ],
    },
    {
      ruling: "batch: the count runs through all sensors of the request, and skips readings with a timestamp",
      request: batch({
        data: [
          { sensor_slug: "humidity", value: 9 },
          { sensor_slug: "temperature", value: 3 },
          { sensor_slug: "temperature", value: 7, timestamp: "2026-06-15T11:00:00Z" },
          { sensor_slug: "temperature", value: 1 },
        ],
      }),
      answer: queuedBatch({ accepted: 4 }),
      stored: [
        { value: 7, at: "2026-06-15T11:00:00.000000Z" },
        { value: 3, at: "2026-06-15T12:00:00.000001Z" },
        { value: 1, at: "2026-06-15T12:00:00.000002Z" },
      ],
    },
    {
      ruling: "a duplicate keeps its place in the count, an invalid reading has none",
      request: bulk(
        { data: [{ value: 3 }, { value: 3 }, { value: "x" }, { value: 1 }] },
        { headers: { prefer: "handling=lenient" } },
      ),
      answer: withHeaders(queued({ accepted: 2, duplicates: 1, rejected: { dropped_invalid_value: 1 } }), {
        "preference-applied": "handling=lenient",
      }),
      stored: [
        { value: 3, at: "2026-06-15T12:00:00.000000Z" },
        { value: 1, at: "2026-06-15T12:00:00.000002Z" },
      ],
    },
  ]);

  const strict = useServer({ clock_tolerance_s: "0" });
  contractTable(strict, [
    {
      ruling: "they are never ahead of the server, whatever the tolerance",
      request: bulk({ data: [{ value: 2 }, { value: 1 }] }),
      answer: queued({ accepted: 2 }),
    },
  ]);
});

describe("time: forms of the Date header", () => {
  const hourBehind = {
    "IMF-fixdate": "Mon, 15 Jun 2026 11:00:00 GMT",
    "IMF-fixdate with +0000 for GMT": "Mon, 15 Jun 2026 11:00:00 +0000",
    "RFC 850": "Monday, 15-Jun-26 11:00:00 GMT",
    asctime: "Mon Jun 15 11:00:00 2026",
  };
  contractTable(server, [
    ...Object.entries(hourBehind).map(([form, date]) => ({
      ruling: `${form} is read`,
      request: sent("2026-06-15T10:00:00Z", date),
      answer: queued({ accepted: 1 }),
      stored: [{ at: "2026-06-15T11:00:00.000000Z" }],
    })),
    ...["yesterday", "", "2026-06-15T11:00:00Z", "Mon, 31 Feb 2026 11:00:00 GMT", "1781521200"].map(
      (date) => ({
        ruling: `"${date}" is no HTTP date and corrects nothing`,
        request: sent("2026-06-15T10:00:00Z", date),
        answer: queued({ accepted: 1 }),
        stored: [{ at: "2026-06-15T10:00:00.000000Z" }],
      }),
    ),
  ]);
});
