import { expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import {
  regenerateToken,
  type TokenOverlapTerms,
} from "../../packages/server/src/manage/devices/tokens/device-tokens.ts";
import { DeviceClient } from "../harness/device-client.ts";
import { givenEngines } from "../harness/given-engines.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { resetClock, single, timeoutMs, useServer } from "./contract-server.ts";

const server = useServer();
const reading = single({ data: { value: 1 } });

/** The device with its new token. */
async function regenerate(device: CreatedDevice, overlap: TokenOverlapTerms | null): Promise<CreatedDevice> {
  const made = unwrap(await regenerateToken(server().weir.control, device.uuid, overlap));
  return { ...device, token: made.token };
}

async function statusOf(device: CreatedDevice): Promise<number> {
  return (await server().client.send(device, reading)).status;
}

/** Whether every node refuses the device. */
async function isRefused(device: CreatedDevice): Promise<boolean> {
  const { urls, limits } = server().weir;
  const clients = urls.map((url) => new DeviceClient({ url, limits }));
  const answers = await Promise.all(clients.map((client) => client.send(device, reading)));
  return answers.every(({ status }) => status === 401);
}

test(
  "accepts both tokens during an overlap in seconds",
  async () => {
    const { weir, createDevice } = server();
    resetClock(server());
    const old = await createDevice();
    const device = await regenerate(old, { seconds: 60 });
    expect([await statusOf(old), await statusOf(device), await statusOf(old)]).toEqual([202, 202, 202]);
    weir.clock.advanceMs(60_000);
    expect([await statusOf(old), await statusOf(device)]).toEqual([401, 202]);
  },
  timeoutMs,
);

test(
  "accepts no request with the old token that begins after the first use of the new one",
  async () => {
    const { createDevice } = server();
    resetClock(server());
    const old = await createDevice();
    const device = await regenerate(old, { untilFirstUse: true });
    let wasUsed = false;
    const before: number[] = [];
    const after: number[] = [];
    const fire = async () => {
      while (after.length < 15) {
        const begunAfter = wasUsed;
        const status = await statusOf(old);
        if (begunAfter) after.push(status);
        else before.push(status);
      }
    };
    expect(await statusOf(old)).toBe(202);
    const firing = [fire(), fire(), fire()];
    expect(await statusOf(device)).toBe(202);
    // On one machine it applies from here on. The other nodes of a cluster learn it within seconds.
    if (givenEngines !== null) await waitUntil("every node refuses the old one", () => isRefused(old));
    wasUsed = true;
    await Promise.all(firing);
    expect(after.every((status) => status === 401)).toBe(true);
    expect(await statusOf(device)).toBe(202);
  },
  timeoutMs,
);

test(
  "ends an overlap when regenerating without one, for every request begun after it, under load",
  async () => {
    const { createDevice } = server();
    resetClock(server());
    const first = await createDevice();
    const second = await regenerate(first, { seconds: 600 });
    let isDone = false;
    const late: number[] = [];
    const fire = async (device: CreatedDevice) => {
      for (let rounds = 0; rounds < 5; ) {
        const begunAfter = isDone;
        const status = await statusOf(device);
        if (!begunAfter) continue;
        late.push(status);
        rounds++;
      }
    };
    const firing = [fire(first), fire(second), fire(first), fire(second)];
    const third = await regenerate(second, null);
    isDone = true;
    await Promise.all(firing);
    expect(late).toEqual(Array(20).fill(401));
    expect(await statusOf(third)).toBe(202);
  },
  timeoutMs,
);
