import { expect, test } from "bun:test";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import type { DeviceAnswer, Submission } from "../harness/device-client.ts";
import type { StoredReading } from "../harness/stored-data.ts";
import type { TestDevice } from "../harness/test-weir.ts";
import { type ContractServer, resetClock, timeoutMs, uuidOf } from "./contract-server.ts";
import { type ExpectedAnswer, tellingHeaders } from "./expected-answers.ts";

/** A value, or a function of the row's device if it depends on its UUIDs or token. */
type Of<T> = T | ((device: CreatedDevice) => T);

/** A request, and the answer that the ruling requires. */
export interface Exchange {
  /** How long after the previous exchange it is sent. The first of every row is at 12:00:00.000 on 15 June 2026. */
  readonly afterMs?: number;
  /** Whether it is sent when everything before it is settled. Otherwise a busy machine may not find a reading in time. */
  readonly isAfterSettling?: true;
  readonly request: Of<Submission>;
  readonly answer: Of<ExpectedAnswer>;
}

interface RowHead {
  /** The ruling in words. */
  readonly ruling: string;
  readonly device?: Partial<TestDevice>;
  /** What the sensor `temperature` has stored at the end, in order of time. Omitted fields may be anything. */
  readonly stored?: readonly Partial<StoredReading>[];
}

/** One exchange, or several in a row. */
export type Row = RowHead & (Exchange | { readonly exchanges: readonly Exchange[] });

/** Makes a test of each row. Each has its own device and starts at the same moment. */
export function contractTable(server: () => ContractServer, rows: readonly Row[]): void {
  for (const row of rows) test(row.ruling, () => runRow(server(), row), timeoutMs);
}

async function runRow(server: ContractServer, row: Row): Promise<void> {
  resetClock(server);
  const device = await server.createDevice(row.device);
  const exchanges = "exchanges" in row ? row.exchanges : [row];
  for (const { afterMs = 0, isAfterSettling = false, request, answer } of exchanges) {
    if (isAfterSettling) await server.weir.settle();
    server.weir.clock.advanceMs(afterMs);
    expectAnswer(await server.client.send(device, resolve(request, device)), resolve(answer, device));
  }
  if (row.stored === undefined) return;
  await server.weir.settle();
  expect(await server.stored.readings(uuidOf(device))).toMatchObject(row.stored as StoredReading[]);
}

export function expectAnswer(actual: DeviceAnswer, expected: ExpectedAnswer): void {
  const { status, json, errorPaths, text, headers = {} } = expected;
  expect({ status: actual.status, body: actual.body }).toEqual({ status, body: expect.any(String) });
  if (errorPaths !== undefined) expectValidationFailed(actual.json, errorPaths);
  else if (text !== undefined) expect(actual.body).toMatch(text);
  else expect(actual.json).toEqual(json);
  const names = new Set([...tellingHeaders, ...Object.keys(headers)]);
  const found = [...names].filter((name) => name in actual.headers);
  expect(Object.fromEntries(found.map((name) => [name, actual.headers[name]]))).toEqual(headers);
}

function expectValidationFailed(json: unknown, paths: readonly string[]): void {
  expect(json).toEqual({ message: "Validation failed.", errors: expect.any(Object) });
  const { errors } = json as { errors: Record<string, unknown> };
  expect(Object.keys(errors).sort()).toEqual([...paths].sort());
  for (const messages of Object.values(errors)) {
    expect(messages).toBeArray();
    for (const message of messages as unknown[]) expect(message).toMatch(/./);
    expect(messages).not.toHaveLength(0);
  }
}

function resolve<T extends object>(value: Of<T>, device: CreatedDevice): T {
  return typeof value === "function" ? (value as (device: CreatedDevice) => T)(device) : value;
}
