import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProcessRole } from "@weir/protocol/closed-sets";
import { type TestEngineProcess, type TestPostgres, testNats, testPostgres, testRedis } from "./engines.ts";
import { freePort } from "./free-port.ts";
import { tempFolder } from "./temp-folder.ts";
import { waitUntil } from "./wait-until.ts";

const weirCommand = fileURLToPath(new URL("../../bin/weir", import.meta.url));
const tokenKey = Buffer.alloc(32, "cluster").toString("base64");

/** One process of a cluster. */
export interface ClusterNode {
  readonly role: ProcessRole;
  /** Where it listens, if its role does. */
  readonly url: string;
  readonly process: Bun.Subprocess;
}

/** A cluster of real processes on engines of its own. Whatever of it still runs when the test ends is killed. */
export class WeirCluster implements AsyncDisposable {
  readonly nats: TestEngineProcess;
  readonly postgres: TestPostgres;
  readonly redis: TestEngineProcess;
  readonly #folder = tempFolder();
  readonly #nodes: ClusterNode[] = [];

  private constructor(nats: TestEngineProcess, postgres: TestPostgres, redis: TestEngineProcess) {
    this.nats = nats;
    this.postgres = postgres;
    this.redis = redis;
  }

  static async startEngines(): Promise<WeirCluster> {
    return new WeirCluster(...(await Promise.all([testNats(), testPostgres(), testRedis()])));
  }

  /** What all processes have written. */
  get logText(): string {
    return readFileSync(this.#logFile, "utf8");
  }

  get #logFile(): string {
    return join(this.#folder.path, "weir.log");
  }

  /** Starts a process without waiting for it. */
  launch(role: ProcessRole, env: Readonly<Record<string, string>> = {}): ClusterNode {
    const port = freePort();
    const log = openSync(this.#logFile, "a");
    const process = Bun.spawn([weirCommand, "serve", "--role", role], {
      env: {
        ...withoutSettings(),
        WEIR_NATS_URL: this.nats.url,
        WEIR_POSTGRES_URL: this.postgres.url,
        WEIR_REDIS_URL: this.redis.url,
        WEIR_TOKEN_KEY: tokenKey,
        WEIR_DATA: join(this.#folder.path, "unused"),
        WEIR_PORT: String(port),
        WEIR_DEMO: "false",
        WEIR_RATE_LIMIT: "1000000000",
        ...env,
      },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    const node = { role, url: `http://127.0.0.1:${port}`, process };
    this.#nodes.push(node);
    return node;
  }

  async untilReady({ role, url }: ClusterNode): Promise<void> {
    try {
      await waitUntil(`${role} is ready`, () => isReady(url), 60_000);
    } catch (cause) {
      throw new Error(`The ${role} node did not become ready. The log:\n${this.logText}`, { cause });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { process } of this.#nodes) process.kill("SIGKILL");
    await Promise.all(this.#nodes.map(({ process }) => process.exited));
    for (const engine of [this.nats, this.postgres, this.redis]) await engine[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).status === 200;
  } catch {
    return false;
  }
}

function withoutSettings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("WEIR_")));
}
