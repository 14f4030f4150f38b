import type { ProcessRole } from "@weir/protocol/closed-sets";
import type { Role } from "../../bus/messages.ts";
import { channelOf } from "../../bus/nats/bus-message.ts";
import type {
  ClusterMembers,
  ClusterStatus,
  MemberStatus,
  WaitingReadings,
} from "../../manage/system/cluster-status.ts";
import { valueIfSoon } from "../../platform/value-if-soon.ts";
import type { DurabilityFinding } from "../../queue/jetstream/durability-finding.ts";
import type { QueueBacklog } from "../../queue/jetstream/queue-backlog.ts";
import { readLosses } from "../../store/engine/postgres/queue-losses.ts";
import type { StoreDatabase } from "../../store/engine/postgres/store-database.ts";
import type { ClusterEngines } from "./cluster-engines.ts";
import { readClusterProgress, readOwners } from "./cluster-progress.ts";
import type { LostMemberRow, MemberRow } from "./member-table.ts";
import { readNatsServers } from "./read-nats-servers.ts";
import { readPostgres } from "./read-standbys.ts";

interface ClusterReaderParts {
  readonly engines: ClusterEngines;
  readonly database: StoreDatabase;
  readonly backlog: Pick<QueueBacklog, "count">;
  readonly members: () => Promise<readonly MemberRow[]>;
  readonly lostMembers: () => Promise<readonly LostMemberRow[]>;
}

/** Reads the state of a cluster for its operator. Nothing is read while nobody looks. */
export class ClusterReader {
  readonly #parts: ClusterReaderParts;
  #counting: Promise<void> | null = null;
  #counted: readonly WaitingReadings[] | null = null;

  constructor(parts: ClusterReaderParts) {
    this.#parts = parts;
  }

  /** Members and owners, from a few rows of PostgreSQL. */
  async members(): Promise<ClusterMembers> {
    const { engines, database, members, lostMembers } = this.#parts;
    const [active, lost, owners, missing, losses] = await Promise.all([
      ...([members(), lostMembers(), readOwners(database), engines.missing()] as const),
      readLosses(database),
    ]);
    return {
      members: [
        ...active.filter(isProcess).map(statusOf),
        ...lost
          .filter(isProcess)
          .filter((one) => !hasReturned(one, active))
          .map(lostStatusOf),
      ],
      owners,
      missing,
      ...verdictOf(engines.durability),
      usesRedis: engines.redis !== null,
      losses,
      wrongStream: engines.streamWatch.problem,
    };
  }

  async status(): Promise<ClusterStatus> {
    const { engines } = this.#parts;
    // Servers may have been upgraded or replaced since this process started.
    const finding = engines.findDurability();
    const [members, found, waiting, servers, postgres] = await Promise.all([
      this.members(),
      valueIfSoon(finding),
      this.#count(),
      valueIfSoon(finding.then(({ servers: facts }) => readNatsServers(engines.stream, { servers: facts }))),
      readPostgres(engines.postgres),
    ]);
    return {
      ...members,
      ...(found === null ? {} : verdictOf(found)),
      // The previous count may be from before NATS went away.
      waiting: members.missing.includes("NATS") ? null : waiting,
      nats: { servers: servers ?? [], replicas: engines.stream.replicas },
      postgres,
    };
  }

  /** The backlog that it counts with stays open. */
  async close(): Promise<void> {
    await this.#counting;
  }

  /** By partition; null while the queue cannot be asked. */
  async #count(): Promise<readonly WaitingReadings[] | null> {
    this.#counting ??= this.#countNow().finally(() => {
      this.#counting = null;
    });
    // A page that cannot wait any longer shows the previous count.
    await valueIfSoon(this.#counting);
    return this.#counted;
  }

  async #countNow(): Promise<void> {
    try {
      const { positions } = await readClusterProgress(this.#parts.database);
      const counted = await this.#parts.backlog.count(positions);
      this.#counted = counted.map(({ entries, readings, bytes, oldestMs }) => ({
        entries,
        readings,
        bytes,
        oldestMs,
      }));
    } catch {
      this.#counted = null;
    }
  }
}

function verdictOf({ verdict, text }: DurabilityFinding): Pick<ClusterMembers, "isSynced" | "finding"> {
  return { isSynced: verdict === "unknown" ? null : verdict === "synced", finding: text };
}

/** Commands come and go. Nobody has to know of them. */
function isProcess<Row extends { readonly role: Role }>(
  row: Row,
): row is Row & { readonly role: ProcessRole } {
  return row.role !== "command";
}

function statusOf({
  since,
  isRevoked,
  redis,
  ...member
}: MemberRow & { readonly role: ProcessRole }): MemberStatus {
  const { id, role, version, host, pid, keyId } = member;
  const state = isRevoked ? "revoked" : "active";
  return { id, role, version, host, pid, keyId, redis, state, sinceMs: since.getTime(), lostMs: null };
}

function lostStatusOf({
  since,
  lostAt,
  ...member
}: LostMemberRow & { readonly role: ProcessRole }): MemberStatus {
  return {
    ...member,
    redis: null,
    keyId: null,
    state: "lost",
    sinceMs: since.getTime(),
    lostMs: lostAt.getTime(),
  };
}

/** A process that was cut off for a while joins again under another id. */
function hasReturned({ id }: LostMemberRow, members: readonly MemberRow[]): boolean {
  return members.some((member) => channelOf(member.id) === channelOf(id));
}
