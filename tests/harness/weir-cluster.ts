import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessRole } from "@weir/protocol/closed-sets";
import { givenTokenKey, type TokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import {
  type TestEngineProcess,
  type TestNats,
  type TestPostgres,
  testNats,
  testPostgres,
  testRedis,
} from "./engines.ts";
import { type ClusterNode, launchRole, untilNodeReady } from "./role-process.ts";
import { tempFolder } from "./temp-folder.ts";

export type { ClusterNode };

const keyBytes = Buffer.alloc(32, "cluster");
const tokenKey = keyBytes.toString("base64");

/** A cluster of real processes on its own engines. Everything that still runs when the test ends is killed. */
export class WeirCluster implements AsyncDisposable {
  readonly nats: TestNats;
  readonly postgres: TestPostgres;
  readonly redis: TestEngineProcess;
  readonly #folder = tempFolder();
  readonly #nodes: ClusterNode[] = [];

  private constructor(nats: TestNats, postgres: TestPostgres, redis: TestEngineProcess) {
    this.nats = nats;
    this.postgres = postgres;
    this.redis = redis;
  }

  static async startEngines(): Promise<WeirCluster> {
    return new WeirCluster(...(await Promise.all([testNats(), testPostgres(), testRedis()])));
  }

  /** All processes that were started, including those that have ended. */
  get nodes(): readonly ClusterNode[] {
    return this.#nodes;
  }

  /** The output of all processes. */
  get logText(): string {
    return readFileSync(this.#logFile, "utf8");
  }

  get #logFile(): string {
    return join(this.#folder.path, "weir.log");
  }

  /** The key of every process. */
  get key(): TokenKey {
    return givenTokenKey(keyBytes);
  }

  /** The settings of every process, by their names in the environment. */
  get settings(): Readonly<Record<string, string>> {
    return {
      WEIR_NATS_URL: this.nats.url,
      WEIR_POSTGRES_URL: this.postgres.url,
      WEIR_REDIS_URL: this.redis.url,
      WEIR_TOKEN_KEY: tokenKey,
      // The tests' NATS server is alone.
      WEIR_QUEUE_REPLICAS: "1",
      WEIR_DATA: join(this.#folder.path, "unused"),
    };
  }

  /** Starts a process without waiting for it. */
  launch(role: ProcessRole | "all", env: Readonly<Record<string, string>> = {}): ClusterNode {
    const node = launchRole({
      role,
      logFile: this.#logFile,
      env: { ...this.settings, ...env },
    });
    this.#nodes.push(node);
    return node;
  }

  async untilReady(node: ClusterNode): Promise<void> {
    try {
      await untilNodeReady(node);
    } catch (cause) {
      throw new Error(`The ${node.role} node did not become ready. The log:\n${this.logText}`, { cause });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { process } of this.#nodes) process.kill("SIGKILL");
    await Promise.all(this.#nodes.map(({ process }) => process.exited));
    for (const engine of [this.nats, this.postgres, this.redis]) await engine[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}
