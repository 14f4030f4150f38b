import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { pauseProcess } from "../../../../../tests/harness/running-process.ts";
import type { Bus } from "../../bus/bus.ts";
import { startEngines, TestCluster, type TestEngines } from "./test-cluster.ts";
import type { TestMemberSettings } from "./test-member.ts";
import { TestProxy } from "./test-proxy.ts";

interface Child {
  readonly pid: number;
  signal(signal: NodeJS.Signals): void;
  /** The number of the device that the member works with; null if it refuses to act. */
  ask(deviceId?: number): Promise<number | null>;
}

/**
 * A cluster whose control data is one number for each of two devices. The test itself is the member that changes it.
 */
class Faults implements AsyncDisposable {
  readonly cluster: TestCluster;
  readonly bus: Bus;
  readonly sql: Bun.SQL;
  readonly #parts: AsyncDisposableStack;

  private constructor(parts: AsyncDisposableStack, cluster: TestCluster, bus: Bus, sql: Bun.SQL) {
    this.#parts = parts;
    this.cluster = cluster;
    this.bus = bus;
    this.sql = sql;
  }

  static async start(engines: TestEngines): Promise<Faults> {
    const parts = new AsyncDisposableStack();
    const cluster = parts.use(await TestCluster.start(engines));
    const sql = parts.use(new Bun.SQL(cluster.postgresUrl, { max: 2 }));
    await sql`CREATE TABLE control (device_id int4 PRIMARY KEY, value int4 NOT NULL)`;
    await sql`INSERT INTO control VALUES (1, 0), (2, 0)`;
    const { bus } = await cluster.open("manage");
    await bus.follow(() => undefined);
    return new Faults(parts, cluster, bus, sql);
  }

  async change(value: number, deviceId = 1): Promise<void> {
    await this.sql`UPDATE control SET value = ${value} WHERE device_id = ${deviceId}`;
    await this.bus.announce([{ kind: "device", deviceId }]);
  }

  async startChild(given: Partial<TestMemberSettings> = {}): Promise<Child> {
    const { natsUrl, postgresUrl, prefix } = this.cluster;
    const settings = { natsUrl, postgresUrl, prefix, clockErrorMs: 0, ignoresLease: false, ...given };
    const run = Bun.spawn(
      [process.execPath, join(import.meta.dir, "test-member.ts"), JSON.stringify(settings)],
      {
        stdin: "ignore",
        stdout: "pipe",
        stderr: "ignore",
      },
    );
    this.#parts.defer(async () => {
      run.kill("SIGKILL");
      await run.exited;
    });
    const { value: line } = await run.stdout.getReader().read();
    const url = new TextDecoder().decode(line).trim();
    const child: Child = {
      pid: run.pid,
      signal: (signal) => void run.kill(signal),
      async ask(deviceId = 1) {
        const response = await fetch(url + deviceId, { keepalive: false });
        return response.ok ? ((await response.json()) as number) : null;
      },
    };
    await until(async () => (await child.ask()) !== null);
    return child;
  }

  /** Resolves when the member has just renewed its lease, so that it holds the lease for as long as possible. */
  async untilRenewed(): Promise<void> {
    const read = async () => {
      const [row] = await this
        .sql`SELECT max(renewals) AS renewals FROM weir_cluster.members WHERE role = 'ingest'`;
      return Number(row.renewals);
    };
    const before = await read();
    await until(async () => (await read()) > before);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#parts.disposeAsync();
  }
}

describeUnless(await whyNoEngines(), "a cluster with faults", () => {
  let engines: TestEngines;
  beforeAll(async () => {
    engines = await startEngines();
  });
  afterAll(() => engines[Symbol.asyncDispose]());

  test("applies a change in every process before its announcement resolves", async () => {
    await using faults = await Faults.start(engines);
    const children = await Promise.all([1, 2, 3].map(() => faults.startChild()));
    for (let value = 1; value <= 20; value++) {
      await faults.change(value);
      await expectNoOther(children, value);
    }
    await until(async () =>
      (await Promise.all(children.map((child) => child.ask()))).every((found) => found === 20),
    );
  });

  test("delays a change until the lease of a stopped process has ended, and the process cannot act on the old state afterwards", async () => {
    await using faults = await Faults.start(engines);
    const child = await faults.startChild();
    await faults.untilRenewed();
    await pauseProcess(child);
    // The process answers this request first when it continues.
    const asked = child.ask();
    await faults.change(1);
    child.signal("SIGCONT");
    expect(await asked).not.toBe(0);
    await untilOnly(child, 1);
  });

  test("lets a later change wait for a member that an earlier change has revoked", async () => {
    await using faults = await Faults.start(engines);
    const child = await faults.startChild();
    await faults.untilRenewed();
    await pauseProcess(child);
    const asked = child.ask();
    const first = faults.change(1);
    await until(async () => {
      const [row] = await faults.sql`SELECT count(*) AS count FROM weir_cluster.members WHERE is_revoked`;
      return Number(row.count) === 1;
    });
    await faults.change(2);
    child.signal("SIGCONT");
    expect(await asked).not.toBe(0);
    await first;
    await untilOnly(child, 2);
  });

  test("gives a revoked process every change before it acts again", async () => {
    await using faults = await Faults.start(engines);
    using proxy = new TestProxy(Number(new URL(faults.cluster.natsUrl).port));
    const child = await faults.startChild({ natsUrl: `nats://127.0.0.1:${proxy.port}` });
    proxy.isCut = true;
    await faults.change(1);
    proxy.heal();
    // More changes happen while the process joins again and loads. Changes of device 1 are not announced to it.
    let value = 0;
    while ((await child.ask()) === null) {
      await faults.change(++value, 2);
      await expectNoOther([child], value, 2);
    }
    await expectNoOther([child], 1);
    await until(async () => (await child.ask()) === 1 && (await child.ask(2)) === value);
  });

  test("stops a process that is cut off from NATS, which comes back with every change", async () => {
    await using faults = await Faults.start(engines);
    using proxy = new TestProxy(Number(new URL(faults.cluster.natsUrl).port));
    const child = await faults.startChild({ natsUrl: `nats://127.0.0.1:${proxy.port}` });
    proxy.isCut = true;
    await faults.change(1);
    expect(await child.ask()).toBeNull();
    await faults.change(2);
    expect(await child.ask()).toBeNull();
    proxy.heal();
    await untilOnly(child, 2);
  });

  test("stops a process that is cut off from PostgreSQL, which comes back with every change", async () => {
    await using faults = await Faults.start(engines);
    using proxy = new TestProxy(engines.postgres.port);
    const url = new URL(faults.cluster.postgresUrl);
    url.port = String(proxy.port);
    const child = await faults.startChild({ postgresUrl: url.href });
    proxy.isCut = true;
    await faults.change(1);
    expect(await child.ask()).toBeNull();
    proxy.heal();
    await untilOnly(child, 1);
  });

  test("stops a process that is cut off even if nothing changes", async () => {
    await using faults = await Faults.start(engines);
    using proxy = new TestProxy(Number(new URL(faults.cluster.natsUrl).port));
    const child = await faults.startChild({ natsUrl: `nats://127.0.0.1:${proxy.port}` });
    proxy.isCut = true;
    await until(async () => (await child.ask()) === null);
    proxy.heal();
    await until(async () => (await child.ask()) === 0);
  });

  test("applies a change in the end although its process died before announcing it", async () => {
    await using faults = await Faults.start(engines);
    const child = await faults.startChild();
    const { bus } = await faults.cluster.open("manage");
    await faults.sql`UPDATE control SET value = 1`;
    await faults.cluster.kill(bus);
    await until(async () => (await child.ask()) === 1);
  });

  test("does not depend on clocks that are wrong by an hour", async () => {
    await using faults = await Faults.start(engines);
    const hourMs = 3_600_000;
    const [fast, slow] = [
      await faults.startChild({ clockErrorMs: hourMs }),
      await faults.startChild({ clockErrorMs: -hourMs }),
    ];
    for (let value = 1; value <= 5; value++) {
      await faults.change(value);
      await expectNoOther([fast, slow], value);
    }
    await until(async () => (await fast.ask()) === 5 && (await slow.ask()) === 5);
    await pauseProcess(fast);
    const asked = fast.ask();
    await faults.change(6);
    fast.signal("SIGCONT");
    expect(await asked).not.toBe(5);
    await expectNoOther([slow], 6);
    await until(async () => (await fast.ask()) === 6 && (await slow.ask()) === 6);
  });

  test("notices a member that acts without its lease", async () => {
    await using faults = await Faults.start(engines);
    const child = await faults.startChild({ ignoresLease: true });
    let wasNoticed = false;
    // A stopped process that continues may receive the change before it answers, so one attempt is not always enough.
    for (let value = 1; value <= 10 && !wasNoticed; value++) {
      await until(async () => (await child.ask()) === value - 1);
      await pauseProcess(child);
      const asked = child.ask();
      await faults.change(value);
      child.signal("SIGCONT");
      wasNoticed = (await asked) === value - 1;
    }
    expect(wasNoticed).toBe(true);
  });
});

/** No process works with another value. On a busy machine, a process may have lost its lease. */
async function expectNoOther(children: readonly Child[], value: number, deviceId = 1): Promise<void> {
  const found = await Promise.all(children.map((child) => child.ask(deviceId)));
  expect(found.filter((one) => one !== null && one !== value)).toEqual([]);
}

/** Waits until the process acts again, and fails if it ever works with another value. */
async function untilOnly(child: Child, value: number): Promise<void> {
  await until(async () => {
    const found = await child.ask();
    if (found !== null) expect(found).toBe(value);
    return found !== null;
  });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(5);
}
