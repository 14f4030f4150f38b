import { expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../../tests/harness/property-runs.ts";
import { isTokenOf } from "./authenticate.ts";
import { type DeviceRecord, DeviceRegistry, type Sensor } from "./device-registry.ts";

const hashOf = (token: string) => Bun.SHA256.hash(token) as Uint8Array;

/** UUIDs of few kinds, so that many have words in common. */
function uuidOf(number: number, kind: number): string {
  const digits = number.toString(16).padStart(8, "0");
  const [first, last] = kind === 0 ? [digits, "00000000"] : ["00000000", digits];
  return `${first}-0000-4000-8000-0000${last}`;
}

const sensorUuid = (id: number) => uuidOf(id, 2);

function sensorsOf(firstId: number, count: number): Sensor[] {
  return Array.from({ length: count }, (_, nth) => ({
    id: firstId + nth,
    uuid: sensorUuid(firstId + nth),
    slug: `${"s".repeat(nth % 7)}-${nth}`,
  }));
}

function recordOf(id: number, overrides: Partial<DeviceRecord> = {}): DeviceRecord {
  return {
    id,
    uuid: uuidOf(id, id % 2),
    accountId: 3,
    enabled: true,
    contract: "queued",
    handling: "strict",
    quarantine: false,
    tokenHash: hashOf(`token ${id}`),
    previousToken: null,
    sensors: sensorsOf(id * 10_000, 1),
    ...overrides,
  };
}

function byId(records: Iterable<DeviceRecord>): DeviceRecord[] {
  return [...records].sort((one, other) => one.id - other.id);
}

/** Checks that the registry finds everything in the map, in every way, and nothing else. */
function expectSame(
  registry: DeviceRegistry,
  expected: ReadonlyMap<number, DeviceRecord>,
  idsMax: number,
): void {
  expect(registry.size).toBe(expected.size);
  expect(byId(registry.records())).toEqual(byId(expected.values()));
  for (let id = 0; id <= idsMax; id++) {
    const record = expected.get(id);
    const uuid = uuidOf(id, id % 2);
    expect(registry.findById(id)?.record).toEqual(record);
    expect(registry.find(uuid)?.record).toEqual(record);
    expect(registry.accountOf(id)).toBe(record?.accountId);
    const row = registry.table.rowAt(Buffer.from(`/${uuid}/`), 1);
    expect(row >= 0).toBe(record !== undefined);
    if (record !== undefined) expectSameRow(registry, row, record);
  }
}

function expectSameRow(registry: DeviceRegistry, row: number, record: DeviceRecord): void {
  const { table } = registry;
  expect([table.idOf(row), table.accountOf(row)]).toEqual([record.id, record.accountId]);
  expect(table.isUsual(row)).toBe(
    record.enabled && record.contract === "queued" && record.previousToken === null,
  );
  expect(table.hasTokenHash(row, new Uint32Array(record.tokenHash.slice().buffer))).toBe(true);
  const device = registry.findById(record.id)!;
  for (const { id, uuid, slug } of record.sensors) {
    for (const identifier of [uuid, slug]) {
      const bytes = Buffer.from(`/${identifier}/`);
      expect(registry.sensorAt(row, bytes, 1, bytes.length - 1)).toBe(id);
      expect(device.sensor(identifier)?.id).toBe(id);
    }
    const longer = Buffer.from(`${slug}x`);
    expect(registry.sensorAt(row, longer, 0, longer.length)).toBe(0);
  }
  const others = Buffer.from(sensorUuid(1));
  expect(registry.sensorAt(row, others, 0, others.length)).toBe(0);
}

const idsMax = 40;
const operation = fc.record({
  kind: fc.constantFrom("put", "put", "put", "remove"),
  id: fc.integer({ min: 1, max: idsMax }),
  token: fc.nat({ max: 3 }),
  overrides: fc.record({
    accountId: fc.integer({ min: 1, max: 5 }),
    enabled: fc.boolean(),
    contract: fc.constantFrom("queued" as const, "stored" as const),
    handling: fc.constantFrom("strict" as const, "lenient" as const),
    quarantine: fc.boolean(),
  }),
  sensors: fc.constantFrom(0, 1, 1, 2, 8, 9, 60),
});

test(
  "holds the same as a map of records after any puts and removals",
  () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 150 }), (operations) => {
        const registry = new DeviceRegistry();
        const expected = new Map<number, DeviceRecord>();
        for (const { kind, id, token, overrides, sensors } of operations) {
          // A later change does not affect what was found before.
          expect(registry.findById(id)?.record).toEqual(expected.get(id));
          if (kind === "remove") {
            registry.remove(id);
            expected.delete(id);
            continue;
          }
          const tokenHash = hashOf(`token ${token}`);
          const record = recordOf(id, { ...overrides, tokenHash, sensors: sensorsOf(id * 10_000, sensors) });
          registry.put(record);
          expected.set(id, record);
        }
        expectSame(registry, expected, idsMax);
      }),
      { numRuns: propertyRuns(25) },
    );
  },
  propertyTimeoutMs,
);

test("finds thousands of devices while some are removed and others take their places", () => {
  const registry = new DeviceRegistry();
  const expected = new Map<number, DeviceRecord>();
  const put = (id: number, sensors: number) => {
    const record = recordOf(id, { sensors: sensorsOf(id * 10_000, sensors) });
    registry.put(record);
    expected.set(id, record);
  };
  for (let id = 1; id <= 2000; id++) put(id, id % 4);
  for (let id = 1; id <= 2000; id += 3) {
    registry.remove(id);
    expected.delete(id);
  }
  for (let id = 2001; id <= 3000; id++) put(id, 1);
  for (let id = 2; id <= 3000; id += 3) put(id, 5);
  expectSame(registry, expected, 3001);
});

test("does not grow the memory of sensors with the number of changes", () => {
  const registry = new DeviceRegistry();
  const records = Array.from({ length: 20 }, (_, nth) =>
    recordOf(nth + 1, { sensors: sensorsOf(nth * 100 + 1, 60) }),
  );
  for (const record of records) registry.put(record);
  const roomAtFirst = registry.table.sensorRoom;
  const changed = records.slice(5);
  for (let turn = 0; turn < 200; turn++) for (const record of changed) registry.put(record);
  expect(registry.table.sensorRoom).toBeLessThan(roomAtFirst * 5);
  expect(byId(registry.records())).toEqual(records);
});

test("refuses a replaced token as soon as the device is put", () => {
  const registry = new DeviceRegistry();
  const bytes = Buffer.from(uuidOf(7, 1));
  const passes = (token: string) =>
    isTokenOf(registry.table, registry.table.rowAt(bytes, 0), Buffer.from(token));
  registry.put(recordOf(7));
  expect([passes("token 7"), passes("token 8")]).toEqual([true, false]);
  registry.put(recordOf(7, { tokenHash: hashOf("token 8") }));
  expect([passes("token 7"), passes("token 8")]).toEqual([false, true]);
  for (let bit = 0; bit < 256; bit++) {
    const tokenHash = hashOf("token 8").slice();
    tokenHash[bit >> 3]! ^= 1 << (bit & 7);
    registry.put(recordOf(7, { tokenHash }));
    expect(passes("token 8")).toBe(false);
  }
});

test("does not change a device that was found when it is edited or removed", () => {
  const registry = new DeviceRegistry();
  registry.put(recordOf(1));
  const found = registry.findById(1)!;
  registry.put(recordOf(1, { enabled: false, tokenHash: hashOf("other"), sensors: [] }));
  expect(found.record).toEqual(recordOf(1));
  registry.remove(1);
  registry.put(recordOf(2));
  expect(found.record).toEqual(recordOf(1));
  expect(found.sensor("-0")?.id).toBe(10_000);
});

test("refuses invalid UUIDs and token hashes", () => {
  const registry = new DeviceRegistry();
  expect(() => registry.put(recordOf(1, { uuid: "device" }))).toThrow("no UUID");
  expect(() => registry.put(recordOf(1, { tokenHash: new Uint8Array(33) }))).toThrow("no hash");
  expect(() => registry.put(recordOf(1, { sensors: [{ id: 1, uuid: "sensor", slug: "s" }] }))).toThrow(
    "no UUID",
  );
  expect(registry.size).toBe(0);
});
