import { expect, setDefaultTimeout, test } from "bun:test";
import { givenEngines } from "../harness/given-engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { serveOwner } from "./serve-owner.ts";

setDefaultTimeout(60_000);

const served = await serveOwner();
const { owner, weir } = served;
let { server } = served;

interface TestDevice {
  readonly uuid: string;
  readonly token: string;
}

async function createDevice(settings: object = {}): Promise<TestDevice> {
  const body = { name: "Boiler", sensors: [{ slug: "temperature" }], ...settings };
  const { status, json } = await owner.call("POST", "./devices", body);
  expect(status).toBe(201);
  return { uuid: json.uuid, token: json.token };
}

/** Sends a batch and returns its X-Request-Id. */
async function send(device: TestDevice, data: readonly object[]) {
  const response = await postReadings(weir.url, device, { data });
  await response.text();
  return { status: response.status, id: response.headers.get("x-request-id")! };
}

const receiptOf = async (id: string) => (await owner.call("GET", `./requests/${id}`)).json;

test("uses the id of a request as the receipt of its readings", async () => {
  const device = await createDevice();
  const { status, id } = await send(device, [
    { sensor_slug: "temperature", value: 1 },
    { sensor_slug: "Temprature", value: 2 },
    { sensor_slug: "temperature", value: 1 },
    { sensor_slug: "temperature", value: 4 },
  ]);
  expect(status).toBe(202);
  await waitUntil("the readings are settled", async () => (await receiptOf(id)).readings.state === "settled");
  const receipt = await receiptOf(id);
  expect(receipt).toMatchObject({
    id,
    device: { uuid: device.uuid, name: "Boiler" },
    endpoint: "batch",
    status: 202,
    accepted: 2,
    duplicates: 1,
    rejected: { dropped_unknown_sensor: 1 },
    explanation: null,
    findings: [
      { position: 1, identifier: "Temprature", suggestions: ["temperature"] },
      { position: 2, reason: "dropped_duplicate", sensor: { slug: "temperature" }, value: 1 },
    ],
    readings: {
      counts: { queued: 0, saved: 2, ended: 0, dead: 0 },
      fates: [
        { first: 0, readings: 1, position: 0, fate: "saved" },
        { first: 1, readings: 1, position: 3, fate: "saved" },
      ],
      saved: [
        { sensor: { slug: "temperature" }, value: 1, at: receipt.at },
        // The third has no timestamp, so its time is two microseconds after the first.
        { sensor: { slug: "temperature" }, value: 4, at: receipt.at.replace("000Z", "002Z") },
      ],
    },
  });
  const { json } = await owner.call("GET", `./devices/${device.uuid}/activity`);
  expect(json.items.map((item: { id: string }) => item.id)).toEqual([id]);
});

unlessCluster("it restarts the server")(
  "keeps requests after a restart, including those with a wrong token",
  async () => {
    const device = await createDevice();
    const { status, id } = await send({ ...device, token: "wdt_wrong" }, [{ value: 1 }]);
    expect(status).toBe(401);
    expect((await receiptOf(id)).explanation).toContain("The token did not belong to this device");
    await server!.stop();
    server = await weir.start();
    expect(await receiptOf(id)).toMatchObject({ status: 401, error: "invalid_token", accepted: 0 });
  },
);

test("submits readings again, once, after their sensor was created", async () => {
  const device = await createDevice({ quarantine: true });
  const flows = [1, 2, 3].map((value) => ({ sensor_slug: "flow", value, note: "kept" }));
  const { status } = await send(device, [{ sensor_slug: "temperature", value: 1 }, ...flows]);
  expect(status).toBe(202);
  const kept = async () => (await owner.call("GET", `./devices/${device.uuid}/quarantine`)).json.items;
  expect((await kept()).map(({ ready }: { ready: boolean }) => ready)).toEqual([false, false, false]);

  expect((await owner.call("POST", `./devices/${device.uuid}/sensors`, { slug: "flow" })).status).toBe(201);
  const resubmit = () => owner.call("POST", "./quarantine/resubmit", { device: device.uuid });
  expect((await resubmit()).json).toMatchObject({ accepted: 3, duplicates: 0, rejected: [] });
  expect(await kept()).toEqual([]);
  expect((await resubmit()).json).toMatchObject({ accepted: 0, duplicates: 0, rejected: [] });

  const path = `./devices/${device.uuid}/sensors/flow/readings`;
  const saved = async () => (await owner.call("GET", path)).json.items;
  await waitUntil("they are saved", async () => (await saved()).length === 3);
  expect((await saved())[0]).toMatchObject({ metadata: { note: "kept" } });
  const statistics = `./devices/${device.uuid}/sensors/flow/statistics`;
  await waitUntil(
    "they are counted",
    async () => (await owner.call("GET", statistics)).json.totals.saved === 3,
  );
});

test("keeps readings with the first wrong slug of a new device, unless its quarantine was switched off", async () => {
  const kept = async ({ uuid }: TestDevice) =>
    (await owner.call("GET", `./devices/${uuid}/quarantine`)).json.items;
  const device = await createDevice();
  const path = `./devices/${device.uuid}`;
  expect((await owner.call("GET", path)).json).toMatchObject({
    quarantine: true,
    quarantine_mode: "automatic",
  });
  expect((await send(device, [{ sensor_slug: "temprature", value: 21.5 }])).status).toBe(404);
  expect(await kept(device)).toMatchObject([
    { reason: "dropped_unknown_sensor", entry: { sensor_slug: "temprature", value: 21.5 }, ready: false },
  ]);
  const off = await createDevice({ quarantine_mode: "off" });
  expect((await send(off, [{ sensor_slug: "temprature", value: 21.5 }])).status).toBe(404);
  expect(await kept(off)).toEqual([]);
  const { json } = await owner.call("PATCH", path, { quarantine: true });
  expect(json).toMatchObject({ quarantine: true, quarantine_mode: "on" });
});

test("shows the state of the installation to owners", async () => {
  const { status, json } = await owner.call("GET", "./system");
  expect(status).toBe(200);
  // In a cluster, the other processes are among the members.
  const roles = givenEngines === null ? ["supervisor", "ingest", "manage", "process"] : ["manage"];
  expect(json).toMatchObject({ ready: true, processes: roles.map((role) => ({ role, running: true })) });
  expect(json.totals.accepted).toBeGreaterThan(0);
});
