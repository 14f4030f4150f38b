/**
 * A member in a process of its own, which tests can stop and cut off. Its control data is one number for each of a few
 * devices, and it loads the number of a device when a change of it is announced. It answers `GET /<device id>` with the
 * number, or with 503 while it holds no lease.
 */
import type { Changes } from "../../bus/bus.ts";
import { createLog } from "../../platform/log.ts";
import { openNats } from "../../platform/nats/open-nats.ts";
import { openPostgres } from "../../platform/postgres/open-postgres.ts";
import { openClusterBus } from "./open-cluster-bus.ts";
import { testKey } from "./test-cluster.ts";

export interface TestMemberSettings {
  readonly natsUrl: string;
  readonly postgresUrl: string;
  readonly prefix: string;
  /** How wrong the time of day of this process is. */
  readonly clockErrorMs: number;
  /** Whether it acts without a lease, which no member may do. Shows that a test would notice this. */
  readonly ignoresLease: boolean;
}

const settings: TestMemberSettings = JSON.parse(process.argv[2]!);

const rightNow = Date.now;
globalThis.Date = class extends Date {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [rightNow() + settings.clockErrorMs] : given) as [number]));
  }
  static override now(): number {
    return rightNow() + settings.clockErrorMs;
  }
} as DateConstructor;

const log = createLog("info", "member");
const nats = await openNats(settings.natsUrl, { name: "weir test member", log });
const { bus, isLeaseHeld } = await openClusterBus({
  nats,
  role: "ingest",
  prefix: settings.prefix,
  postgresUrl: settings.postgresUrl,
  log,
  key: testKey,
  owners: async () => [],
});
const postgres = openPostgres(settings.postgresUrl, {
  applicationName: "weir test member",
  connectionsMax: 1,
  statementMaxMs: 1000,
  connectMaxMs: 1000,
});
const values = new Map<number, number>();

async function load(changes: Changes): Promise<void> {
  const deviceIds =
    changes === "everything"
      ? null
      : changes.flatMap((change) => (change.kind === "device" ? change.deviceId : []));
  const { rows } = await postgres.query<{ device_id: number; value: number }>(
    {
      text: "SELECT device_id, value FROM control WHERE $1::int4[] IS NULL OR device_id = ANY ($1)",
      query_timeout: 1000,
    },
    [deviceIds],
  );
  for (const { device_id: deviceId, value } of rows) values.set(deviceId, value);
}

await load("everything");
await bus.follow(load);
bus.attend({ answer: () => null, hear: () => undefined, joined: () => undefined, left: () => undefined });
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: ({ url }) =>
    isLeaseHeld() || settings.ignoresLease
      ? Response.json(values.get(Number(new URL(url).pathname.slice(1))))
      : new Response(null, { status: 503 }),
});
process.stdout.write(`${server.url}\n`);
