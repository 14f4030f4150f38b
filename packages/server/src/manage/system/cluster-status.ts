import type {
  MemberState,
  NoticeKind,
  ProcessRole,
  RedisView,
  StandbyState,
} from "@weir/protocol/closed-sets";

/** A process of a cluster, as its operator sees it. */
export interface MemberStatus {
  readonly id: string;
  readonly role: ProcessRole;
  readonly state: MemberState;
  readonly version: string;
  readonly host: string;
  readonly pid: number | null;
  /** When it joined. */
  readonly sinceMs: number;
  readonly lostMs: number | null;
  /** Whether it reaches Redis; null where it does not say. */
  readonly redis: RedisView | null;
}

/** What can be told of a cluster without asking its engines for more than a few rows. */
export interface ClusterMembers {
  readonly members: readonly MemberStatus[];
  /** The member that owns each partition; null where nobody does. */
  readonly owners: readonly (string | null)[];
  /** The engines that do not answer. */
  readonly missing: readonly string[];
  /** Whether the servers of the queue sync before they acknowledge; null where that cannot be seen. */
  readonly isSynced: boolean | null;
  /** What that means, for people. */
  readonly finding: string;
  readonly usesRedis: boolean;
}

/** Accepted readings of a partition that are not settled. */
export interface WaitingReadings {
  readonly entries: number;
  readonly readings: number;
  readonly bytes: number;
  /** When the oldest was accepted; null where nothing waits. */
  readonly oldestMs: number | null;
}

export interface NatsServer {
  readonly name: string;
  readonly version: string | null;
  readonly syncs: boolean | null;
  readonly isLeader: boolean;
  readonly isOnline: boolean | null;
  /** Whether its copy of the stream is complete. */
  readonly isCurrent: boolean | null;
}

interface Standby {
  readonly name: string;
  readonly address: string;
  readonly state: StandbyState;
  readonly lagMs: number | null;
}

export interface ClusterStatus extends ClusterMembers {
  /** By partition; null while the queue cannot be asked. */
  readonly waiting: readonly WaitingReadings[] | null;
  readonly nats: { readonly servers: readonly NatsServer[]; readonly replicas: number };
  readonly postgres: {
    readonly address: string;
    readonly version: string;
    readonly waitsForStandby: boolean;
    readonly standbys: readonly Standby[];
  };
}

/** What the operator should know or do something about. */
export interface Notice {
  readonly kind: NoticeKind;
  /** Whether readings or messages wait because of it. */
  readonly isSerious: boolean;
  readonly title: string;
  readonly text: string;
}
