import { type TestEngineProcess, testNats } from "../../../../../tests/harness/engines.ts";
import { sharedPostgres, type TestDatabases } from "../../../../../tests/harness/shared-postgres.ts";
import type { Bus } from "../../bus/bus.ts";
import type { Role } from "../../bus/messages.ts";
import { givenTokenKey, type TokenKey } from "../../control/sealing/token-key.ts";
import { createLog, type Log } from "../../platform/log.ts";
import { type NatsConnection, openNats } from "../../platform/nats/open-nats.ts";
import { type ClusterBus, openClusterBus } from "./open-cluster-bus.ts";

const silent = createLog("error", "test", () => undefined);

/** The engines that the tests of a file share. */
export interface TestEngines extends AsyncDisposable {
  readonly nats: TestEngineProcess;
  readonly postgres: TestDatabases;
}

export async function startEngines(): Promise<TestEngines> {
  const [nats, postgres] = await Promise.all([testNats(), sharedPostgres()]);
  return {
    nats,
    postgres,
    async [Symbol.asyncDispose]() {
      await nats[Symbol.asyncDispose]();
      await postgres[Symbol.asyncDispose]();
    },
  };
}

export interface TestMember extends ClusterBus {
  readonly nats: NatsConnection;
}

export interface TestMemberOptions {
  readonly answerTimeoutMs?: number;
  readonly log?: Log;
  readonly owners?: () => Promise<readonly (string | null)[]>;
  readonly natsUrl?: string;
  readonly postgresUrl?: string;
  readonly key?: TokenKey;
}

/** The key of all members of test clusters. */
export const testKey = givenTokenKey(new Uint8Array(32).fill(7));

let installations = 0;

/** A separate cluster on the shared engines, whose members are in this process. */
export class TestCluster implements AsyncDisposable {
  readonly prefix: string;
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly #members = new Map<Bus, TestMember>();

  private constructor(engines: TestEngines, postgresUrl: string) {
    this.prefix = `test${++installations}`;
    this.postgresUrl = postgresUrl;
    this.natsUrl = engines.nats.url;
  }

  static async start(engines: TestEngines): Promise<TestCluster> {
    return new TestCluster(engines, await engines.postgres.create());
  }

  async open(role: Role, options: TestMemberOptions = {}): Promise<TestMember> {
    const { log = silent, natsUrl = this.natsUrl, owners = async () => [], ...others } = options;
    const nats = await openNats(natsUrl, { name: `weir test ${role}`, log });
    const opened = await openClusterBus({
      nats,
      role,
      log,
      owners,
      prefix: this.prefix,
      postgresUrl: this.postgresUrl,
      key: testKey,
      ...others,
    });
    const member = { ...opened, nats };
    this.#members.set(opened.bus, member);
    return member;
  }

  /** Ends a member without a goodbye, as a kill would. Nothing of it is awaited, because its process would end too. */
  async kill(bus: Bus): Promise<void> {
    const member = this.#members.get(bus)!;
    this.#members.delete(bus);
    await member.nats.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const member of this.#members.values()) {
      await member.close();
      await member.nats.close();
    }
  }
}
