import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { hostname } from "node:os";
import { join } from "node:path";
import type { ClusterStatusJson, NoticeJson } from "@weir/protocol/manage/cluster-forms";
import type { Events, Role } from "../../packages/server/src/bus/messages.ts";
import { openClusterBus } from "../../packages/server/src/installation/cluster/open-cluster-bus.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { openNats } from "../../packages/server/src/platform/nats/open-nats.ts";
import { BrowserSession } from "../api/browser-session.ts";
import { LiveSocket } from "../api/live-socket.ts";
import { accessibilityProblems } from "../browser/harness/accessibility.ts";
import { launchBrowser, whyNoBrowser } from "../browser/harness/chromium.ts";
import { desktop, phone, visit } from "../browser/harness/visit.ts";
import type { Person } from "../browser/world/manage-session.ts";
import { plainEnvironment, weir as runWeir } from "../cli/weir-command.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { pauseProcess } from "../harness/running-process.ts";
import { usualPartitions } from "../harness/usual-partitions.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(180_000);

const patienceMs = 30_000;
const quietRoundsMin = 5;
const weirCommand = join(import.meta.dir, "../../bin/weir");
const noBrowser = await whyNoBrowser();

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
  let person: Person;
  let otherAccount: string;
  let statusKey: string;
  const devices: Record<string, Device> = {};
  let sent = 0;

  beforeAll(async () => {
    weir = await WeirCluster.startEngines();
    for (const role of ["process", "process", "deliver"] as const) weir.launch(role);
    ingest = weir.launch("ingest");
    // An address with several servers is long, and must fit on a phone.
    const { host } = new URL(weir.postgres.url);
    const severalServers = weir.postgres.url.replace(host, [host, host, host].join(","));
    one = weir.launch("manage", { WEIR_POSTGRES_URL: severalServers });
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

  test("lets every set-up link work until there is an owner, and creates one owner if two are used at once", async () => {
    const links = () => [...weir.logText.matchAll(/\/setup#(\S+)/g)].map(([, secret]) => secret!);
    await waitUntil("both have printed a link", () => links().length === 2, patienceMs);
    const answers = await Promise.all(
      links().map(async (secret, nth) => {
        const session = new BrowserSession([one, other][nth]!.url);
        const some = {
          email: `ada${nth}@example.org`,
          password: "correct horse battery staple",
          name: "Ada",
        };
        const { status, json } = await session.call("POST", "/setup", { secret, ...some });
        return { session, status, json, some };
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403]);
    const made = answers.find(({ status }) => status === 201)!;
    person = made.some;
    owner = made.session.at(one.url, made.json.accounts[0].uuid);
    otherAccount = (await owner.call("POST", "/accounts", { name: "Other" })).json.uuid;
    devices.first = await createDevice(owner.account);
    devices.second = await createDevice(otherAccount);
  });

  const readCluster = async (node: ClusterNode): Promise<ClusterStatusJson> =>
    (await ownerAt(node).call("GET", "./system/cluster")).json;
  const readNotices = async (node: ClusterNode): Promise<readonly NoticeJson[]> =>
    (await ownerAt(node).call("GET", "./system")).json.notices;

  test("lists all members, the owners of the partitions and the engines on each manage process", async () => {
    for (const node of [one, other]) {
      const isShared = async () =>
        (await readCluster(node)).members.filter(({ partitions }) => partitions === usualPartitions / 2)
          .length === 2;
      await waitUntil("the processors share the partitions", isShared, patienceMs);
      const { members, partitions, nats, postgres, redis } = await readCluster(node);
      expect(members.map(({ role }) => role).toSorted()).toEqual([
        ...(["deliver", "ingest", "manage", "manage", "process", "process"] as const),
      ]);
      expect(members.map(({ pid }) => pid).toSorted()).toEqual(
        weir.nodes.map(({ process: { pid } }) => pid).toSorted(),
      );
      for (const { state, redis: view, host } of members)
        expect([state, view, host]).toEqual(["active", "connected", hostname()]);
      expect(partitions).toHaveLength(usualPartitions);
      for (const { owner: id, waiting } of partitions)
        expect([members.some((member) => member.id === id), waiting?.readings]).toEqual([true, 0]);
      expect(nats.servers).toMatchObject([{ online: true, version: expect.stringMatching(/^2\./) }]);
      expect(nats.finding).toContain("sync");
      expect(postgres).toMatchObject({ version: expect.stringMatching(/^1\d/), standbys: [] });
      expect(redis).toEqual({ used: true });
      // The NATS servers of the tests do not sync every write, or Weir cannot know it.
      expect(await readNotices(node)).toMatchObject([
        { kind: expect.stringContaining("sync"), serious: false },
      ]);
    }
  });

  async function showStatus(key: string): Promise<string> {
    const command = Bun.spawn([weirCommand, "status", "--url", one.url], {
      env: plainEnvironment({ WEIR_API_KEY: key }),
      stdout: "pipe",
      stderr: "pipe",
    });
    return (await command.stdout.text()) + (await command.stderr.text());
  }

  test("shows the same in weir status to an API key with system:read from its owner, and to no other key", async () => {
    const createKey = async (scopes: readonly string[]): Promise<string> =>
      (await owner.call("POST", "./api-keys", { name: scopes.join(" and "), scopes })).json.key;
    statusKey = await createKey(["system:read", "account:read"]);
    const shown = await showStatus(statusKey);
    for (const {
      role,
      process: { pid },
    } of weir.nodes)
      expect(shown).toMatch(new RegExp(`${role} +active .* ${pid} `));
    expect(shown).toMatch(/READINGS WAITING/);
    expect(shown).toMatch(/PostgreSQL +.* primary/);
    expect(await showStatus(await createKey(["account:read"]))).toContain("lacks the scope system:read");
  });

  test("shows events on pages of both processes, and continues on one when the other is killed", async () => {
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
    // Values of a sensor are sent a few times a second, so several rounds without one are no coincidence.
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

  test("stores readings without Redis and a processor, and pages, metrics and /readyz say what is missing", async () => {
    const { first } = devices as { first: Device };
    const [killed, left] = weir.nodes.filter(({ role }) => role === "process");
    await weir.redis.process.kill();
    killed!.process.kill("SIGKILL");
    await send(first);
    const kinds = async () => (await readNotices(one)).map(({ kind }) => kind);
    await waitUntil(
      "both are noticed",
      async () => {
        const noticed = await kinds();
        return (
          noticed.includes("redis_away") &&
          noticed.includes("member_lost") &&
          !noticed.includes("partitions_unowned")
        );
      },
      patienceMs,
    );
    const isTakenOver = async () =>
      (await readCluster(one)).members.some(
        ({ pid, partitions, redis }) =>
          pid === left!.process.pid && partitions === usualPartitions && redis === "away",
      );
    await waitUntil("the other processor has all partitions", isTakenOver, patienceMs);
    const { members } = await readCluster(one);
    const ofPid = (pid: number) => members.find((member) => member.pid === pid);
    expect(ofPid(killed!.process.pid)).toMatchObject({ state: "lost", partitions: 0 });
    expect(ofPid(left!.process.pid)).toMatchObject({
      state: "active",
      partitions: usualPartitions,
      redis: "away",
    });
    const isStored = async () => {
      const { json } = await owner.call(
        "GET",
        `./devices/${first.uuid}/sensors/${first.sensor}/readings?limit=1000`,
      );
      return json.items.some(({ value }: { value: number }) => value === sent);
    };
    await waitUntil("the reading is stored", isStored, patienceMs);
    const metrics = await (await fetch(`${one.url}/metrics`)).text();
    expect(metrics).toContain(
      `weir_redis_up{role="ingest",host="${hostname()}",pid="${ingest.process.pid}"} 0`,
    );
    expect(metrics).toContain('weir_members{role="process"} 1');
    expect(metrics).toContain("weir_unowned_partitions 0");
    const { status, notes } = (await (await fetch(`${ingest.url}/readyz`)).json()) as Record<string, unknown>;
    expect([status, String(notes)]).toEqual(["ready", expect.stringContaining("cannot reach Redis")]);
  });

  test("highlights partitions without a processor, with what waits in them", async () => {
    const { first } = devices as { first: Device };
    for (const { role, process } of weir.nodes) if (role === "process") process.kill("SIGKILL");
    await waitUntil(
      "nobody owns a partition",
      async () => (await readCluster(one)).partitions.every(({ owner: id }) => id === null),
      patienceMs,
    );
    const before = Date.now();
    await send(first);
    await send(first);
    const waiting = async () =>
      (await readCluster(one)).partitions.flatMap(({ waiting: some }) => (some?.readings ? [some] : []));
    await waitUntil("both readings wait", async () => (await waiting())[0]?.readings === 2, patienceMs);
    const [some] = await waiting();
    expect(Math.abs(Date.parse(some!.oldest!) - before)).toBeLessThan(patienceMs);
    const hasNotice = async () =>
      (await readNotices(one)).some(({ serious, title }) => serious && title === "No processor is running");
    await waitUntil("it is said that there is no processor", hasNotice, patienceMs);
  });

  test.if(noBrowser === null)(
    "shows the cluster on a desktop and on a phone, without accessibility problems",
    async () => {
      await using browser = await launchBrowser();
      for (const viewport of [desktop, phone])
        await visit({ browser, url: one.url, person, account: owner.account, viewport }, async (page) => {
          await page.goto("/system");
          await page.getByText("Redis is not available").first().waitFor();
          // The long address leaves room for the size beside it, which stays on one line.
          const size = page.locator("dt", { hasText: "PostgreSQL," }).locator("xpath=following-sibling::dd");
          expect((await size.boundingBox())!.height).toBeLessThan(30);
          await page.getByRole("link", { name: "Cluster" }).click();
          const processes = page.getByRole("table", { name: "Processes" });
          await processes.getByText("Lost").first().waitFor();
          await page.getByRole("button", { name: "Every partition" }).press("Enter");
          const partitions = page.getByRole("table", { name: "Partitions of the queue" });
          await waitUntil(
            "every partition is listed",
            async () => (await partitions.getByText("No processor").count()) === usualPartitions,
          );
          expect(await accessibilityProblems(page)).toEqual([]);
          expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBeTrue();
        });
    },
  );

  /** NATS takes every question and answers none. */
  async function whileNatsHangs(work: () => Promise<void>): Promise<void> {
    await pauseProcess(weir.nats.process);
    try {
      await work();
    } finally {
      weir.nats.process.signal("SIGCONT");
    }
  }

  const readQueueBytes = async () => (await ownerAt(one).call("GET", "./system")).json.queue.backlog_bytes;

  test.if(noBrowser === null)("says on the page what is unknown while NATS does not answer", async () => {
    await using browser = await launchBrowser();
    await visit(
      { browser, url: one.url, person, account: owner.account, viewport: desktop },
      async (page) => {
        await page.goto("/system");
        const accepted = page.getByRole("table", { name: "Readings" }).getByRole("row", { name: "Accepted" });
        await accepted.waitFor();
        expect(await accepted.getByText("unknown").count()).toBe(0);
        await whileNatsHangs(async () => {
          await page.getByText("The queue isn’t responding").first().waitFor();
          await accepted.getByText("unknown").waitFor();
        });
        await accepted.getByText("unknown").waitFor({ state: "detached" });
      },
    );
  });

  test("answers soon while NATS does not answer, says what is unknown, and knows it again afterwards", async () => {
    await waitUntil("the queue is counted", async () => (await readQueueBytes()) > 0, patienceMs);
    await whileNatsHangs(async () => {
      const [{ status, json }, cluster, shown, onNode] = await Promise.all([
        ownerAt(one).call("GET", "./system"),
        readCluster(one),
        showStatus(statusKey),
        runWeir(["status"], weir.settings),
      ]);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        ready: false,
        devices: null,
        identities: { remembered: null },
        queue: { backlog_bytes: null, last_position: null },
        totals: { accepted: null, gap: null, saved: expect.any(Number) },
      });
      expect(json.notices.map(({ kind }: NoticeJson) => kind)).toContain("engine_away");
      expect(cluster.partitions.every(({ waiting }) => waiting === null)).toBe(true);
      expect([onNode.code, onNode.stdout]).toEqual([0, expect.stringContaining("NATS does not answer")]);
      for (const name of ["Accepted", "Queue", "Gap"])
        for (const text of [shown, onNode.stdout]) expect(text).toMatch(new RegExp(`^${name} +unknown`, "m"));
    });
    await waitUntil("the queue is counted again", async () => (await readQueueBytes()) > 0, patienceMs);
  });
});

/** A member in this process that receives what manage processes are told. */
async function listenAsManage(weir: WeirCluster) {
  const log = createLog("error", "test", () => undefined);
  const nats = await openNats(weir.nats.url, { name: "weir test", log });
  const { bus, close } = await openClusterBus({
    nats,
    postgresUrl: weir.postgres.url,
    role: "manage",
    prefix: "weir",
    log,
    key: weir.key,
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
    /** The devices that had live events. */
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
