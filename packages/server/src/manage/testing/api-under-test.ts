import { type Role, type Scope, scopes } from "@weir/protocol/manage/access";
import { problem } from "@weir/protocol/manage/problem";
import type { Route } from "@weir/protocol/manage/route";
import { routeTarget } from "@weir/protocol/manage/route-target";
import { fail, unwrap } from "@weir/protocol/result";
import type { z } from "zod";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import { putMigratedFiles } from "../../../../../tests/harness/migrated-files.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { tenantId } from "../../control/accounts/tenants.ts";
import { type AuditEntry, listAudit } from "../../control/audit/audit-log.ts";
import type { Control } from "../../control/control.ts";
import { insertMembership } from "../../control/people/memberships.ts";
import { loadTokenKey } from "../../control/sealing/token-key.ts";
import { openTestData } from "../../control/test-open-control.ts";
import { rerunTransactions } from "../../control/test-rerun.ts";
import { makeLimit, openLimiter } from "../../installation/open-installation.ts";
import { createLog } from "../../platform/log.ts";
import { activityQueries } from "../../store/activity/queries.ts";
import { chainQueries } from "../../store/chain-queries.ts";
import { SqliteStoreReader } from "../../store/engine/sqlite/sqlite-store-reader.ts";
import { outboxQueries } from "../../store/outbox/queries.ts";
import { SqliteReadingQueries } from "../../store/readings/sqlite/sqlite-reading-queries.ts";
import { TestReadingStore } from "../../store/readings/sqlite/test-reading-store.ts";
import { receiptQueries } from "../../store/receipts/queries.ts";
import { sqliteStatistics } from "../../store/statistics/queries-sqlite.ts";
import type { AccessControl } from "../../web/access-control.ts";
import type { Caller } from "../../web/caller.ts";
import type { ManagementApi } from "../../web/management-api.ts";
import { answerRequest } from "../../web/testing/answer-request.ts";
import { RequestTurns } from "../../web/turns/request-turns.ts";
import { createAccount } from "../accounts/accounts.ts";
import type { ChainControl } from "../chains/work/chain-control.ts";
import { workHere } from "../chains/work/work-here.ts";
import type { ApiParts } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import type { AskProcessor } from "../core/records/record-access.ts";
import { createManagementApi } from "../create-management-api.ts";
import { DeviceCreations } from "../devices/device-creations.ts";
import { MailQueue } from "../people/mail-queue.ts";
import { openPeopleLimits } from "../people/people-limits.ts";
import { SignInThrottle } from "../people/sign-in-throttle.ts";
import { createUser } from "../people/users.ts";

/**
 * For tests of handlers: the API on a real control.db and a real store in a folder of their own. The test says who
 * calls; every answer is checked against what its route promises.
 *
 *     await using api = await ApiUnderTest.create(deviceRoutes, deviceHandlers);
 *     const account = await api.addAccount("Plant");
 *     const { status, json } = await api.as("editor", account).call("createDevice", { body: { name: "Boiler" } });
 */
export class ApiUnderTest<Routes extends Readonly<Record<string, Route>>> implements AsyncDisposable {
  readonly routes: Routes;
  readonly dataDir: string;
  readonly clock: ManualClock;
  readonly control: ChainControl;
  readonly parts: ApiParts;
  readonly logLines: string[];
  readonly #api: ManagementApi;
  readonly #resources: AsyncDisposableStack;
  #store: TestReadingStore | null = null;

  private constructor(
    routes: Routes,
    handlers: HandlersOf<Routes>,
    options: ApiTestOptions,
    resources: AsyncDisposableStack,
  ) {
    this.routes = routes;
    this.#resources = resources;
    this.dataDir = options.on?.dataDir ?? resources.use(tempFolder()).path;
    this.clock = new ManualClock("2026-06-01T12:00:00.000Z");
    this.logLines = [];
    putMigratedFiles(this.dataDir, "store");
    const control = options.on?.control ?? this.openControl();
    this.control = control;
    const log = createLog("info", "test", (line) => this.logLines.push(line));
    const readings = resources.adopt(new SqliteReadingQueries(this.dataDir), (queries) => queries.close());
    const reader = resources.adopt(new SqliteStoreReader(this.dataDir), (opened) => opened.close());
    const mails = new MailQueue({ mailer: options.parts?.mailer ?? null, log });
    const peopleLimits = openPeopleLimits((_name, limit) => openLimiter(makeLimit({ ...limit, keysMax })));
    this.parts = {
      control,
      readings,
      connections: readings,
      chains: chainQueries(reader),
      outbox: outboxQueries(reader),
      activity: activityQueries(reader),
      receipts: receiptQueries(reader),
      accepted: { of: async () => null, close: async () => undefined },
      statistics: resources.adopt(sqliteStatistics(this.dataDir), (queries) => queries.close()),
      counts: () => Promise.reject(new Error("Nobody counts here.")),
      notices: () => [],
      system: () => {
        throw new Error("This test has no installation to ask about.");
      },
      cluster: () => {
        throw new Error("This test has no installation to ask about.");
      },
      members: async () => null,
      recentActivity: { flush: () => Promise.resolve() },
      ask: options.ask ?? nobodyToAsk,
      flush: () => Promise.resolve(),
      live: {
        watch: async () => undefined,
        subscribe: () => fail({ limit: "total", max: 0 }),
        tell: () => undefined,
      },
      sendAsDevice: () => Promise.resolve({ status: 202, headers: {}, body: "{}" }),
      mailer: null,
      mails,
      testChannel: async () => ({ delivered: true, answer: "Accepted." }),
      clock: this.clock,
      limits: peopleLimits,
      throttle: new SignInThrottle(peopleLimits.tries),
      creations: new DeviceCreations(),
      turns: new RequestTurns(),
      log,
      publicUrl: "http://127.0.0.1:8080",
      plainHttp: "refuse",
      defaultContract: "queued",
      aheadMaxMs: 5000,
      serverLimits: {
        quarantinedPerAccount: 20_000,
        streamsPerAccount: 200,
        chainChecksPerAccount: 20,
        chainCheckSPerMinute: 20,
        queueBytesMax: 1024 ** 3,
        identitiesMax: 1_000_000,

        processingShare: 20,
        identitiesPerAccount: 250_000,
        storedReadingsPerAccount: 0,
        tracesPerAccount: 16,
        mailsPerAccountPerDay: 500,
        queueBytesPerAccount: 1024 ** 2,
        parkedBytes: 1024 ** 3,
      },
      accountRules: { creators: "everyone", perPerson: 5, deletionDays: 7 },
      uses: {
        of: () =>
          Promise.resolve({
            devices: 0,
            sensors: 0,
            controlBytes: 0,
            auditEntries: 0,
            quarantined: 0,
            queueBytes: 0,
            identities: 0,
            traces: 0,
            storedReadings: null,
            processedPercent: 0,
            streams: 0,
            chainChecks: 0,
            chainCheckS: 0,
            mailsToday: 0,
          }),
        ofAll: async () => null,
      },
      serverFacts: {
        map: null,
        version: "1.2.3",
        isCluster: false,
        publicUrl: null,
        activityPerDevice: 200,
        sendsMail: mails.isSetUp,
        mailsPerAccountPerDay: 500,
        accountCreators: "everyone",
        shareFrameHosts: [],
      },
      ...options.parts,
    };
    this.#api = createManagementApi(
      routes,
      handlers,
      options.access ?? namedByTheTest(this.control),
      this.parts,
    );
  }

  static async create<Routes extends Readonly<Record<string, Route>>>(
    routes: Routes,
    handlers: HandlersOf<Routes>,
    options: ApiTestOptions = {},
  ): Promise<ApiUnderTest<Routes>> {
    return new ApiUnderTest(routes, handlers, options, new AsyncDisposableStack());
  }

  /** The store as a processor opens it, which takes a third of the time of all of this, and few tests need. */
  get store(): TestReadingStore {
    this.#store ??= this.#resources.adopt(new TestReadingStore(this.dataDir), (store) => store.close());
    return this.#store;
  }

  /** Opens the control data once more, until the test ends. */
  openControl(): ChainControl {
    const announce = () => Promise.resolve();
    const key = loadTokenKey(this.dataDir);
    const limits = { devices: 1000, sensors: 100_000, controlBytes: 2 ** 30, auditEntries: 100_000 };
    const opened = openTestData(this.dataDir, { key, announce, clock: this.clock, limits });
    const control = rerunTransactions({ ...opened, chainWork: workHere });
    return this.#resources.adopt(control, (store) => store.close());
  }

  async addAccount(name: string): Promise<TestAccount> {
    const made = unwrap(await createAccount(this.control, name));
    return { id: made.id, uuid: made.uuid };
  }

  /** Creates a person who is a viewer of these accounts. Resolves to their id. */
  addMember(email: string, ...accounts: readonly TestAccount[]): Promise<number> {
    const nowUs = this.control.nowUs();
    return this.control.transact(async (tx) => {
      const { id: userId } = unwrap(await createUser(tx, { email, name: email, passwordHash: "" }, nowUs));
      for (const { id } of accounts)
        await insertMembership(tx, { accountId: id, userId, role: "viewer", nowUs });
      return userId;
    });
  }

  /** The entries that requests wrote to the account's audit log, the newest first, without the set-up of the test. */
  async auditOf({ id }: TestAccount): Promise<AuditEntry[]> {
    const { entries } = await listAudit(this.control, id, { limit: 100 });
    return entries.filter(({ requestId }) => requestId !== "");
  }

  /**
   * A member of the account; without an account, no account is in the path. Has a fresh proof unless told otherwise.
   * All are the same person, unless `userId` says who.
   */
  as(
    who: Role | "nobody",
    account: TestAccount | null = null,
    {
      provedAt = Number.MAX_SAFE_INTEGER,
      userId = 1,
    }: { readonly provedAt?: number; readonly userId?: number } = {},
  ): TestCaller<Routes> {
    const caller =
      who === "nobody" ? null : { kind: "user", role: who, account: account?.uuid ?? null, provedAt, userId };
    return new TestCaller(this, this.#api, caller, account);
  }

  /** The operator, who runs commands on the server's machine. */
  asOperator(account: TestAccount | null = null): TestCaller<Routes> {
    const caller = { kind: "operator", role: "owner", account: account?.uuid ?? null };
    return new TestCaller(this, this.#api, caller, account);
  }

  asKey(account: TestAccount, allowed: readonly Scope[] = scopes): TestCaller<Routes> {
    const caller = { kind: "key", account: account.uuid, accountId: account.id, scopes: allowed };
    return new TestCaller(this, this.#api, caller, account);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }
}

/** How many keys of a limit have room. The windows for as many as a server has take long to make. */
const keysMax = 100;

export interface ApiTestOptions {
  /** A data folder with open control data; a new one by default. */
  readonly on?: { readonly dataDir: string; readonly control: ChainControl };
  readonly ask?: AskProcessor;
  readonly access?: AccessControl;
  readonly parts?: Partial<ApiParts>;
}

export interface TestAccount {
  readonly id: number;
  readonly uuid: string;
}

export interface TestCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address that the call comes from. */
  readonly source?: string;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** For a stream: all of it, as text. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many forms.
  readonly json: any;
}

export class TestCaller<Routes extends Readonly<Record<string, Route>>> {
  readonly #test: ApiUnderTest<Routes>;
  readonly #api: ManagementApi;
  readonly #caller: unknown;
  readonly #account: TestAccount | null;

  constructor(test: ApiUnderTest<Routes>, api: ManagementApi, caller: unknown, account: TestAccount | null) {
    this.#test = test;
    this.#api = api;
    this.#caller = caller;
    this.#account = account;
  }

  async call(name: keyof Routes & string, call: TestCall = {}): Promise<TestAnswer> {
    const route = this.#test.routes[name]!;
    const params: Record<string, string> = {
      ...(this.#account === null ? {} : { account: this.#account.uuid }),
      ...call.params,
    };
    const body =
      call.bytes ?? (call.body === undefined ? new Uint8Array(0) : Buffer.from(JSON.stringify(call.body)));
    const headers = new Map<string, string>(
      Object.entries({
        host: "127.0.0.1:8080",
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.#caller === null ? {} : { "x-test-caller": JSON.stringify(this.#caller) }),
        ...call.headers,
      }).map(([header, value]) => [header.toLowerCase(), value]),
    );
    const answer = await answerRequest(this.#api, {
      id: "test-request",
      method: route.method,
      target: routeTarget(route.path, params, call.query),
      headers: { get: (header) => headers.get(header) ?? null },
      body,
      source: call.source ?? "192.0.2.1",
      isSecure: true,
    });
    const text = typeof answer.body === "string" ? answer.body : await collect(answer.body);
    const isJson = (answer.headers["Content-Type"] ?? "").includes("json") && typeof answer.body === "string";
    const json: unknown = isJson && text !== "" ? JSON.parse(text) : undefined;
    checkAnswer(name, route, answer.status, json);
    return { status: answer.status, headers: answer.headers, text, json };
  }
}

function checkAnswer(name: string, route: Route, status: number, json: unknown): void {
  const isSuccess = status < 400;
  if (isSuccess && status !== route.status)
    throw new Error(`${name} answered ${status}, not ${route.status}.`);
  const isSchema = route.answer !== null && !("stream" in route.answer);
  const schema = isSuccess ? (isSchema ? (route.answer as z.ZodType) : null) : problem;
  const checked = schema?.safeParse(json);
  if (checked?.success === false) {
    throw new Error(
      `${name} answered ${JSON.stringify(json)}, which is not as promised: ${checked.error.message}`,
    );
  }
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Accepts the caller that the test wrote into a header. */
export function namedByTheTest(control: Control): AccessControl {
  const memberships = new WeakMap<Caller, { role: Role; account: string }>();
  return {
    async identify({ headers }): Promise<Caller | null> {
      const named = headers.get("x-test-caller");
      if (named === null) return null;
      const { kind, accountId, scopes: allowed, role, account, provedAt, userId } = JSON.parse(named);
      const callers: Record<Caller["kind"], Caller> = {
        operator: { kind: "operator", name: "root" },
        key: {
          kind: "key",
          keyId: 1,
          name: "Test key",
          accountId,
          createdBy: "operator",
          scopes: allowed,
          expiresAt: null,
        },
        user: { kind: "user", userId, email: "ada@example.org", sessionId: 1, provedAt },
      };
      const caller = callers[kind as Caller["kind"]];
      memberships.set(caller, { role: kind === "key" ? "editor" : role, account });
      return caller;
    },
    async accessTo(caller, accountUuid) {
      const membership = memberships.get(caller);
      if (membership?.account !== accountUuid) return null;
      const found = await control.db
        .selectFrom("accounts")
        .select(["id", "uuid", "name", tenantId.as("tenantId")])
        .where("uuid", "=", accountUuid)
        .executeTakeFirst();
      if (found === undefined) return null;
      return { ...found, role: membership.role, needsSecondFactor: false };
    },
  };
}

const nobodyToAsk: AskProcessor = () => Promise.reject(new Error("This test has no processor to ask."));
