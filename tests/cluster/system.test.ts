import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Events, Role } from "../../packages/server/src/bus/messages.ts";
import { openClusterBus } from "../../packages/server/src/installation/cluster/open-cluster-bus.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { openNats } from "../../packages/server/src/platform/nats/open-nats.ts";
import { BrowserSession } from "../api/browser-session.ts";
import { LiveSocket } from "../api/live-socket.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(180_000);

const patienceMs = 30_000;
const quietRoundsMin = 5;

interface Device {
  readonly uuid: string;
  readonly token: string;
  readonly sensor: string;
}

describeUnless(await whyNoEngines(), "a cluster with two manage processes", () => {
  let weir: WeirCluster;
  let ingest: ClusterNode;
  let one: ClusterNode;
  let other: ClusterNode;
  let owner: BrowserSession;
  let otherAccount: string;
  const devices: Record<string, Device> = {};
  let sent = 0;

  beforeAll(async () => {
    weir = await WeirCluster.startEngines();
    for (const role of ["process", "process", "deliver"] as const) weir.launch(role);
    ingest = weir.launch("ingest");
    one = weir.launch("manage");
    other = weir.launch("manage");
    for (const node of [one, other, ingest]) await weir.untilReady(node);
  });
  afterAll(() => weir[Symbol.asyncDispose]());

  /** The same person at another manage process. */
  const ownerAt = ({ url }: ClusterNode, account = owner.account): BrowserSession => owner.at(url, account);

  async function createDevice(account: string): Promise<Device> {
    const body = { name: "Probe", contract: "queued", sensors: [{ slug: "temperature" }] };
    const { json } = await ownerAt(one, account).call("POST", "./devices", body);
    return { uuid: json.uuid, token: json.token, sensor: json.sensors[0].uuid };
  }

  async function send(device: Device): Promise<number> {
    const value = ++sent;
    const answer = await postReadings(ingest.url, device, { sensor: "temperature", data: { value } });
    expect(answer.status).toBe(202);
    return value;
  }

  test("every set-up link works until there is an owner, and two at the same time make one owner", async () => {
    const links = () => [...weir.logText.matchAll(/\/setup#(\S+)/g)].map(([, secret]) => secret!);
    await waitUntil("both have printed a link", () => links().length === 2, patienceMs);
    const answers = await Promise.all(
      links().map(async (secret, nth) => {
        const session = new BrowserSession([one, other][nth]!.url);
        const person = {
          email: `ada${nth}@example.org`,
          password: "correct horse battery staple",
          name: "Ada",
        };
        const { status, json } = await session.call("POST", "/setup", { secret, ...person });
        return { session, status, json };
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403]);
    const made = answers.find(({ status }) => status === 201)!;
    owner = made.session;
    owner.account = made.json.accounts[0].uuid;
    otherAccount = (await owner.call("POST", "/accounts", { name: "Other" })).json.uuid;
    devices.first = await createDevice(owner.account);
    devices.second = await createDevice(otherAccount);
  });

  test("pages on both show what happens in their accounts, and those of one go on when the other is killed", async () => {
    const { first, second } = devices as { first: Device; second: Device };
    const open = ({ url }: ClusterNode, account: string) =>
      LiveSocket.open({ url, account, cookie: owner.cookie });
    using ofOne = await open(one, owner.account);
    using ofOther = await open(other, otherAccount);
    using both = await open(other, owner.account);
    await using listening = await listenAsManage(weir);
    const [value, otherValue] = [await send(first), await send(second)];
    await waitUntil("each page has its value", () => ofOne.newest(first.sensor) === value, patienceMs);
    await waitUntil(
      "each page has its value",
      () => ofOther.newest(second.sensor) === otherValue,
      patienceMs,
    );
    for (const kind of ["device", "activity"]) {
      const has = (page: LiveSocket, { uuid }: Device) =>
        page.events.some(({ event, data }) => event === kind && data.device === uuid);
      for (const [page, device] of [
        [ofOne, first],
        [ofOther, second],
        [both, first],
      ] as const)
        await waitUntil(`each page was told of the ${kind}`, () => has(page, device), patienceMs);
    }
    expect(listening.devices()).toContain(second.uuid);
    other.process.kill("SIGKILL");
    // Values of a sensor are told a few times a second, so several rounds without one are not by chance.
    let quietRounds = 0;
    await waitUntil(
      "its pages are watched no more",
      async () => {
        listening.forget();
        await send(second);
        const next = await send(first);
        await waitUntil("pages of the others go on", () => ofOne.newest(first.sensor) === next, patienceMs);
        quietRounds = listening.devices().includes(second.uuid) ? 0 : quietRounds + 1;
        return quietRounds === quietRoundsMin;
      },
      patienceMs,
    );
    expect(listening.devices()).toContain(first.uuid);
  });
});

/** A member in this process that hears what manage processes are told. */
async function listenAsManage(weir: WeirCluster) {
  const log = createLog("error", "test", () => undefined);
  const nats = await openNats(weir.nats.url, { name: "weir test", log });
  const { bus, close } = await openClusterBus({
    ...{ nats, postgresUrl: weir.postgres.url, role: "manage", prefix: "weir", log },
    owners: async () => [],
  });
  let heard: Events[Role][] = [];
  await bus.follow(() => undefined);
  bus.attend({
    answer: () => [],
    hear: (event) => void heard.push(event),
    joined: () => undefined,
    left: () => undefined,
  });
  await waitUntil("the processors are there", () => bus.isThere("process"));
  return {
    /** Those of which live events were told. */
    devices: () =>
      heard
        .flatMap((event) => (event.kind === "live" ? event.events : []))
        .flatMap((event) => ("device" in event ? [event.device] : [])),
    forget() {
      heard = [];
    },
    async [Symbol.asyncDispose]() {
      await close();
      await nats.close();
    },
  };
}
