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
  /** Whether it reaches Redis; null if it does not say. */
  readonly redis: RedisView | null;
  /** The id of the key that it seals with; null if it does not say. */
  readonly keyId: string | null;
}

/** The state of a cluster, as far as its engines can tell it with a few rows. */
export interface ClusterMembers {
  readonly members: readonly MemberStatus[];
  /** The member that owns each partition; null if nobody does. */
  readonly owners: readonly (string | null)[];
  /** The engines that do not answer. */
  readonly missing: readonly string[];
  /** Whether the servers of the queue sync before they acknowledge; null if that is unknown. */
  readonly isSynced: boolean | null;
  /** An explanation of this for people. */
  readonly finding: string;
  readonly usesRedis: boolean;
  /** Why the queue may not take readings, although NATS answers; null if it may. */
  readonly wrongStream: string | null;
  /** What the queue has lost of accepted readings. */
  readonly losses: {
    readonly entries: number;
    /** Those whose number is known. */
    readonly readings: number;
    /** When the newest was found, if that was recently. */
    readonly latest: Date | null;
  };
}

/** Accepted readings of a partition that are not settled. */
export interface WaitingReadings {
  readonly entries: number;
  readonly readings: number;
  readonly bytes: number;
  /** When the oldest was accepted; null if nothing is waiting. */
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
  /** By partition; null while the queue cannot be reached. */
  readonly waiting: readonly WaitingReadings[] | null;
  readonly nats: { readonly servers: readonly NatsServer[]; readonly replicas: number };
  readonly postgres: {
    readonly address: string;
    readonly version: string;
    readonly waitsForStandby: boolean;
    readonly standbys: readonly Standby[];
  };
}

/** A notice for the operator. */
export interface Notice {
  readonly kind: NoticeKind;
  /** Whether readings or messages wait because of it. */
  readonly isSerious: boolean;
  readonly title: string;
  readonly text: string;
}
