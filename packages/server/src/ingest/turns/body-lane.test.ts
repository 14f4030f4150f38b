import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { SharedRoom } from "../../platform/shared-room.ts";
import { FrameWriter } from "../../queue/frame-writer.ts";
import { Device, type DeviceRecord } from "../authenticate/device-registry.ts";
import { BodyExaminer, type Submitted } from "../body-examiner.ts";
import { BodyLane, type LaneExamined } from "./body-lane.ts";

const options = {
  entriesMax: 10_000,
  bodyBytesMax: 2 * 1024 * 1024,
  clockToleranceMs: 5000,
  clockBehindMs: 86_400_000,
};
const sensors = Array.from({ length: 12 }, (_, nth) => ({
  id: nth + 1,
  uuid: `${String(nth).padStart(8, "0")}-1111-4111-8111-111111111111`,
  slug: `s${nth}`,
}));

function deviceOf(accountId: number, tenantId = accountId): Device {
  return new Device(
    { id: accountId * 10, accountId, tenantId, quarantine: true, sensors } as unknown as DeviceRecord,
    null,
  );
}

function submitted(more: Partial<Submitted> = {}): Submitted {
  return {
    endpoint: "bulk",
    handling: "strict",
    urlName: "s0",
    urlSensor: sensors[0]!,
    requestId: "r",
    device: { id: 10, accountId: 1, quarantine: true },
    request: { boot: 1, number: 2 },
    arrivalMs: Date.parse("2026-06-15T12:00:00Z"),
    deviceClockSeconds: null,
    ...more,
  };
}

const batch = { endpoint: "batch", urlName: null, urlSensor: null, handling: "lenient" } as const;
const entries = (one: (nth: number) => string, count = 2000) =>
  `{"data":[${Array.from({ length: count }, (_, nth) => one(nth)).join()}],"battery_voltage":3.6}`;

/** Every form that a body can have. */
const bodies: readonly (readonly [form: string, body: string, submitted: Submitted])[] = [
  [
    "plain",
    entries((nth) => `{"value":${nth},"timestamp":"2026-06-15T11:00:00.${100 + (nth % 900)}Z"}`).replace(
      ',"battery_voltage":3.6',
      "",
    ),
    submitted(),
  ],
  ["metadata", entries((nth) => `{"value":${nth},"m":{"é":[${nth}, 1e400]}}`), submitted()],
  [
    "several sensors, one unknown, some invalid",
    entries((nth) => `{"value":${nth % 7 === 0 ? '"x"' : nth},"sensor_slug":"s${nth % 13}"}`),
    submitted(batch),
  ],
  ["only unknown sensors", entries((nth) => `{"value":1,"sensor_slug":"u${nth}"}`), submitted(batch)],
  ["all dropped", entries(() => '{"value":null}'), submitted({ handling: "lenient" })],
  ["strict problems", entries(() => '{"value":"1","timestamp":"never"}'), submitted()],
  [
    "a clock that is off",
    entries(() => '{"value":1,"timestamp":"2026-06-15T11:00:00Z"}'),
    submitted({ deviceClockSeconds: 1e9 }),
  ],
  [
    "a clock that is far behind",
    entries(() => '{"value":1,"timestamp":"2026-01-15T11:00:00Z"}'),
    submitted(),
  ],
  ["too many entries", entries(() => "{}", 10_001), submitted()],
  ["too deep", `{"data":[{"value":1,"m":${"[".repeat(40)}${"]".repeat(40)}}]}`, submitted()],
  ["not JSON", '{"data":[', submitted()],
];

describe("a body in the thread of large bodies", () => {
  const lane = new BodyLane(options);
  const room = new SharedRoom(100 * 1024 * 1024);
  const frame = new FrameWriter();
  const examiner = new BodyExaminer(options, frame);

  for (const [form, body, request] of bodies) {
    for (const coding of [null, "gzip"]) {
      test(`gives what it gives anywhere: ${form}, ${coding ?? "not compressed"}`, async () => {
        const bytes = Buffer.from(body);
        const here = examiner.examine(bytes, request, deviceOf(1));
        const isPacked = here.kind === "packed" && frame.readings > 0;
        const sent = coding === null ? bytes : gzipSync(bytes);
        const there = await lane.examine(
          { bytes: sent, coding, submitted: request, device: deviceOf(1) },
          room.share([]),
        );
        expect(there).toEqual({
          kind: "examined",
          examined: here,
          bodyBytes: bytes.length,
          readings: isPacked ? frame.readings : 0,
          frame: isPacked ? new Uint8Array(frame.finish()) : null,
        });
      });
    }
  }

  test("is refused if it is not what its coding says, or too large when it is inflated", async () => {
    const ask = (bytes: Uint8Array) =>
      lane.examine({ bytes, coding: "gzip", submitted: submitted(), device: deviceOf(1) }, room.share([]));
    expect(await ask(Buffer.from("no"))).toEqual({ kind: "undecodable" });
    expect(await ask(gzipSync(Buffer.alloc(3 * 1024 * 1024)))).toEqual({ kind: "too large" });
    expect(room.taken).toBe(0);
  });

  test("waits its turn behind one body of another tenant, not behind all bodies of all its accounts", async () => {
    const order: number[] = [];
    const large = Buffer.from(entries((nth) => `{"value":1,"m":"${nth}"}`, 10_000));
    const small = Buffer.from('{"data":[{"value":1}]}');
    const send = async (
      bytes: Uint8Array,
      accountId: number,
      tenantId: number,
    ): Promise<LaneExamined | "no room"> => {
      const device = deviceOf(accountId, tenantId);
      const done = await lane.examine(
        { bytes, coding: null, submitted: submitted(), device },
        room.share([]),
      );
      order.push(tenantId);
      return done;
    };
    const hostile = Array.from({ length: 6 }, (_, nth) => send(large, 10 + nth, 1));
    await Promise.all([...hostile, send(small, 2, 2), send(small, 2, 2)]);
    expect(order.slice(0, 3)).toEqual([1, 2, 2]);
  });

  test("is refused if there is no room for it to wait", async () => {
    const full = new SharedRoom(10);
    const share = full.share([]);
    const asked = { bytes: Buffer.alloc(11), coding: null, submitted: submitted(), device: deviceOf(1) };
    expect(await lane.examine(asked, share)).toBe("no room");
    expect(full.taken).toBe(0);
  });
});
