import { hostname } from "node:os";
import type { RedisView } from "@weir/protocol/closed-sets";
import type { Bus } from "../../bus/bus.ts";
import type { Role } from "../../bus/messages.ts";
import type { ListedMember } from "../../bus/nats/membership.ts";
import { NatsBus } from "../../bus/nats/nats-bus.ts";
import { deriveKeys } from "../../control/sealing/derive-keys.ts";
import type { TokenKey } from "../../control/sealing/token-key.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import type { NatsConnection } from "../../platform/nats/open-nats.ts";
import { NewerSchemaError } from "../../platform/postgres/migrate-schema.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import { weirVersion } from "../../platform/version.ts";
import { ClusterMembership } from "./cluster-membership.ts";
import { Lease } from "./lease.ts";
import { type LostMemberRow, type MemberRow, MemberTable } from "./member-table.ts";

/**
 * Renewals must not wait behind anything else, so they have their own connection; the second one is for everything
 * else.
 */
export const membershipConnectionsMax = 2;
/** After this time the lease has ended anyway. */
const statementMaxMs = 1000;
const connectMaxMs = 1000;
const retryEveryMs = 500;
/** How often the log repeats that the process waits for PostgreSQL. */
const complainEveryMs = 10_000;

interface ClusterBusOptions {
  /** Belongs to the caller, who closes it after the bus. */
  readonly nats: NatsConnection;
  readonly postgresUrl: string;
  readonly role: Role;
  /** The beginning of all subjects of the installation. */
  readonly prefix: string;
  /** The member that owns each partition; null if nobody does. */
  readonly owners: () => Promise<readonly (string | null)[]>;
  /** The key that this process seals with. Messages are signed with keys that are derived from it. */
  readonly key: TokenKey;
  /** Whether this process reaches Redis now. */
  readonly redis?: () => RedisView;
  readonly log: Log;
  readonly answerTimeoutMs?: number;
  /** The version that others see; by default the version of this Weir. */
  readonly version?: string;
  /** Gives up waiting for PostgreSQL. */
  readonly signal?: AbortSignal;
}

export interface ClusterBus {
  readonly bus: Bus;
  /** The id of this member. It changes when the member has to join again. */
  readonly id: () => string;
  /** Whether this member may act. Costs one look at the clock. */
  readonly isLeaseHeld: () => boolean;
  /** As of the last renewal of the lease, so it costs nothing. */
  readonly listed: () => Promise<readonly ListedMember[]>;
  /** Includes revoked members, which may still act for a moment. */
  readonly members: () => Promise<readonly MemberRow[]>;
  /** The members that were lost within the last hour. */
  readonly lostMembers: () => Promise<readonly LostMemberRow[]>;
  close(): Promise<void>;
}

/** Makes this process a member of the cluster. Waits for PostgreSQL without a limit. */
export async function openClusterBus(options: ClusterBusOptions): Promise<ClusterBus> {
  const { nats, role, log, key, version = weirVersion } = options;
  const postgres = openPostgres(options.postgresUrl, {
    applicationName: `weir ${role} membership`,
    connectionsMax: membershipConnectionsMax,
    statementMaxMs,
    connectMaxMs,
  });
  const table = new MemberTable(postgres);
  await migrate(table, postgres, options);
  const lease = new Lease();
  const membership = new ClusterMembership({
    table,
    lease,
    log,
    redis: options.redis ?? (() => "unused"),
    facts: { version, host: hostname(), pid: process.pid, keyId: key.current.id.toString("hex") },
    busAnswers: () => nats.rtt(),
  });
  const signingKeys = deriveKeys(key, "messages between members");
  const bus = await NatsBus.open({ ...options, membership, signingKeys });
  return {
    bus,
    id: () => bus.id,
    isLeaseHeld: () => lease.isHeld(),
    listed: () => membership.listed(),
    members: () => table.list(),
    lostMembers: () => table.listLost(),
    async close() {
      await bus.close();
      await postgres.close();
    },
  };
}

async function migrate(
  table: MemberTable,
  postgres: Postgres,
  { log, signal }: ClusterBusOptions,
): Promise<void> {
  let complainedMs = Number.NEGATIVE_INFINITY;
  while (true) {
    signal?.throwIfAborted();
    try {
      await table.migrate();
      return;
    } catch (error) {
      // Waiting would not make this Weir newer.
      if (error instanceof NewerSchemaError) throw error;
      if (performance.now() - complainedMs >= complainEveryMs) {
        complainedMs = performance.now();
        log.warn("the members of the cluster cannot be read from PostgreSQL, trying again", {
          database: postgres.address,
          reason: reasonOf(error),
        });
      }
      await Bun.sleep(retryEveryMs);
    }
  }
}
