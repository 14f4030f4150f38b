import type { Bus } from "../../packages/server/src/bus/bus.ts";
import type { Role } from "../../packages/server/src/bus/messages.ts";
import type { ClusterConfig } from "../../packages/server/src/config/is-cluster.ts";
import type { Control, ControlChange } from "../../packages/server/src/control/control.ts";
import type { ControlOptions } from "../../packages/server/src/control/control-options.ts";
import type { Installation } from "../../packages/server/src/installation/installation.ts";
import { openInstallation } from "../../packages/server/src/installation/open-installation.ts";
import type { Clock } from "../../packages/server/src/platform/clock.ts";
import { createLog, type Log } from "../../packages/server/src/platform/log.ts";
import { startIngest } from "../../packages/server/src/roles/ingest.ts";
import { startManage } from "../../packages/server/src/roles/manage.ts";
import { startProcess } from "../../packages/server/src/roles/process.ts";
import type { RunningRole } from "../../packages/server/src/roles/role-options.ts";
import { clusterConfig } from "./cluster-config.ts";
import { createTestDevice } from "./create-test-device.ts";
import { createPlace, type GivenEngines } from "./given-engines.ts";
import { holdPostgresStore } from "./hold-store.ts";
import { ManualClock } from "./manual-clock.ts";
import { PostgresStoredData } from "./postgres-stored-data.ts";
import { type TestWeir, testStart } from "./test-weir.ts";
import { waitUntil } from "./wait-until.ts";

/** A Redis that shares two cores with all of the tests answers late at times, which lets a repeat through. */
const redisPatienceMs = 5000;

/** What only a test of clusters needs. */
interface ClusterWeir extends TestWeir {
  /** The database of the cluster. */
  readonly sql: Bun.SQL;
  /** Opens the control data as a process does whose announcements go somewhere else. It is closed with the cluster. */
  openControl(announce: ControlOptions["announce"]): Promise<Control>;
  announce(changes: readonly ControlChange[]): Promise<void>;
}

/**
 * A cluster of two members of each role inside the test's process, so that a test can move their clock. Members talk as
 * they do between processes. Requests go to one node after another.
 */
export async function startClusterWeir(
  engines: GivenEngines,
  settings: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<ClusterWeir> {
  await using parts = new AsyncDisposableStack();
  const place = await createPlace(engines);
  const flags = { port: "0", demo: "false", rate_limit: "1000000", ...settings };
  const config = clusterConfig(place, flags, env);
  const clock = new ManualClock(testStart);
  const logLines: string[] = [];
  const log = createLog("debug", "server", (line) => logLines.push(line));
  const options = { config, log, clock };
  const sql = parts.adopt(new Bun.SQL(place.postgresUrl, { max: 4 }), (opened) => opened.close());
  const members = new Members(options);
  parts.defer(() => members.stop());
  const two = <T>(start: () => Promise<T>) => Promise.all([start(), start()]);
  const [, ingest, manage] = await Promise.all([
    two(() => members.start("process", startProcess)),
    two(() => members.start("ingest", startIngest)),
    two(() => members.start("manage", (given) => startManage({ ...given, processes: () => [] }))),
  ]);
  const bus = members.busOf("manage");
  const installation = await openInstallation(config, { role: "manage", log });
  parts.defer(() => installation.close());
  const controls = parts.use(new AsyncDisposableStack());
  const announce = (changes: readonly ControlChange[]) => bus.announce(changes);
  const openControl = async (announces: ControlOptions["announce"]): Promise<Control> => {
    const opened = await installation.openControl({
      key: installation.loadKey(),
      clock,
      announce: announces,
    });
    controls.defer(() => opened.close());
    return opened;
  };
  const control = await openControl(announce);
  const counters = await installation.openCommittedCounters();
  const urls = ingest.map(({ url }) => url);
  const nextUrl = inTurn(urls);
  const nextManageUrl = inTurn(manage.map(({ url }) => url!));
  const running = parts.move();
  return {
    get url() {
      return nextUrl();
    },
    get manageUrl() {
      return nextManageUrl();
    },
    urls,
    dataDir: null,
    limits: config,
    clock,
    logLines,
    control,
    stored: new PostgresStoredData(sql),
    createDevice: (device) => createTestDevice(control, device),
    counts: () => counters.read(),
    settle: () =>
      waitUntil("all accepted readings are settled", async () => {
        for (const { flush } of manage) await flush();
        return (await counters.read()).gap === 0;
      }),
    holdStore: () => holdPostgresStore(sql),
    sql,
    openControl,
    announce,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

interface MemberOptions {
  readonly config: ClusterConfig;
  readonly log: Log;
  readonly clock: Clock;
}

/** The roles of a cluster in this process, each with its own connections. */
class Members {
  readonly #options: MemberOptions;
  readonly #running: { readonly role: RunningRole; readonly installation: Installation }[] = [];
  readonly #buses = new Map<Role, Bus>();

  constructor(options: MemberOptions) {
    this.#options = options;
  }

  async start<T extends RunningRole>(
    role: Role,
    start: (options: MemberOptions & { readonly installation: Installation }) => Promise<T>,
  ): Promise<T> {
    const { config, log } = this.#options;
    const installation = await openInstallation(config, { role, log, limitClock: "caller", redisPatienceMs });
    const openBus = installation.openBus.bind(installation);
    installation.openBus = async (...given) => {
      const bus = await openBus(...given);
      this.#buses.set(role, bus);
      return bus;
    };
    const started = await start({ ...this.#options, installation });
    this.#running.push({ role: started, installation });
    return started;
  }

  /** The bus of a member of this role. */
  busOf(role: Role): Bus {
    return this.#buses.get(role)!;
  }

  /** In the order in which they were started. Roles that others report to are stopped last. */
  async stop(): Promise<void> {
    for (const { role } of this.#running) await role.stop();
    for (const { installation } of this.#running) await installation.close();
  }
}

function inTurn<T>(all: readonly T[]): () => T {
  let turn = 0;
  return () => all[turn++ % all.length]!;
}
