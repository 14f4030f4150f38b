import type { Role, Scope } from "@weir/protocol/manage/access";
import type { LiveHub } from "../live/live-hub.ts";
import type { ControlStore } from "../manage/control-store.ts";
import type { DeviceConnections } from "../manage/device-list-connections.ts";
import type { Mailer } from "../manage/mailer.ts";
import type { AskProcessor } from "../manage/record-access.ts";
import type { SystemStatus } from "../manage/system-status.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { ActivityQueries } from "../store/activity-queries.ts";
import type { ChainQueries } from "../store/chain-queries.ts";
import type { OutboxQueries } from "../store/outbox-queries.ts";
import type { ReadingQueries } from "../store/reading-queries.ts";
import type { ReceiptQueries } from "../store/receipt-queries.ts";
import type { StatisticsQueries } from "../store/statistics-queries.ts";
import type { ApiRequest } from "./api-request.ts";

/** Who calls: a person who is signed in, or a program with a key of an account. */
export type Caller =
  | { readonly kind: "user"; readonly userId: number; readonly email: string; readonly sessionId: number }
  | {
      readonly kind: "key";
      readonly keyId: number;
      readonly name: string;
      readonly accountId: number;
      readonly scopes: readonly Scope[];
    };

/** The account in the path, and what the caller is in it. A key counts as an editor. */
export interface AccountAccess {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly role: Role;
}

/** What the API works with. */
export interface ApiParts {
  /** Reaches every account: handlers of an account get one that does not. */
  readonly control: ControlStore;
  readonly readings: ReadingQueries;
  readonly chains: ChainQueries;
  readonly outbox: OutboxQueries;
  readonly activity: ActivityQueries;
  readonly receipts: ReceiptQueries;
  readonly statistics: StatisticsQueries;
  /** How the installation is doing. */
  readonly system: () => SystemStatus;
  /**
   * Brings what the server has noticed of requests to where it can be read. Resolves also where that cannot be done now:
   * then what is read is a little older.
   */
  readonly noticed: { flush(): Promise<void> };
  /** When devices were last seen, as the server knows it. */
  readonly connections: DeviceConnections;
  readonly ask: AskProcessor;
  /** Waits, not for ever, until what was accepted so far has gone through its chains, so that it can be read. */
  readonly flush: () => Promise<void>;
  readonly live: Pick<LiveHub, "subscribe">;
  /** Null where the operator has not set up mail. */
  readonly mailer: Mailer | null;
  readonly clock: Clock;
  readonly log: Log;
  /** How the server is reached, for links in mails: `https://weir.example.org`. */
  readonly publicUrl: string;
  readonly serverFacts: ServerFacts;
}

/** What pages have to know of the server. */
export interface ServerFacts {
  readonly version: string;
  /** As it is configured; null where it is not, and a page's own address is the best there is. */
  readonly publicUrl: string | null;
  /** Requests that are kept of each device; 0 where none are. */
  readonly activityPerDevice: number;
}

/** What a handler gets beside its input. */
export interface ApiContext extends ApiParts {
  readonly request: ApiRequest;
  readonly caller: Caller | null;
  /** Null on routes outside accounts. `control` is then not limited to one. */
  readonly account: AccountAccess | null;
}

/** For routes of an account, whose access was checked. */
export interface AccountContext extends ApiContext {
  readonly account: AccountAccess;
}

/** For routes that need somebody to be signed in. */
export interface UserContext extends ApiContext {
  readonly caller: Extract<Caller, { kind: "user" }>;
}
