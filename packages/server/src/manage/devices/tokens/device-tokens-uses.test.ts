import { afterAll, expect, test } from "bun:test";
import { ManualClock } from "../../../../../../tests/harness/manual-clock.ts";
import type { Control } from "../../../control/control.ts";
import { authenticate } from "../../../ingest/authenticate/authenticate.ts";
import { DeviceRegistry } from "../../../ingest/authenticate/device-registry.ts";
import { createLog } from "../../../platform/log.ts";
import { closeTestControls, makeAccount, newDevice, openTestControl, unwrap } from "../../test-control.ts";
import { loadDeviceRecords } from "../device-records.ts";
import { createDevice } from "../devices.ts";
import { TestConnections } from "../test-connections.ts";
import { regenerateToken, type TokenOverlapTerms, tokenUse } from "./device-tokens.ts";
import { TokenUses } from "./device-tokens-uses.ts";

afterAll(closeTestControls);

/** A server's memory beside its control data: changes are loaded again, and uses are stored when the test says so. */
async function openServer() {
  const clock = new ManualClock("2026-06-01T12:00:00.000Z");
  const devices = new DeviceRegistry();
  const opened = openTestControl();
  const load = async () => {
    for (const record of await loadDeviceRecords(opened.control)) devices.put(record);
  };
  const control: Control = {
    ...opened.control,
    nowUs: () => clock.nowMs() * 1000,
    announce: async () => load(),
  };
  const account = await makeAccount(control);
  const { uuid, token } = unwrap(await createDevice(control, newDevice(account.id)));
  const lines: string[] = [];
  const log = createLog("info", "test", (line) => lines.push(line));
  const uses = new TokenUses({
    control,
    clock,
    log,
    uses: async () => devices.tokenUses(clock.nowMs()),
  });
  const passes = (sent: string) => authenticate(`Bearer ${sent}`, devices.find(uuid), clock.nowMs()).ok;
  const regenerate = async (overlap: TokenOverlapTerms | null) =>
    unwrap(await regenerateToken(control, uuid, overlap)).token;
  const use = async (connectedMs: number | null = null) => {
    const connections = new TestConnections();
    for (const { id } of await loadDeviceRecords(control))
      if (connectedMs !== null) connections.seen.set(id, connectedMs);
    return unwrap(await tokenUse(control, connections, uuid));
  };
  const restart = async () => {
    for (const { id } of await loadDeviceRecords(control)) devices.remove(id);
    await load();
  };
  const dispose = () => uses.stop();
  return {
    clock,
    devices,
    control,
    uuid,
    token,
    uses,
    passes,
    regenerate,
    use,
    restart,
    lines,
    [Symbol.asyncDispose]: dispose,
  };
}

test("keeps an overlap until the first use ended after a restart", async () => {
  await using server = await openServer();
  const { token: old, uses, passes, regenerate, restart, devices } = server;
  const token = await regenerate({ untilFirstUse: true });
  await restart();
  expect(passes(old)).toBe(true);
  expect([passes(token), passes(old)]).toEqual([true, false]);
  await uses.save(60_000);
  expect(devices.tokenUses(0)).toEqual([]);
  await restart();
  expect([passes(token), passes(old)]).toEqual([true, false]);
  expect(server.lines).toEqual([]);
});

test("removes an overlap in seconds from memory and file when it ends", async () => {
  await using server = await openServer();
  const { clock, token: old, uses, passes, regenerate, use, devices } = server;
  await regenerate({ seconds: 60 });
  clock.advanceMs(59_999);
  await uses.save(60_000);
  expect(passes(old)).toBe(true);
  expect((await use()).previous).not.toBeNull();
  clock.advanceMs(1);
  expect(passes(old)).toBe(false);
  expect((await use()).previous).toBeNull();
  await uses.save(60_000);
  expect(devices.tokenUses(0)).toEqual([]);
});

test("invalidates every older token without an overlap, also after one, before the change is announced", async () => {
  await using server = await openServer();
  const { token: first, passes, regenerate } = server;
  const second = await regenerate({ seconds: 60 });
  expect([passes(first), passes(second)]).toEqual([true, true]);
  const third = await regenerate({ seconds: 60 });
  expect([passes(first), passes(second), passes(third)]).toEqual([false, true, true]);
  const fourth = await regenerate(null);
  expect([first, second, third, fourth].map(passes)).toEqual([false, false, false, true]);
});

test("shows the last use of each token: recorded in an overlap, else the last connection", async () => {
  await using server = await openServer();
  const { clock, token: old, uses, passes, regenerate, use } = server;
  const madeAt = clock.nowMs();
  expect((await use(null)).lastUsedAt).toBeNull();
  expect((await use(madeAt + 5)).lastUsedAt).toBe((madeAt + 5) * 1000);
  clock.advanceMs(1000);
  const token = await regenerate({ seconds: 3600 });
  expect(await use(madeAt + 5)).toMatchObject({
    lastUsedAt: null,
    previous: { lastUsedAt: (madeAt + 5) * 1000 },
  });
  clock.advanceMs(1000);
  passes(old);
  const usedAt = clock.nowMs();
  await uses.save(0);
  expect(await use(usedAt)).toMatchObject({ lastUsedAt: null, previous: { lastUsedAt: usedAt * 1000 } });
  clock.advanceMs(1000);
  passes(token);
  await uses.save(60_000);
  expect((await use(clock.nowMs())).lastUsedAt).toBeNull();
  await uses.save(0);
  expect((await use(clock.nowMs())).lastUsedAt).toBe(clock.nowMs() * 1000);
});

test("does not count a connection with the old token for the new one after the overlap", async () => {
  await using server = await openServer();
  const { clock, token: old, uses, passes, regenerate, use } = server;
  await regenerate({ seconds: 60 });
  clock.advanceMs(1000);
  passes(old);
  const connectedMs = clock.nowMs();
  clock.advanceMs(60_000);
  await uses.save(0);
  expect(await use(connectedMs)).toMatchObject({ lastUsedAt: null, previous: null });
});

test("does not end an overlap that a command has begun meanwhile", async () => {
  await using server = await openServer();
  const { control, devices, uuid, uses, passes, regenerate } = server;
  const second = await regenerate({ untilFirstUse: true });
  passes(second);
  const unannounced = { ...control, announce: async () => {} };
  const third = unwrap(await regenerateToken(unannounced, uuid, { untilFirstUse: true })).token;
  await uses.save(60_000);
  expect(devices.tokenUses(0)).toHaveLength(1);
  expect([passes(second), passes(third), passes(second)]).toEqual([true, true, false]);
});
