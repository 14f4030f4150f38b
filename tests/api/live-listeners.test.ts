import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { readProcessStat } from "../../scripts/process-stat.ts";
import { postReadings } from "../harness/post-readings.ts";
import { isRunning, signalProcess } from "../harness/running-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { LiveSocket } from "./live-socket.ts";
import { serveOwnerHere } from "./serve-owner.ts";

setDefaultTimeout(120_000);

const listeners = 200;
/** The listeners that see everything. The others watch one device, as pages do. */
const curious = 2;
const sensorsOfBusyDevice = 1500;
const grownBytesMax = 256 * 1024 * 1024;
const pageBytes = 4096;
const rssField = 24;

let key: string;

const served = await serveOwnerHere({ WEIR_STREAMS_PER_CALLER: String(listeners) });
const { owner, weir } = served;
let { server } = served;

beforeAll(async () => {
  const scopes = ["readings:read", "chains:read"];
  const made = await owner.call("POST", "./api-keys", { name: "Pages", scopes });
  key = made.json.key;
});

interface TestDevice {
  readonly uuid: string;
  readonly token: string;
  readonly sensors: readonly { readonly uuid: string; readonly slug: string }[];
}

async function createDevice(name: string, slugs: readonly string[], chain?: string): Promise<TestDevice> {
  const body = { name, sensors: slugs.map((slug) => ({ slug })), chain };
  const { status, json } = await owner.call("POST", "./devices", body);
  expect(status).toBe(201);
  return json;
}

/** One reading of each sensor. */
async function post(device: TestDevice, value: number): Promise<void> {
  const data = device.sensors.map(({ slug }) => ({ sensor_slug: slug, value }));
  const response = await postReadings(weir.url, device, { data });
  expect([response.status, await response.text()]).toEqual([202, expect.any(String)]);
}

function open(query = "", lastEventId?: string): Promise<LiveSocket> {
  const resuming = lastEventId === undefined ? {} : { lastEventId };
  return LiveSocket.open({ url: weir.url, account: owner.account, key, query, ...resuming });
}

function serverBytes(): number {
  return readProcessStat(server.server()!.pid)!.field(rssField) * pageBytes;
}

test("drops one stuck listener of 200, while the others receive the newest values and readings flow", async () => {
  using open200 = new DisposableStack();
  const busySlugs = Array.from({ length: sensorsOfBusyDevice }, (_, index) => `s${index}`);
  const busy = await createDevice("Busy", busySlugs);
  const calm = await createDevice("Calm", ["a"]);
  const stuck = open200.use(await open());
  stuck.stopReading();
  const others: LiveSocket[] = [];
  for (let nth = 1; nth < listeners; nth++) {
    others.push(open200.use(await open(nth <= curious ? "" : `?devices=${calm.uuid}&kinds=value`)));
  }
  const beforeBytes = serverBytes();
  const [watcher] = others;
  const lastOfBusy = busy.sensors.at(-1)!.uuid;
  // The stuck listener gets every round as well, which is more than the sockets and the server hold for it.
  const rounds = 30;
  for (let round = 1; round <= rounds; round++) {
    await post(busy, round);
    await post(calm, round);
    await waitUntil("the round is seen", () => watcher!.newest(lastOfBusy) === round);
  }
  const calmSensor = calm.sensors[0]!.uuid;
  await waitUntil("all others see the newest value", () =>
    others.every((listener) => listener.newest(calmSensor) === rounds),
  );
  expect(others.filter(({ isEnded }) => isEnded)).toEqual([]);
  await waitUntil("the server holds little for them", () => serverBytes() - beforeBytes < grownBytesMax);

  stuck.readOn();
  await waitUntil("the stuck one's stream has ended", () => stuck.isEnded);
  expect(stuck.newest(calmSensor) ?? 0).toBeLessThan(rounds);
  await post(calm, rounds + 1);
  await waitUntil("the others go on", () =>
    others.every((listener) => listener.newest(calmSensor) === rounds + 1),
  );
  using back = await open("", stuck.lastId!);
  await waitUntil("the stuck one is told to look anew", () => back.events[0]?.event === "reset");
});

test("sends a reconnected listener what it missed, once and in order, and then continues", async () => {
  const device = await createDevice("Resumed", ["a"]);
  const sensor = device.sensors[0]!.uuid;
  const query = `?devices=${device.uuid}&kinds=value`;
  using witness = await open(query);
  const postAndSee = async (value: number) => {
    await post(device, value);
    await waitUntil(`${value} is told`, () => witness.newest(sensor) === value);
  };
  const broken = await open(query);
  await postAndSee(1);
  await waitUntil("the first is seen", () => broken.newest(sensor) === 1);
  broken[Symbol.dispose]();
  for (const value of [2, 3]) await postAndSee(value);
  using resumed = await open(query, broken.lastId!);
  await postAndSee(4);
  await waitUntil("the last is seen", () => resumed.newest(sensor) === 4);
  expect(resumed.events.map(({ event, data }) => [event, data.value])).toEqual([
    ["value", 2],
    ["value", 3],
    ["value", 4],
  ]);
  expect(resumed.events).toEqual(witness.events.slice(1));
});

test("tells a listener from before a restart to reload, and then continues", async () => {
  const device = await createDevice("Restarted", ["a"]);
  const sensor = device.sensors[0]!.uuid;
  const query = `?devices=${device.uuid}&kinds=value`;
  const before = await open(query);
  await post(device, 1);
  await waitUntil("the first is seen", () => before.newest(sensor) === 1);
  await server.killAll();
  await waitUntil("the page notices", () => before.isEnded);
  server = await weir.start();
  using after = await open(query, before.lastId!);
  await waitUntil("it is told to look anew", () => after.events[0]?.event === "reset");
  // Readings that are settled before the new processor knows that somebody watches are not sent.
  let value = 1;
  await waitUntil("it goes on", async () => {
    await post(device, ++value);
    return after.newest(sensor) !== undefined;
  });
});

test("sends a chain's counts including those from before the processor died", async () => {
  const { uuid: chain } = (await owner.call("POST", "./chains", { name: "Counted" })).json;
  await owner.call("PUT", `./chains/${chain}/draft`, defaultChain);
  expect((await owner.call("POST", `./chains/${chain}/publish`, {})).status).toBe(201);
  const device = await createDevice("Counted", ["a"], chain);
  using page = await open("?kinds=chain");
  const counted = () => {
    const told = page.events.findLast(({ data }) => data.chain === chain)?.data;
    return told?.nodes.find(({ output }: { output: string }) => output === "saved")?.readings;
  };
  await post(device, 1);
  await waitUntil("the first is counted", () => counted() === 1);
  const killed = await server.untilProcessorRuns();
  signalProcess(killed, "SIGKILL");
  await waitUntil("the processor is gone", () => !isRunning(killed));
  let posted = 1;
  await waitUntil("further ones are counted", async () => {
    await post(device, ++posted);
    return counted() > 1;
  });
  await waitUntil("all are counted", () => counted() === posted);
});
