import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessRole } from "@weir/protocol/closed-sets";
import { stopStages } from "../../packages/server/src/roles/stop-stages.ts";
import { freePort } from "../../tests/harness/free-port.ts";
import { startHaproxy } from "../engines/private-haproxy.ts";
import { natsUrl, startNats } from "../engines/private-nats.ts";
import { redisUrl, startRedis } from "../engines/private-redis.ts";
import { ClusterPart, type StartPart } from "./cluster-part.ts";
import { PostgresPair } from "./postgres-pair.ts";
import { nodeLogFile, startNode } from "./start-node.ts";

export interface WholeClusterOptions {
  /** If root runs this, PostgreSQL runs as another user, who must be able to enter the folder. */
  readonly folder: string;
  /** The port for devices and people. */
  readonly port?: number;
  /** Additional settings of every process of Weir, by their names in the environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly postgresSettings?: readonly string[];
  /** The program of the NATS servers, if not the installed one. */
  readonly natsProgram?: string;
  /** Additional lines for the `jetstream` block of every NATS server. */
  readonly jetstream?: readonly string[];
  /** Called once the engines run, before any process of Weir starts. */
  readonly prepare?: (engines: { readonly postgresUrl: string }) => Promise<void>;
  /** Replaces the default of two ingest, two process, one deliver and two manage processes. */
  readonly roles?: readonly ProcessRole[];
  /** A command that executes the part with this name; empty if there is none. */
  readonly underOf?: (name: string) => readonly string[];
  /** The folder of a part, if not in `folder`. */
  readonly folderOf?: (name: string) => string | undefined;
  readonly say?: (text: string) => void;
}

export interface WeirNode {
  readonly role: ProcessRole;
  readonly port: number;
  readonly part: ClusterPart;
  readonly logFile: string;
}

export interface NatsServer {
  readonly folder: string;
  readonly port: number;
  readonly monitorPort: number;
  readonly part: ClusterPart;
}

const natsServers = 3;
/** When and how often a stop that takes long says what it waits for. */
const sayWaitingMs = 3000;
const usualRoles: readonly ProcessRole[] = [
  ...(["manage", "manage"] as const),
  ...(["deliver", "process", "process", "ingest", "ingest"] as const),
];

/** A complete cluster on this machine: engines, processes of every role, and haproxy in front. */
export class WholeCluster {
  readonly port: number;
  readonly #options: WholeClusterOptions;
  readonly nats: NatsServer[] = [];
  readonly nodes: WeirNode[] = [];
  #postgres: PostgresPair | null = null;
  #redis: ClusterPart | null = null;
  #haproxy: ClusterPart | null = null;
  #starting: Promise<void> | null = null;
  #isEnding = false;
  readonly #launched = new Map<ProcessRole, number>();
  #env: Readonly<Record<string, string | undefined>> = {};

  constructor(options: WholeClusterOptions) {
    this.#options = options;
    this.port = options.port ?? freePort();
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get postgres(): PostgresPair {
    return started(this.#postgres);
  }

  get redis(): ClusterPart {
    return started(this.#redis);
  }

  get haproxy(): ClusterPart {
    return started(this.#haproxy);
  }

  /** The settings that all processes of Weir have. */
  get env(): Readonly<Record<string, string | undefined>> {
    return this.#env;
  }

  of(role: ProcessRole): WeirNode[] {
    return this.nodes.filter((node) => node.role === role);
  }

  /** The first process of each part. */
  get pids(): number[] {
    const { primary, standby } = this.postgres;
    return [
      ...[...this.nodes, ...this.nats].map(({ part }) => part.pid),
      ...[primary, standby].map(({ postgres }) => postgres.process.pid),
      this.redis.pid,
      this.haproxy.pid,
    ];
  }

  /** The logs of all processes of Weir. */
  get logText(): string {
    return this.nodes.map(({ logFile }) => readFileSync(logFile, "utf8")).join("");
  }

  /** If this fails or takes too long, call `stop` or `kill`, because some parts may be running. */
  start(): Promise<void> {
    this.#starting = this.#startAll();
    return this.#starting;
  }

  async #startAll(): Promise<void> {
    const { say = () => undefined, roles = usualRoles } = this.#options;
    const addNode = (role: ProcessRole) => {
      if (this.#isEnding) throw new Error("The cluster is stopped before it has started.");
      say(`Starting ${role} …`);
      return this.addNode(role);
    };
    const isManage = (role: ProcessRole) => role === "manage";
    say("Starting three NATS servers, PostgreSQL with a standby, and Redis …");
    await this.#startEngines();
    await this.#options.prepare?.({ postgresUrl: this.postgres.url });
    // Manage processes start one after the other, so that it is known whose set-up link counts. The other processes
    // wait for the schemas that manage creates.
    for (const role of roles.filter(isManage)) await addNode(role);
    await allOf(roles.filter((role) => !isManage(role)).map(addNode));
    await this.#startProxy();
  }

  /** Starts one more process. haproxy knows only the processes that existed when it was started. */
  async addNode(
    role: ProcessRole,
    env: Readonly<Record<string, string | undefined>> = {},
  ): Promise<WeirNode> {
    const nth = (this.#launched.get(role) ?? 0) + 1;
    this.#launched.set(role, nth);
    const name = `${role}-${nth}`;
    const own = { name, role, folder: this.#folderOf(name), port: freePort() };
    const part = await this.#startPart(name, (under) =>
      startNode({ ...own, under, env: { ...this.#env, ...env } }),
    );
    const node = { role, port: own.port, part, logFile: nodeLogFile(own.folder) };
    this.nodes.push(node);
    return node;
  }

  /** Leaves a process that has ended out of everything that happens to all processes. */
  forget(node: WeirNode): void {
    this.nodes.splice(this.nodes.indexOf(node), 1);
  }

  async #startEngines(): Promise<void> {
    const { folder, env, postgresSettings = [], underOf = () => [] } = this.#options;
    const redisPort = freePort();
    const [postgres] = await allOf([
      PostgresPair.start({ folder, settings: postgresSettings, underOf }).then((pair) => {
        this.#postgres = pair;
        return pair;
      }),
      this.#startPart("redis", (under) =>
        startRedis({ folder: this.#folderOf("redis"), port: redisPort, under }),
      ).then((part) => {
        this.#redis = part;
      }),
      this.#startNats(),
    ]);
    this.#env = {
      WEIR_NATS_URL: natsUrl(...this.nats.map(({ port }) => port)),
      // With these, System shows whether the servers sync.
      WEIR_NATS_MONITOR_URLS: this.nats.map(({ monitorPort }) => `http://127.0.0.1:${monitorPort}`).join(","),
      WEIR_POSTGRES_URL: postgres.url,
      WEIR_REDIS_URL: redisUrl(redisPort),
      WEIR_TOKEN_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64"),
      WEIR_PUBLIC_URL: this.url,
      // haproxy names the client of each request.
      WEIR_TRUSTED_PROXIES: "127.0.0.1",
      ...env,
    };
  }

  /** Servers of a cluster wait for each other, so they are started together. */
  async #startNats(): Promise<void> {
    const { jetstream = [], natsProgram } = this.#options;
    const program = natsProgram === undefined ? {} : { program: natsProgram };
    const routePorts = Array.from({ length: natsServers }, () => freePort());
    const starting = routePorts.map(async (routePort, index) => {
      const name = `nats-${index + 1}`;
      const own = { folder: this.#folderOf(name), port: freePort(), monitorPort: freePort() };
      const cluster = { name: "weir", port: routePort, routePorts };
      const part = await this.#startPart(name, (under) =>
        startNats({ ...own, ...program, cluster, jetstream, under }),
      );
      this.nats.push({ ...own, part });
    });
    await allOf(starting);
    this.nats.sort((one, other) => one.part.name.localeCompare(other.part.name));
  }

  async #startProxy(): Promise<void> {
    const portsOf = (role: ProcessRole) => this.of(role).map(({ port }) => port);
    const ports = { port: this.port, ingestPorts: portsOf("ingest"), managePorts: portsOf("manage") };
    this.#haproxy = await this.#startPart("haproxy", () =>
      startHaproxy({ folder: this.#folderOf("haproxy"), ...ports }),
    );
  }

  async #startPart(name: string, start: StartPart): Promise<ClusterPart> {
    return ClusterPart.start(name, start, this.#options.underOf?.(name));
  }

  #folderOf(name: string): string {
    return this.#options.folderOf?.(name) ?? join(this.#options.folder, name);
  }

  /** Stops everything in good order, the processes of Weir before the engines. */
  async stop(): Promise<void> {
    const { say = () => undefined } = this.#options;
    const waiting = new Set<string>();
    const stopAll = async (parts: readonly (Stoppable | null)[]) => {
      await Promise.all(
        parts.map(async (part) => {
          if (part === null) return;
          waiting.add(part.name);
          await part.stop();
          waiting.delete(part.name);
        }),
      );
    };
    const timer = setInterval(() => say(`Waiting for ${[...waiting].join(", ")} …`), sayWaitingMs);
    waiting.add("the start to end");
    await this.#settleStart();
    waiting.clear();
    await stopAll([this.#haproxy]);
    for (const stage of stopStages)
      await stopAll(this.nodes.filter(({ role }) => stage.includes(role)).map(({ part }) => part));
    await stopAll([this.#redis, this.#postgres, ...this.nats.map(({ part }) => part)]);
    clearInterval(timer);
  }

  /** Ends everything at once. */
  async kill(): Promise<void> {
    await this.#settleStart();
    const parts = [this.#haproxy, this.#redis, ...[...this.nodes, ...this.nats].map(({ part }) => part)];
    await Promise.all([...parts.map((part) => part?.kill()), this.#postgres?.kill()]);
  }

  async #settleStart(): Promise<void> {
    this.#isEnding = true;
    await this.#starting?.catch(() => undefined);
  }
}

interface Stoppable {
  readonly name: string;
  stop(): Promise<unknown>;
}

/** Like Promise.all, but rejects only when all have ended, so that nothing still starts after the caller has failed. */
async function allOf<Parts extends readonly unknown[]>(
  parts: readonly [...{ [Part in keyof Parts]: Promise<Parts[Part]> }],
): Promise<Parts> {
  await Promise.allSettled(parts);
  return (await Promise.all(parts)) as unknown as Parts;
}

function started<Part>(part: Part | null): Part {
  if (part === null) throw new Error("The cluster was not started.");
  return part;
}
