import type { AccountCreators } from "@weir/protocol/closed-sets";
import type { ContractName } from "@weir/protocol/contracts";
import type { DeviceAnswer, DeviceRequest } from "../../bus/device-request.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { AcceptedReadings } from "../../queue/accepted-readings.ts";
import type { ActivityQueries } from "../../store/activity/queries.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import type { OutboxQueries } from "../../store/outbox/queries.ts";
import type { ReadingQueries } from "../../store/readings/reading-queries.ts";
import type { ReceiptQueries } from "../../store/receipts/queries.ts";
import type { StatisticsQueries } from "../../store/statistics/statistics-queries.ts";
import type { AccountAccess, Caller } from "../../web/caller.ts";
import type { LiveEvent } from "../../web/live/live-event.ts";
import type { LiveHub } from "../../web/live/live-hub.ts";
import type { PlainHttp } from "../../web/refuse-plain-http.ts";
import type { AdmittedRequest } from "../../web/subjects.ts";
import type { RequestTurns } from "../../web/turns/request-turns.ts";
import type { ChainControl } from "../chains/work/chain-control.ts";
import type { DeviceCreations } from "../devices/device-creations.ts";
import type { DeviceConnections } from "../devices/list/device-list-connections.ts";
import type { AccountRules } from "../people/accounts-of-user.ts";
import type { MailQueue } from "../people/mail-queue.ts";
import type { PeopleLimits } from "../people/people-limits.ts";
import type { SignInThrottle } from "../people/sign-in-throttle.ts";
import type { ClusterMembers, ClusterStatus } from "../system/cluster-status.ts";
import type { FoundStatus } from "../system/status-json.ts";
import type { SystemStatus } from "../system/system-status.ts";
import type { AccountUsage, SharedUsage } from "./account-usage.ts";
import type { TestChannel } from "./channel-test.ts";
import type { Mailer } from "./mailer.ts";
import type { AskProcessor } from "./records/record-access.ts";
import type { ServerLimits } from "./server-limits.ts";

/** The parts that the API uses. */
export interface ApiParts {
  /** Reaches every account. Handlers of an account get one that is limited to it. */
  readonly control: ChainControl;
  readonly readings: ReadingQueries;
  readonly chains: ChainQueries;
  readonly outbox: OutboxQueries;
  readonly activity: ActivityQueries;
  readonly receipts: ReceiptQueries;
  readonly accepted: AcceptedReadings;
  readonly statistics: StatisticsQueries;
  /** The fates of all readings so far. */
  readonly counts: () => Promise<FoundStatus["counts"]>;
  /** Failing work of any process, for the operator. */
  readonly notices: () => FoundStatus["notices"];
  /** The state of the installation. */
  readonly system: () => Promise<SystemStatus>;
  /** Null on one machine. */
  readonly cluster: () => Promise<ClusterStatus | null>;
  /** The members of the cluster, from a few rows. Null on one machine. */
  readonly members: () => Promise<ClusterMembers | null>;
  /**
   * Makes the activity that the server has recorded readable. If that is impossible now, it resolves anyway, and what
   * is read is slightly older.
   */
  readonly recentActivity: { flush(): Promise<void> };
  /** When devices last connected, as the server knows it. */
  readonly connections: DeviceConnections;
  readonly ask: AskProcessor;
  /** Waits for a limited time until everything accepted so far is settled, so that it can be read. */
  readonly flush: () => Promise<void>;
  readonly creations: DeviceCreations;
  readonly live: Pick<LiveHub, "watch" | "subscribe"> & {
    /** Sends events to all open pages, also to those of other manage processes. */
    tell(events: readonly LiveEvent[]): void;
  };
  /** Answers a request as if a device had sent it from this address. */
  readonly sendAsDevice: (request: DeviceRequest, source: string) => Promise<DeviceAnswer>;
  /** For mail whose sender waits for it. Null if the operator has not set up mail. */
  readonly mailer: Mailer | null;
  /** For all other mail to people. */
  readonly mails: MailQueue;
  readonly testChannel: TestChannel;
  readonly clock: Clock;
  readonly limits: PeopleLimits;
  readonly turns: RequestTurns;
  readonly throttle: SignInThrottle;
  /** The contract of devices that are created without one. */
  readonly defaultContract: ContractName;
  /** How far ahead of the server the time of a reading may be. */
  readonly aheadMaxMs: number;
  readonly log: Log;
  /** The address of the server for links in mails: `https://weir.example.org`. */
  readonly publicUrl: string;
  readonly serverFacts: ServerFacts;
  readonly serverLimits: ServerLimits;
  readonly accountRules: AccountRules;
  readonly uses: {
    of(accountId: number): Promise<AccountUsage>;
    /** Of all accounts together; null if no server is running. */
    ofAll(): Promise<SharedUsage | null>;
  };
  /** Whether secrets are accepted over plain HTTP from other machines. */
  readonly plainHttp: PlainHttp;
}

/** Facts about the server that pages need. */
export interface ServerFacts {
  readonly version: string;
  readonly isCluster: boolean;
  /** The configured address; null if there is none, and pages use their own address. */
  readonly publicUrl: string | null;
  /** Number of requests kept for each device; 0 if none. */
  readonly activityPerDevice: number;
  /** Whether it sends mail to people, so that they can verify addresses. */
  readonly sendsMail: boolean;
  readonly mailsPerAccountPerDay: number;
  readonly accountCreators: AccountCreators;
  /** The tile server for maps; null if there is none. */
  readonly map: MapFacts | null;
  /** Sites that may show shared boards in a frame. */
  readonly shareFrameHosts: readonly string[];
}

interface MapFacts {
  /** The address of a square, with {z}, {x} and {y}. */
  readonly tiles: string;
  readonly attribution: string;
}

/** What a handler gets besides its input. */
export interface ApiContext extends ApiParts, AdmittedRequest {
  /** Reaches every account, whatever the path names: only for what concerns two accounts, as a claim of a device does. */
  readonly allAccounts: ChainControl;
}

/** For routes of an account, after access was checked. */
export interface AccountContext extends ApiContext {
  readonly account: AccountAccess;
}

/** For routes that need a signed-in person. */
export interface UserContext extends ApiContext {
  readonly caller: Extract<Caller, { kind: "user" }>;
}
