/** Times slightly ahead of the server are accepted everywhere, as far as the setting allows, and are found again. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { managePath } from "@weir/protocol/manage/route";
import { postReadings, type Sender } from "../harness/post-readings.ts";
import { startTestWeir, type TestWeir, testStart } from "../harness/test-weir.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { BrowserSession } from "./browser-session.ts";

setDefaultTimeout(60_000);

const password = "correct horse battery staple";
const identitiesMax = 1000;
const hourMs = 3_600_000;

let weir: TestWeir;
let owner: BrowserSession;

beforeAll(async () => {
  weir = await startTestWeir(
    { clock_tolerance_s: "60", identities_max: String(identitiesMax), owner_email: "ada@example.org" },
    { WEIR_OWNER_PASSWORD: password },
  );
  owner = new BrowserSession(() => weir.manageUrl);
  const { json } = await owner.call("POST", "/session", { email: "ada@example.org", password });
  owner.account = json.accounts[0].uuid;
});
afterAll(() => weir[Symbol.asyncDispose]());

const inSeconds = (seconds: number) => new Date(weir.clock.nowMs() + seconds * 1000).toISOString();

async function createDevice(settings: object = {}) {
  await owner.call("POST", "/session/proof", { password });
  const body = { name: "Boiler", sensors: [{ slug: "temperature" }], ...settings };
  const { json } = await owner.call("POST", "./devices", body);
  return json as { readonly uuid: string; readonly token: string };
}

async function send(device: Sender, data: readonly object[]) {
  const response = await postReadings(weir.url, device, { sensor: "temperature", data });
  return { id: response.headers.get("x-request-id")!, json: (await response.json()) as object };
}

async function importFile(mode: "chain" | "store", device: string, lines: readonly string[]) {
  const fixed = { format: "csv", mode, device, sensor: "temperature" };
  const { uuid } = (await owner.call("POST", "./imports", fixed)).json;
  const part = await fetch(`${weir.manageUrl}${managePath}/accounts/${owner.account}/imports/${uuid}`, {
    method: "PATCH",
    headers: {
      cookie: owner.cookie,
      "sec-fetch-site": "same-origin",
      "content-type": "application/octet-stream",
      "upload-offset": "0",
    },
    body: ["at,value", ...lines, ""].join("\n"),
  });
  expect([part.status, await part.text()]).toEqual([200, expect.anything()]);
  return (await owner.call("POST", `./imports/${uuid}/finish`)).json;
}

describe.each(["chain", "store"] as const)("an import through the %s", (mode) => {
  test("accepts times that a device may send, and no others", async () => {
    const { uuid } = await createDevice();
    const done = await importFile(mode, uuid, [
      `${inSeconds(0)},1`,
      `${inSeconds(55)},2`,
      `${inSeconds(65)},3`,
    ]);
    expect(done).toMatchObject({
      accepted: 2,
      duplicates: 0,
      problems: [{ line: 4, reason: "The time is in the future." }],
    });
    await waitUntil("both are stored", async () => {
      const { json } = await owner.call("GET", `./devices/${uuid}/sensors/temperature/readings`);
      return json.items.length === 2;
    });
  });
});

test("recognises repeats that memory has forgotten in an import through the chain", async () => {
  weir.clock.set(testStart);
  const [{ uuid }, other] = [await createDevice(), await createDevice()];
  const lines = Array.from({ length: 300 }, (_, n) => `${inSeconds(n - 7200)},${n}`);
  expect(await importFile("chain", uuid, lines)).toMatchObject({ accepted: 300, duplicates: 0 });
  for (let n = 0; n < 3; n++) {
    weir.clock.advanceMs(hourMs);
    await send(
      other,
      Array.from({ length: 1000 }, (_, row) => ({ value: row, timestamp: inSeconds(-row) })),
    );
  }
  expect(await importFile("chain", uuid, lines)).toMatchObject({ accepted: 0, duplicates: 300 });
});

test("lists saved readings with future times in a receipt", async () => {
  const device = await createDevice();
  const times = [inSeconds(55), inSeconds(-5)];
  const { id } = await send(
    device,
    times.map((timestamp, n) => ({ value: n, timestamp })),
  );
  const receipt = async () => (await owner.call("GET", `./requests/${id}`)).json;
  await waitUntil("the readings are settled", async () => (await receipt()).readings.state === "settled");
  expect((await receipt()).readings.saved).toMatchObject([{ value: 1 }, { value: 0 }]);
});

test("submits a quarantined reading again once its time is within the tolerance", async () => {
  const device = await createDevice({ quarantine: true });
  expect((await send(device, [{ value: 1, timestamp: inSeconds(100) }])).json).toMatchObject({
    rejected: { dropped_future_timestamp: 1 },
  });
  const quarantined = async () => (await owner.call("GET", `./devices/${device.uuid}/quarantine`)).json.items;
  expect(await quarantined()).toMatchObject([{ ready: false, reason: "dropped_future_timestamp" }]);
  weir.clock.advanceMs(45_000);
  expect(await quarantined()).toMatchObject([{ ready: true }]);
  const { json } = await owner.call("POST", "./quarantine/resubmit", { device: device.uuid });
  expect(json).toMatchObject({ accepted: 1, rejected: [] });
});
