import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lockRole } from "../../packages/server/src/installation/embedded/data-lock.ts";
import { openDatabase } from "../../packages/server/src/platform/sqlite/open-database.ts";
import { storeFile } from "../../packages/server/src/store/engine/sqlite/store-schema.ts";
import { SqliteMessageWriter } from "../../packages/server/src/store/outbox/writer-sqlite.ts";
import { Ledger, nothingWrong } from "../crash/ledger.ts";
import { SimulatedDevice } from "../crash/simulated-device.ts";
import { storedRows } from "../crash/stored-rows.ts";
import { serverCounts } from "../harness/server-on-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { plainEnvironment, weir } from "./weir-command.ts";

setDefaultTimeout(60_000);

const launcher = join(import.meta.dir, "..", "..", "bin", "weir");

/** Processes that each run one role on the installation's data folder. */
class LoneRoles implements AsyncDisposable {
  readonly #installation: WeirInstallation;
  readonly #running = new Map<string, Bun.Subprocess>();

  constructor(installation: WeirInstallation) {
    this.#installation = installation;
  }

  get logText(): string {
    return existsSync(this.#logFile) ? readFileSync(this.#logFile, "utf8") : "";
  }

  get #logFile(): string {
    return join(this.#installation.notesDir, "roles.log");
  }

  /** What each role said it waits for. */
  get waitedFor(): string[] {
    return [
      ...this.logText.matchAll(/"message":"waiting for roles that are not started yet","roles":"([^"]*)"/g),
    ].map(([, roles]) => roles!);
  }

  async start(role: string, ...options: string[]): Promise<void> {
    const log = openSync(this.#logFile, "a");
    const { dataDir, port } = this.#installation;
    const args = ["serve", "--role", role, "--data", dataDir, "--port", String(port), ...options];
    const begun = this.#startsOf(role);
    this.#running.set(
      role,
      Bun.spawn([launcher, ...args], { env: plainEnvironment(), stdio: ["ignore", log, log] }),
    );
    closeSync(log);
    await waitUntil(`the role ${role} has started`, () => this.#startsOf(role) > begun);
  }

  async kill(role: string): Promise<void> {
    const running = this.#running.get(role)!;
    running.kill("SIGKILL");
    await running.exited;
  }

  async stop(role: string): Promise<number> {
    const running = this.#running.get(role)!;
    running.kill("SIGTERM");
    return running.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const running of this.#running.values()) {
      running.kill("SIGKILL");
      await running.exited;
    }
  }

  #startsOf(role: string): number {
    return this.logText.split(`"message":"the role has started","role":"${role}"`).length - 1;
  }
}

/** In the order in which the product lists roles. */
const inOrder = (roles: readonly string[]) =>
  ["ingest", "process", "manage"].filter((role) => roles.includes(role)).join(", ");

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

test.each([[["process", "manage", "ingest"]], [["ingest", "process", "manage"]]])(
  "lets roles that are started alone, in the order %p, find each other and work together",
  async (order) => {
    await using installation = new WeirInstallation();
    const { url, dataDir } = installation;
    const ledger = new Ledger();
    const device = new SimulatedDevice(url, await installation.createDevice(["a"]), ledger);
    await using lone = new LoneRoles(installation);
    for (const role of order) await lone.start(role);
    // All but the last one say which roles are still missing.
    expect(lone.waitedFor).toEqual([order.filter((role) => role !== order[0]), [order[2]!]].map(inOrder));
    await waitUntil("readings are accepted", () => isReady(url));
    expect(await device.deliver(device.samples(10))).toMatchObject({ accepted: 10 });
    await installation.untilSettled();
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    // Without a supervisor, the manage process knows only itself.
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics.match(/^weir_process_up.*$/gm)).toEqual(['weir_process_up{role="manage"} 1']);

    const added = new SimulatedDevice(url, await installation.createDevice(["b"]), ledger);
    expect(await added.deliver(added.samples(10))).toMatchObject({ accepted: 10 });
    await lone.kill("process");
    expect(await added.deliver(added.samples(10))).toMatchObject({ accepted: 10 });
    await lone.start("process");
    expect(await installation.untilSettled()).toMatchObject({ accepted: 30, saved: 30 });
    for (const role of ["ingest", "manage", "process"])
      expect([role, await lone.stop(role)]).toEqual([role, 0]);
    expect(ledger.compare(storedRows(dataDir))).toEqual(nothingWrong);
    expect(await serverCounts(dataDir)).toBeNull();
  },
);

test("runs a role once on a data folder, and not beside a server with all roles", async () => {
  await using installation = new WeirInstallation();
  const { dataDir, port } = installation;
  const serve = (...args: string[]) => weir(["serve", ...args, "--data", dataDir, "--port", String(port)]);
  await using lone = new LoneRoles(installation);
  await lone.start("process");
  const second = await serve("--role", "process");
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining("has the role process on")]);
  const all = await serve();
  expect([all.code, all.stderr]).toEqual([1, expect.stringContaining("has the role process, deliver on")]);
  expect(await lone.stop("process")).toBe(0);

  await installation.start();
  const beside = await serve("--role", "process");
  expect([beside.code, beside.stderr]).toEqual([1, expect.stringContaining("with all roles is using")]);
});

test("lets one of two manage roles prepare a fresh folder, and ends the other with advice", async () => {
  await using installation = new WeirInstallation();
  const { dataDir, port } = installation;
  const args = ["serve", "--role", "manage", "--data", dataDir, "--port", String(port)];
  // Another process holds the role, but has not prepared anything yet.
  const lock = await lockRole(dataDir, "manage", 0);
  const early = await weir(args);
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("has the role manage on")]);
  expect(early.stderr).toContain("Stop it first, or choose another folder with --data.");
  expect(readdirSync(dataDir).filter((name) => !name.includes(".lock"))).toEqual([]);
  lock.release();

  const env = plainEnvironment();
  const both = [1, 2].map(() => Bun.spawn([launcher, ...args], { env, stdio: ["ignore", "pipe", "pipe"] }));
  try {
    const first = await Promise.race(both.map(async (one, place) => ({ place, code: await one.exited })));
    expect(first.code).toBe(1);
    expect(await both[first.place]!.stderr.text()).toContain("has the role manage on");
    const stays = both[1 - first.place]!;
    await waitUntil("the other one has started", async () => (await serverCounts(dataDir)) !== null);
    stays.kill("SIGTERM");
    expect(await stays.exited).toBe(0);
  } finally {
    for (const one of both) one.kill("SIGKILL");
  }
  const files = readdirSync(dataDir);
  expect(files).toEqual(expect.arrayContaining(["control.db", "queue.db", "weir.db", "token.key"]));
});

test("delivers messages in a deliver process while it runs, and otherwise in the processor", async () => {
  await using installation = new WeirInstallation();
  const { dataDir, port } = installation;
  await using lone = new LoneRoles(installation);
  const keys: string[] = [];
  let answered = Promise.withResolvers<void>();
  using receiver = Bun.serve({
    hostname: "0.0.0.0",
    port: 0,
    async fetch({ headers }) {
      keys.push(headers.get("idempotency-key")!);
      await answered.promise;
      return new Response();
    },
  });
  await installation.createDevice(["a"]);
  const secret = await weir(["secret", "set", "signing", "--generate", "--data", dataDir]);
  expect(secret.code).toBe(0);
  // The processor may only reach the first address. A message to the second would fail if it tried.
  const [both, alone] = ["127.0.0.1", "127.0.0.2"];
  const startDeliver = () => lone.start("deliver", "--outbox-allow", `${both},${alone}`);
  await startDeliver();
  using written = openDatabase(join(dataDir, storeFile), { synchronous: "normal" });
  const messages = new SqliteMessageWriter(written);
  const send = (key: string, host: string) => {
    const url = `http://${host}:${receiver.port}/`;
    const message = { kind: "webhook", url, headers: {}, body: "{}", secret: "signing" } as const;
    const of = { accountId: 1, sensorId: 1, chainId: 1, nodeId: "n", nowMs: Date.now() };
    messages.add({ ...of, key, destination: url, message });
  };
  using store = new Database(join(dataDir, "weir.db"), { readonly: true });
  const rows = () => store.query("SELECT key, state, last_error FROM outbox ORDER BY id").values();
  const untilSent = (...expected: string[]) =>
    waitUntil(`${expected.join()} are sent`, () => keys.length >= expected.length).then(() =>
      expect(keys).toEqual(expected),
    );
  await lone.start("process", "--outbox-allow", both);
  expect(lone.logText).toContain("another process delivers the messages of chains");
  const second = await weir(["serve", "--role", "deliver", "--data", dataDir, "--port", String(port)]);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining("has the role deliver on")]);
  // No process starts while an answer is held back, because the sender waits for one only for some seconds.
  send("first", alone);
  await untilSent("first");
  expect(rows()).toEqual([["first", "waiting", null]]);
  answered.resolve();

  answered = Promise.withResolvers();
  send("second", both);
  await untilSent("first", "second");
  await lone.kill("deliver");
  await untilSent("first", "second", "second");
  answered.resolve();

  await startDeliver();
  send("third", alone);
  await untilSent("first", "second", "second", "third");
  const delivered = ["first", "second", "third"].map((key) => [key, "delivered", null]);
  await waitUntil("all are delivered", () => rows().every(([, state]) => state === "delivered"));
  expect(rows()).toEqual(delivered);
  for (const role of ["process", "deliver"]) expect([role, await lone.stop(role)]).toEqual([role, 0]);
});

test("refuses an unknown role and lists the known ones", async () => {
  const { code, stderr } = await weir(["serve", "--role", "delivery"]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("ingest");
});
