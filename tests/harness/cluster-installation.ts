import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessRole } from "@weir/protocol/closed-sets";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { Control } from "../../packages/server/src/control/control.ts";
import type { Installation } from "../../packages/server/src/installation/installation.ts";
import { openInstallation } from "../../packages/server/src/installation/open-installation.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import type { EngineProcess } from "../../scripts/engines/engine-process.ts";
import { startHaproxy } from "../../scripts/engines/private-haproxy.ts";
import { clusterConfig, clusterEnvironment } from "./cluster-config.ts";
import { freePort } from "./free-port.ts";
import { type ClusterPlace, createPlace, type GivenEngines } from "./given-engines.ts";
import { holdPostgresStore } from "./hold-store.ts";
import type { InstalledWeir } from "./install-weir.ts";
import {
  type InstalledDevice,
  type InstalledMember,
  type InstalledOwner,
  installDefaultChain,
  installDevice,
  installMember,
  installOwner,
} from "./installed-data.ts";
import { type ClusterNode, launchRole, untilNodeReady } from "./role-process.ts";
import type { ShownCounts } from "./server-on-folder.ts";
import { tempFolder } from "./temp-folder.ts";
import { waitUntil } from "./wait-until.ts";

/** Two processes of each role that people and devices notice. */
const roles: readonly ProcessRole[] = [
  ...(["ingest", "ingest", "process", "process"] as const),
  ...(["deliver", "manage", "manage"] as const),
];

/** A cluster of real processes behind haproxy, which sends requests to one node after another. */
export class ClusterInstallation implements InstalledWeir {
  readonly dataDir = null;
  readonly port = freePort();
  readonly #engines: GivenEngines;
  readonly #env: Readonly<Record<string, string>>;
  readonly #folder = tempFolder();
  readonly #nodes: ClusterNode[] = [];
  #place: Promise<ClusterPlace> | null = null;
  #proxy: EngineProcess | null = null;

  constructor(engines: GivenEngines, env: Readonly<Record<string, string>> = {}) {
    this.#engines = engines;
    this.#env = env;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get logText(): string {
    return readFileSync(this.#logFile, "utf8");
  }

  get #logFile(): string {
    return join(this.#folder.path, "weir.log");
  }

  /** The addresses of the nodes of a role. */
  urlsOf(role: ProcessRole): readonly string[] {
    return this.#nodes.filter((node) => node.role === role).map(({ url }) => url);
  }

  async start(): Promise<null> {
    const place = await this.#placed();
    const env = {
      ...clusterEnvironment(place),
      // haproxy says on whose behalf it sends a request.
      WEIR_TRUSTED_PROXIES: "127.0.0.1",
      WEIR_PUBLIC_URL: this.url,
      ...this.#env,
    };
    for (const role of roles) this.#nodes.push(launchRole({ role, env, logFile: this.#logFile }));
    const listening = this.#nodes.filter(({ role }) => role === "ingest" || role === "manage");
    try {
      await Promise.all(listening.map(untilNodeReady));
    } catch (cause) {
      throw new Error(`The cluster did not become ready. Its log:\n${this.logText}`, { cause });
    }
    const portsOf = (role: ProcessRole) => this.urlsOf(role).map((url) => Number(new URL(url).port));
    this.#proxy = await startHaproxy({
      folder: join(this.#folder.path, "haproxy"),
      port: this.port,
      ingestPorts: portsOf("ingest"),
      managePorts: portsOf("manage"),
    });
    return null;
  }

  createDevice(slugs: readonly string[], newAccount?: string): Promise<InstalledDevice> {
    return this.#withControl((control) => installDevice(control, slugs, newAccount));
  }

  createOwner(owner: InstalledOwner): Promise<void> {
    return this.#withControl((control) => installOwner(control, owner));
  }

  createMember(member: InstalledMember): Promise<void> {
    return this.#withControl((control) => installMember(control, member));
  }

  publishDefaultChain(definition: ChainDefinition): Promise<void> {
    return this.#withControl((control) => installDefaultChain(control, definition));
  }

  async holdStore(): Promise<AsyncDisposable> {
    const sql = new Bun.SQL((await this.#placed()).postgresUrl, { max: 1 });
    const held = await holdPostgresStore(sql);
    return {
      async [Symbol.asyncDispose]() {
        await held[Symbol.asyncDispose]();
        await sql.close();
      },
    };
  }

  status(): Promise<ShownCounts> {
    return this.#withInstallation(async (installation) =>
      (await installation.openCommittedCounters()).read(),
    );
  }

  async untilSettled(timeoutMs = 30_000): Promise<ShownCounts> {
    await waitUntil(
      "every accepted reading is settled",
      async () => (await this.status()).gap === 0,
      timeoutMs,
    );
    return this.status();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#proxy?.kill();
    for (const { process } of this.#nodes) process.kill("SIGKILL");
    await Promise.all(this.#nodes.map(({ process }) => process.exited));
    this.#folder[Symbol.dispose]();
  }

  #placed(): Promise<ClusterPlace> {
    this.#place ??= createPlace(this.#engines);
    return this.#place;
  }

  /** A member that only announces changes. Nobody asks deliver processes anything. */
  #withControl<T>(work: (control: Control) => Promise<T>): Promise<T> {
    return this.#withInstallation(async (installation) => {
      const bus = await installation.openBus("deliver", createLog("error", "test"));
      await bus.follow(() => undefined);
      const nothing = () => undefined;
      bus.attend({ answer: () => null, hear: nothing, joined: nothing, left: nothing });
      const control = await installation.openControl({
        key: installation.loadKey(),
        announce: (changes) => bus.announce(changes),
      });
      try {
        return await work(control);
      } finally {
        await control.close();
        await bus.close();
      }
    });
  }

  async #withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
    const config = clusterConfig(await this.#placed());
    const installation = await openInstallation(config, {
      role: "deliver",
      log: createLog("error", "test"),
    });
    try {
      return await work(installation);
    } finally {
      await installation.close();
    }
  }
}
