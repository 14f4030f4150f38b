import { describe } from "bun:test";
import { bulk, single, useServer } from "./contract-server.ts";
import { contractTable } from "./contract-table.ts";
import { invalid, noneAccepted, queued } from "./expected-answers.ts";

describe("time: ISO 8601", () => {
  const server = useServer();

  const read: Record<string, Record<string, string>> = {
    "calendar dates": {
      "2026-06-14T10:20:30Z": "2026-06-14T10:20:30.000000Z",
      "20260614T102030Z": "2026-06-14T10:20:30.000000Z",
      "2024-02-29": "2024-02-29T00:00:00.000000Z",
    },
    "ordinal dates": {
      "2026-165T10:20:30Z": "2026-06-14T10:20:30.000000Z",
      "2026165T102030Z": "2026-06-14T10:20:30.000000Z",
      "2024-366": "2024-12-31T00:00:00.000000Z",
    },
    "week dates": {
      "2026-W24-7T10:20:30Z": "2026-06-14T10:20:30.000000Z",
      "2026W247T102030Z": "2026-06-14T10:20:30.000000Z",
      "2026-W01-1": "2025-12-29T00:00:00.000000Z",
      "2020-W53-5": "2021-01-01T00:00:00.000000Z",
    },
    "T or a space": { "2026-06-14 10:20:30Z": "2026-06-14T10:20:30.000000Z" },
    "t and z as RFC 3339 allows": {
      "2026-06-14t10:20:30z": "2026-06-14T10:20:30.000000Z",
      "2026-06-14T10:20:30.5z": "2026-06-14T10:20:30.500000Z",
      "20260614t1020Z": "2026-06-14T10:20:00.000000Z",
    },
    "hours to fractions": {
      "2026-06-14T10Z": "2026-06-14T10:00:00.000000Z",
      "2026-06-14T10:20Z": "2026-06-14T10:20:00.000000Z",
      "2026-06-14T1020": "2026-06-14T10:20:00.000000Z",
      "2026-06-14T10:20:30.5Z": "2026-06-14T10:20:30.500000Z",
      "2026-06-14T10:20:30,123456Z": "2026-06-14T10:20:30.123456Z",
      "2026-06-14T10:20.5Z": "2026-06-14T10:20:30.000000Z",
      "2026-06-14T10,25Z": "2026-06-14T10:15:00.000000Z",
    },
    "any number of digits, kept in microseconds": {
      "2026-06-14T10:20:30.1Z": "2026-06-14T10:20:30.100000Z",
      "2026-06-14T10:20:30.1234569999999999999999999Z": "2026-06-14T10:20:30.123456Z",
      "2026-06-14T10:20:30.0000001Z": "2026-06-14T10:20:30.000000Z",
    },
    zones: {
      "2026-06-14T10:20:30+02:00": "2026-06-14T08:20:30.000000Z",
      "2026-06-14T10:20:30+0200": "2026-06-14T08:20:30.000000Z",
      "2026-06-14T10:20:30+02": "2026-06-14T08:20:30.000000Z",
      "2026-06-14T10:20:30-05:30": "2026-06-14T15:50:30.000000Z",
      "20260614T102030-0530": "2026-06-14T15:50:30.000000Z",
      "2026-06-14T10:20:30": "2026-06-14T10:20:30.000000Z",
    },
    "a date alone is 00:00 UTC": {
      "2026-06-14": "2026-06-14T00:00:00.000000Z",
      "20260614": "2026-06-14T00:00:00.000000Z",
    },
    "24:00 is the next day": {
      "2026-06-13T24:00Z": "2026-06-14T00:00:00.000000Z",
      "2025-12-31T24:00:00.000Z": "2026-01-01T00:00:00.000000Z",
      "20260613T24": "2026-06-14T00:00:00.000000Z",
    },
    "second 60 folds to 59.999999": {
      "2016-12-31T23:59:60Z": "2016-12-31T23:59:59.999999Z",
      "2016-12-31T23:59:60.5Z": "2016-12-31T23:59:59.999999Z",
    },
    "years 1970 to 9999": {
      "1970-01-01T00:00:00Z": "1970-01-01T00:00:00.000000Z",
    },
  };
  for (const [ruling, texts] of Object.entries(read)) {
    contractTable(
      server,
      Object.entries(texts).map(([timestamp, at]) => ({
        ruling: `${ruling}: ${timestamp}`,
        request: single({ data: { value: 1, timestamp } }),
        answer: queued({ accepted: 1 }),
        stored: [{ at, deviceAt: at }],
      })),
    );
  }

  const refused: Record<string, string[]> = {
    "impossible dates": ["2026-02-30", "2026-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-06-00"],
    "impossible ordinal and week dates": ["2026-366", "2026-000", "2025-W53-1", "2026-W00-1", "2026-W10-8"],
    "impossible times": [
      "2026-06-14T25:00Z",
      "2026-06-14T24:00:01Z",
      "2026-06-14T10:60Z",
      "2026-06-14T10:20:61Z",
      "2026-06-14T10:20:30+24:00",
      "2026-06-14T10:20:30+02:60",
    ],
    "years before 1970 or after 9999": [
      "1969-12-31T23:59:59Z",
      "1970-01-01T00:00:00+01:00",
      "10000-01-01T00:00:00Z",
      "+010000-01-01",
      "-0001-01-01",
    ],
    "not a day": ["2026", "2026-06", "2026-W24", "202606"],
    "other ways to write a time": [
      "1781524800",
      "14.06.2026",
      "06/14/2026",
      "2026/06/14",
      "Sun, 14 Jun 2026 10:20:30 GMT",
      "2026-06-14T10:20:30 Z",
      "2026-06-14T10:20:30 PM",
      "2026-06-14T10:20:30Europe/Berlin",
      " 2026-06-14",
      "2026-06-14 ",
      "2026-6-14",
      "2026-06-14T",
      "2026-06-14TZ",
      "2026-06-14T10:20:30.Z",
      "2026-06-1410:20:30",
      "２０２６-06-14",
      "now",
    ],
  };
  for (const [ruling, texts] of Object.entries(refused)) {
    contractTable(
      server,
      texts.map((timestamp) => ({
        ruling: `${ruling} are refused: ${timestamp}`,
        request: single({ data: { value: 1, timestamp } }),
        answer: invalid("data.timestamp"),
      })),
    );
  }

  const outside = ["1969-12-31T23:59:59Z", "10000-01-01", "-0001-01-01", "1970-01-01T00:00:00+01:00"];
  contractTable(
    server,
    outside.map((timestamp) => ({
      ruling: `the message says that a year is out of range: ${timestamp}`,
      request: single({ data: { value: 1, timestamp } }),
      answer: {
        status: 422,
        json: {
          message: "Validation failed.",
          errors: { "data.timestamp": ["The timestamp must lie in the years 1970 to 9999, in UTC."] },
        },
      },
    })),
  );

  contractTable(server, [
    {
      ruling: "the last instant of the year 9999 is a timestamp, if far ahead",
      request: single({ data: { value: 1, timestamp: "9999-12-31T23:59:59.999999Z" } }),
      answer: noneAccepted({ dropped_future_timestamp: 1 }),
    },
    {
      ruling: "microseconds are kept apart",
      request: bulk({
        data: [
          { value: 1, timestamp: "2026-06-14T10:20:30.000001Z" },
          { value: 1, timestamp: "2026-06-14T10:20:30.000002Z" },
        ],
      }),
      answer: queued({ accepted: 2 }),
      stored: [{ at: "2026-06-14T10:20:30.000001Z" }, { at: "2026-06-14T10:20:30.000002Z" }],
    },
  ]);
});
