import { expect, setDefaultTimeout, test } from "bun:test";
import { postReadings } from "../harness/post-readings.ts";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { serveAccount } from "./serve-owner.ts";

setDefaultTimeout(60_000);

const clients = 24;
/** The number of requests that each client begins after the answer. */
const lateRequests = 10;

const { owner, weir } = await serveAccount();

interface TestDevice {
  readonly uuid: string;
  readonly token: string;
}

async function createDevice(): Promise<TestDevice> {
  const body = { name: "Kiln", sensors: [{ slug: "temperature" }] };
  return (await owner.call("POST", "./devices", body)).json;
}

/** The device with its new token. */
async function regenerate({ uuid }: TestDevice, overlap?: object): Promise<TestDevice> {
  const { status, json } = await owner.call("POST", `./devices/${uuid}/token/regenerate`, { overlap });
  expect(status).toBe(200);
  return { uuid, token: json.token };
}

let lastValue = 0;

async function post(device: TestDevice): Promise<number> {
  const response = await postReadings(weir.url, device, {
    sensor: "temperature",
    data: { value: ++lastValue },
  });
  await response.text();
  return response.status;
}

/** Many clients that send without pause, each with one of the devices' tokens, and record the answers. */
class Fire {
  readonly early: number[] = [];
  readonly late: number[] = [];
  #isOver = false;
  readonly #clients: Promise<void>[];

  constructor(devices: readonly TestDevice[]) {
    this.#clients = Array.from({ length: clients }, (_, nth) => this.#run(devices[nth % devices.length]!));
  }

  /** Resolves when all clients are sending. */
  async untilHot(): Promise<void> {
    await waitUntil("every client was answered", () => this.early.length >= 3 * clients);
  }

  /** Called when the awaited answer has arrived: later requests are late. Resolves when there were enough of them. */
  async over(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #run(device: TestDevice): Promise<void> {
    for (let late = 0; late < lateRequests; ) {
      const isLate = this.#isOver;
      const status = await post(device);
      (isLate ? this.late : this.early).push(status);
      if (isLate) late++;
    }
  }
}

const allRefused = Array<number>(clients * lateRequests).fill(401);

test("accepts no request that begins after the answer with the old token, under load", async () => {
  const old = await createDevice();
  const fire = new Fire([old]);
  await fire.untilHot();
  const device = await regenerate(old);
  await fire.over();
  expect(fire.early.filter((status) => status === 202).length).toBeGreaterThan(clients);
  expect(fire.late).toEqual(allRefused);
  expect(await post(device)).toBe(202);
});

test("refuses no request with either token during an overlap, under load", async () => {
  const old = await createDevice();
  const fire = new Fire([old]);
  await fire.untilHot();
  const device = await regenerate(old, { seconds: 600 });
  const beside = new Fire([device]);
  await beside.untilHot();
  await Promise.all([fire.over(), beside.over()]);
  const statuses = new Set([...fire.early, ...fire.late, ...beside.early, ...beside.late]);
  expect([...statuses]).toEqual([202]);
  const { json } = await owner.call("GET", `./devices/${old.uuid}/token`);
  expect(json).toMatchObject({ token: device.token, previous: { expires_at: expect.any(String) } });
});

unlessCluster("other nodes hear of the first use within seconds")(
  "with an overlap until the first use the old token is dead once a request with the new one is answered",
  async () => {
    const old = await createDevice();
    const fire = new Fire([old]);
    await fire.untilHot();
    const device = await regenerate(old, { until_first_use: true });
    const seen = fire.early.length;
    await waitUntil("the old token goes on", () => fire.early.length >= seen + 3 * clients);
    expect(new Set(fire.early)).toEqual(new Set([202]));
    expect(await post(device)).toBe(202);
    await fire.over();
    expect(fire.late).toEqual(allRefused);
    expect(await post(device)).toBe(202);
  },
);

test("refuses both older tokens after regenerating without an overlap during one, under load", async () => {
  const first = await createDevice();
  const second = await regenerate(first, { seconds: 600 });
  const fire = new Fire([first, second]);
  await fire.untilHot();
  const third = await regenerate(second);
  await fire.over();
  expect(fire.late).toEqual(allRefused);
  expect(await post(third)).toBe(202);
});

test("accepts only the newest token after many regenerations at once", async () => {
  const old = await createDevice();
  const made = await Promise.all(Array.from({ length: 8 }, () => regenerate(old)));
  const { json } = await owner.call("GET", `./devices/${old.uuid}/token`);
  const accepted: string[] = [];
  for (const device of [old, ...made]) if ((await post(device)) === 202) accepted.push(device.token);
  expect(accepted).toEqual([json.token]);
});
