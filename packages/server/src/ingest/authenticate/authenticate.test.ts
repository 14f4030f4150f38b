import { expect, test } from "bun:test";
import { authenticate, vouchedFor } from "./authenticate.ts";
import { type DeviceRecord, DeviceRegistry } from "./device-registry.ts";
import type { PreviousToken } from "./token-overlap.ts";

const uuid = "1f0c9a54-9c2e-4a4c-8d4e-5b6f70818293";
const hashOf = (token: string) => Bun.SHA256.hash(token) as Uint8Array;

function openRegistry(previous: Partial<PreviousToken> | null, overrides: Partial<DeviceRecord> = {}) {
  const devices = new DeviceRegistry();
  const record: DeviceRecord = {
    id: 1,
    uuid,
    accountId: 1,
    enabled: true,
    contract: "queued",
    handling: "strict",
    quarantine: false,
    tokenHash: hashOf("new"),
    sensors: [],
    previousToken:
      previous === null
        ? null
        : { hash: hashOf("old"), expiresAtMs: null, untilFirstUse: false, ...previous },
    ...overrides,
  };
  devices.put(record);
  const passes = (token: string, nowMs = 0) => authenticate(`Bearer ${token}`, devices.find(uuid), nowMs).ok;
  return { devices, record, passes };
}

test("accepts only the current token without an overlap", () => {
  const { passes, devices } = openRegistry(null);
  expect([passes("new"), passes("old"), passes("other")]).toEqual([true, false, false]);
  expect(devices.tokenUses(0)).toEqual([]);
});

test("ends a timed overlap to the millisecond, even after the new token was used", () => {
  const { passes } = openRegistry({ expiresAtMs: 1000 });
  expect([passes("old", 0), passes("new", 1), passes("old", 999)]).toEqual([true, true, true]);
  expect([passes("old", 1000), passes("new", 1000), passes("other", 1)]).toEqual([false, true, false]);
});

test("ends an overlap with the first request that uses the new token", () => {
  const { passes } = openRegistry({ untilFirstUse: true });
  expect([passes("old"), passes("wrong"), passes("old"), passes("new"), passes("old")]).toEqual([
    true,
    false,
    true,
    true,
    false,
  ]);
});

test("does not restore an ended overlap when something else about the device changes", () => {
  const { passes, devices, record } = openRegistry({ untilFirstUse: true });
  passes("new", 5);
  devices.put({ ...record, handling: "lenient" });
  expect(passes("old", 6)).toBe(false);
  expect(devices.find(uuid)!.overlap!.currentUsedMs).toBe(5);
});

test("replaces an overlap with a new one, and ends a removed overlap", () => {
  const { passes, devices, record } = openRegistry({ untilFirstUse: true });
  passes("new");
  const again = { hash: hashOf("new"), expiresAtMs: null, untilFirstUse: true };
  devices.put({ ...record, tokenHash: hashOf("newest"), previousToken: again });
  expect([passes("old"), passes("new"), passes("newest"), passes("new")]).toEqual([false, true, true, false]);
  devices.put({ ...record, tokenHash: hashOf("newest"), previousToken: null });
  expect(devices.tokenUses(0)).toEqual([]);
});

test("refuses both tokens of a disabled device, whose overlap continues", () => {
  const { passes, devices, record } = openRegistry({ untilFirstUse: true }, { enabled: false });
  expect([passes("new"), passes("old")]).toEqual([false, false]);
  devices.put({ ...record, enabled: true });
  expect(passes("old")).toBe(true);
});

test("records when each token was last used", () => {
  const { passes, devices } = openRegistry({ expiresAtMs: 1000 });
  passes("old", 10);
  passes("new", 20);
  passes("old", 30);
  passes("old", 2000);
  const { currentUsedMs, previousUsedMs } = devices.find(uuid)!.overlap!;
  expect([currentUsedMs, previousUsedMs]).toEqual([20, 30]);
});

test("a device that the server vouches for counts as using its current token, and is refused while it is disabled", () => {
  const { devices, record, passes } = openRegistry({ untilFirstUse: true });
  expect(authenticate(vouchedFor, devices.find(uuid), 5).ok).toBe(true);
  expect([passes("old"), devices.find(uuid)!.overlap!.currentUsedMs]).toEqual([false, 5]);
  devices.put({ ...record, enabled: false });
  expect(authenticate(vouchedFor, devices.find(uuid), 6)).toEqual({ ok: false, error: "invalidToken" });
  expect(authenticate(vouchedFor, undefined, 7)).toEqual({ ok: false, error: "deviceNotFound" });
  // No header of a request is taken for it.
  for (const text of [String(vouchedFor), vouchedFor.description!])
    expect(authenticate(text, devices.find(uuid), 8).ok).toBe(false);
});
