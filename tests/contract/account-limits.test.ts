import { expect, test } from "bun:test";
import { scopes } from "@weir/protocol/manage/access";
import { managePath } from "@weir/protocol/manage/route";
import { unwrap } from "@weir/protocol/result";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { createApiKey } from "../../packages/server/src/manage/people/api-keys.ts";
import { DeviceClient, type Submission } from "../harness/device-client.ts";
import type { TestWeir } from "../harness/test-weir.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { bulk, type ContractServer, resetClock, single, timeoutMs, useServer } from "./contract-server.ts";
import { expectAnswer } from "./contract-table.ts";
import { accountLimit, noneAccepted, queued } from "./expected-answers.ts";

const queueBytesMax = 64 * 1024;
const server = useServer({ queue_bytes_per_account: String(queueBytesMax) });
const storing = useServer({ stored_readings_per_account: "100" });

/** More than an account may have in the queue. */
function muchFrom(value: number): Submission {
  const data = Array.from({ length: queueBytesMax / 16 }, (_, nth) => ({ value: value + nth }));
  return bulk({ data }, { sensor: "humidity" });
}

/** A device of another account, which the same person created, so that both share what is limited for others' sake. */
async function createTwin({ weir, createDevice }: ContractServer, { uuid }: CreatedDevice) {
  const place = { account: "Twin" };
  await createDevice(place);
  await weir.control.transact(async (tx) => {
    const { account_id } = await tx
      .selectFrom("devices")
      .select("account_id")
      .where("uuid", "=", uuid)
      .executeTakeFirstOrThrow();
    await tx
      .updateTable("accounts")
      .set({ tenant_id: account_id })
      .where("name", "=", place.account)
      .execute();
  });
  // An account never changes its tenant, so the server reads it with the next device.
  return createDevice(place);
}

test(
  "answers an account with too much in the queue, and those that count with it, with a 503 that names the limit, and no others",
  async () => {
    const { weir, createDevice, stored } = server();
    resetClock(server());
    // Each node counts only what it has accepted itself.
    const client = new DeviceClient({ url: weir.url, limits: weir.limits });
    const busy = await createDevice();
    const alsoBusy = await createDevice();
    const quiet = await createDevice({ account: "Quiet" });
    const twin = await createTwin(server(), busy);
    const refused = accountLimit("queue_bytes_per_account", queueBytesMax);
    const send = (device: CreatedDevice, request: Submission) => client.send(device, request);
    const first = muchFrom(0);
    const request = bulk({ data: [{ value: 1 }, { value: 2, timestamp: "2026-06-15" }] });
    {
      await using _held = await weir.holdStore();
      expectAnswer(await send(busy, first), queued({ accepted: queueBytesMax / 16 }, "humidity"));
      for (const device of [busy, alsoBusy, twin]) {
        expectAnswer(await send(device, request), refused);
        expectAnswer(await send(device, single({ data: { value: 3 } })), refused);
        expectAnswer(await send(device, single({ data: { value: 3 } })), refused);
      }
      // Known and dropped readings need no room.
      expectAnswer(await send(busy, first), queued({ duplicates: queueBytesMax / 16 }, "humidity"));
      const future = single({ data: { value: 1, timestamp: "2030-01-01" } });
      expectAnswer(await send(busy, future), noneAccepted({ dropped_future_timestamp: 1 }));
      for (let value = 0; value < 5; value++) {
        expectAnswer(await send(quiet, single({ data: { value } })), queued({ accepted: 1 }));
      }
      expect((await fetch(`${weir.url}/readyz`)).status).toBe(200);
    }
    await waitUntil("there is room again", async () => (await send(alsoBusy, request)).status === 202);
    // Nothing that was refused has been accepted.
    expectAnswer(await send(busy, request), queued({ accepted: 2 }));
    expectAnswer(await send(busy, single({ data: { value: 3 } })), queued({ accepted: 1 }));
    await weir.settle();
    expect(await stored.readings(busy.sensors[0]!.uuid)).toHaveLength(3);
    expect(await stored.readings(alsoBusy.sensors[0]!.uuid)).toHaveLength(2);
  },
  timeoutMs,
);

test(
  "answers an account with too many stored readings with 503 until some are deleted, and no others",
  async () => {
    const { weir, client, createDevice, stored } = storing();
    resetClock(storing());
    const busy = await createDevice();
    const quiet = await createDevice({ account: "Quiet" });
    const many = bulk({ data: Array.from({ length: 100 }, (_, value) => ({ value })) });
    expectAnswer(await client.send(busy, many), queued({ accepted: 100 }));
    let value = 1000;
    const one = () => single({ data: { value: value++ } });
    await waitUntil("the limit is noticed", async () => (await client.send(busy, one())).status === 503);
    expectAnswer(await client.send(busy, one()), accountLimit("stored_readings_per_account", 100));
    expectAnswer(await client.send(quiet, one()), queued({ accepted: 1 }));
    const program = await programOf(weir, busy);
    const file = { format: "csv", mode: "store", device: busy.uuid, sensor: busy.sensors[0]!.slug };
    const { uuid } = await program("POST", "/imports", JSON.stringify(file));
    const refused = await program("PATCH", `/imports/${uuid}`, Buffer.from("at,value\n2020-01-01,1\n"));
    expect(refused.detail).toContain("(stored_readings_per_account)");
    await weir.settle();
    const before = (await stored.readings(busy.sensors[0]!.uuid)).length;
    expect(before).toBeGreaterThanOrEqual(100);
    const readings = `/devices/${busy.uuid}/sensors/${busy.sensors[0]!.slug}/readings`;
    await program("DELETE", `${readings}?from=1970-01-01&to=9999-01-01`);
    expect(await stored.readings(busy.sensors[0]!.uuid)).toEqual([]);
    await waitUntil("there is room again", async () => (await client.send(busy, one())).status === 202);
  },
  timeoutMs,
);

/** Calls the management API in the account of a device, with a key of that account. */
async function programOf(weir: TestWeir, device: CreatedDevice) {
  const { control } = weir;
  const { id, uuid } = await control.db
    .selectFrom("devices")
    .innerJoin("accounts", "accounts.id", "account_id")
    .where("devices.uuid", "=", device.uuid)
    .select(["accounts.id", "accounts.uuid"])
    .executeTakeFirstOrThrow();
  const key = unwrap(
    await createApiKey(control, id, {
      name: "Program",
      scopes,
      expiresAt: null,
      createdBy: "a test",
    }),
  );
  return async (method: string, path: string, body?: string | Buffer) => {
    const type = typeof body === "string" ? "application/json" : "application/octet-stream";
    const answer = await fetch(`${weir.manageUrl}${managePath}/accounts/${uuid}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key.text}`,
        "upload-offset": "0",
        ...(body === undefined ? {} : { "content-type": type }),
      },
      ...(body === undefined ? {} : { body }),
    });
    return (await answer.json()) as Record<string, string>;
  };
}
