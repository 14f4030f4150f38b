import { rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../tests/harness/free-port.ts";
import { PrivatePostgres } from "../engines/private-postgres.ts";

interface PairOptions {
  readonly folder: string;
  /** Additional settings of both servers, as `name=value`. */
  readonly settings?: readonly string[];
  readonly underOf: (name: string) => readonly string[];
}

interface PairMember {
  readonly name: string;
  readonly port: number;
  readonly postgres: PrivatePostgres;
}

/** PostgreSQL and the standby that its commits wait for. Either server can be the primary. */
export class PostgresPair {
  readonly name = "PostgreSQL";
  readonly #options: PairOptions;
  primary: PairMember;
  standby: PairMember;

  private constructor(options: PairOptions, primary: PairMember, standby: PairMember) {
    this.#options = options;
    this.primary = primary;
    this.standby = standby;
  }

  static async start(options: PairOptions): Promise<PostgresPair> {
    const primary = await startMember(options, { name: "postgres-1", port: freePort() });
    try {
      const standby = await startMember(options, { name: "postgres-2", port: freePort() }, primary.postgres);
      await primary.postgres.awaitStandby();
      return new PostgresPair(options, primary, standby);
    } catch (error) {
      await primary.postgres.kill();
      throw error;
    }
  }

  /** The address of both servers. Weir uses the one that accepts writes. */
  get url(): string {
    const hosts = [this.primary, this.standby].map(({ port }) => `127.0.0.1:${port}`);
    return `postgres://postgres@${hosts.join(",")}/postgres`;
  }

  /** The primary is gone, so the standby takes over. */
  async promoteStandby(): Promise<void> {
    await this.standby.postgres.promote();
    [this.primary, this.standby] = [this.standby, this.primary];
  }

  /** Replaces the former primary by a new copy of the current one. */
  async replaceStandby(): Promise<void> {
    const { name, port, postgres } = this.standby;
    rmSync(postgres.folder, { recursive: true, force: true });
    this.standby = await startMember(this.#options, { name, port }, this.primary.postgres);
    await this.primary.postgres.awaitStandby();
  }

  async stop(): Promise<void> {
    // The standby has to receive the last commits of the primary.
    await this.primary.postgres.stop();
    await this.standby.postgres.stop();
  }

  async kill(): Promise<void> {
    for (const { postgres } of [this.primary, this.standby]) {
      postgres.process.signalAll("SIGKILL");
      await postgres.process.exited;
    }
  }
}

async function startMember(
  { folder, settings = [], underOf }: PairOptions,
  { name, port }: { name: string; port: number },
  standbyOf?: PrivatePostgres,
): Promise<PairMember> {
  const postgres = await PrivatePostgres.start({
    folder: join(folder, name),
    port,
    under: underOf(name),
    settings: ["max_connections=200", ...settings],
    ...(standbyOf === undefined ? {} : { standbyOf }),
  });
  return { name, port, postgres };
}
