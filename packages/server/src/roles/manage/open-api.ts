import type { Config } from "../../config/settings.ts";
import type { RequestHead } from "../../ingest/http/request-head.ts";
import type { SourceKeys } from "../../ingest/limit/source-key.ts";
import type { Installation } from "../../installation/installation.ts";
import { makeLimit, openLimiter } from "../../installation/open-installation.ts";
import type { ChainControl } from "../../manage/chains/work/chain-control.ts";
import type { ApiParts } from "../../manage/core/api-context.ts";
import type { ImportSink } from "../../manage/core/import-sink.ts";
import type { AskProcessor } from "../../manage/core/records/record-access.ts";
import { AutomaticQuarantine } from "../../manage/devices/automatic-quarantine.ts";
import { DeviceCreations } from "../../manage/devices/device-creations.ts";
import { SilenceWatch } from "../../manage/devices/expectation/silence-watch.ts";
import {
  type FreshConnections,
  KnownConnections,
} from "../../manage/devices/list/device-list-connections.ts";
import { RecipientAsker } from "../../manage/messages/recipient-asker.ts";
import { MailQueue } from "../../manage/people/mail-queue.ts";
import { openPeopleLimits } from "../../manage/people/people-limits.ts";
import { SignInThrottle } from "../../manage/people/sign-in-throttle.ts";
import { createProvisioningExchange } from "../../manage/provisioning/provisioning-exchange.ts";
import { openProvisioningLimits } from "../../manage/provisioning/provisioning-limits.ts";
import type { SystemStatus } from "../../manage/system/system-status.ts";
import { TemplateFollower } from "../../manage/templates/following/template-follower.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { answerFetch } from "../../web/answer-fetch.ts";
import type { ManagementApi } from "../../web/management-api.ts";
import { createManagementExchange } from "../../web/management-exchange.ts";
import { RequestTurns } from "../../web/turns/request-turns.ts";
import { accountRules, serverLimits } from "./account-limits.ts";
import { createChannelTester } from "./channel-tester.ts";
import type { PublicAddress } from "./public-address.ts";
import type { RoutedApi } from "./routed-api.ts";
import { serverFacts } from "./server-facts.ts";
import { createServerMailer } from "./server-mailer.ts";

/** Requests per minute from one source. A page in use makes a few hundred. */
const requestsPerMinute = 6000;

interface ApiSources {
  readonly installation: Installation;
  readonly config: Config;
  readonly control: ChainControl;
  readonly imports: ImportSink;
  readonly sources: SourceKeys;
  readonly seen: FreshConnections;
  readonly live: ApiParts["live"];
  readonly ask: AskProcessor;
  readonly sendAsDevice: ApiParts["sendAsDevice"];
  readonly flush: () => Promise<void>;
  readonly recentActivity: { flush(): Promise<void> };
  readonly readings: ApiParts["readings"];
  readonly activity: ApiParts["activity"];
  readonly outbox: ApiParts["outbox"];
  readonly outcomes: Pick<ApiParts, "receipts" | "accepted">;
  readonly system: () => Promise<SystemStatus>;
  readonly cluster: ApiParts["cluster"];
  readonly counts: ApiParts["counts"];
  readonly notices: ApiParts["notices"];
  readonly uses: ApiParts["uses"];
  readonly clock: Clock;
  readonly log: Log;
  readonly address: PublicAddress;
}

/** The management API, for the listener. */
export async function openApi(parts: ApiSources) {
  const { installation, config, control, imports, sources, seen, clock, log, address } = parts;
  const {
    live,
    ask,
    sendAsDevice,
    flush,
    recentActivity,
    system,
    cluster,
    counts,
    notices,
    uses,
    readings,
    activity,
    outbox,
    outcomes,
  } = parts;
  const chains = await installation.openChainQueries();
  const statistics = await installation.openStatisticsQueries();
  const mailer = createServerMailer({ url: config.smtpUrl, from: config.smtpFrom }, clock);
  const mails = new MailQueue({ mailer, log });
  const asker = mailer === null ? null : new RecipientAsker({ control, mailer, address, log });
  const connections = new KnownConnections(readings, seen);
  const quarantine = new AutomaticQuarantine({
    control,
    connections,
    troubles: activity,
    statistics,
    recentActivity,
    log,
  });
  const silence = new SilenceWatch({ control, connections, alarms: chains, ask, clock, log });
  const follower = new TemplateFollower(control, log);
  const limits = openPeopleLimits((name, options) =>
    installation.shareLimiter(`people.${name}`, openLimiter(makeLimit(options)), options),
  );
  const apiParts: ApiParts = {
    control,
    readings,
    chains,
    outbox,
    activity,
    ...outcomes,
    statistics,
    system,
    cluster,
    members: () => installation.readMembers(),
    counts,
    notices,
    uses,
    recentActivity,
    connections,
    ask,
    sendAsDevice,
    flush,
    creations: new DeviceCreations(),
    live,
    mailer,
    mails,
    clock,
    log,
    testChannel: createChannelTester({
      control,
      mailer,
      clock,
      allow: config.outboxAllow,
      publicUrl: config.publicUrl,
    }),
    limits,
    throttle: new SignInThrottle(limits.tries),
    turns: new RequestTurns(),
    get publicUrl() {
      return address.url;
    },
    plainHttp: config.plainHttp,
    defaultContract: config.defaultContract,
    aheadMaxMs: config.clockToleranceS * 1000,
    serverLimits: serverLimits(config),
    accountRules: accountRules(config),
    serverFacts: serverFacts(config, { sendsMail: mailer !== null }),
  };
  let loading: Promise<RoutedApi> | null = null;
  /**
   * Loaded for the first request, because it is half of the role and many servers run for days without such a request.
   */
  const routed = (): Promise<RoutedApi> => {
    loading ??= import("./routed-api.ts").then(({ createRoutedApi }) => createRoutedApi(imports, apiParts));
    return loading;
  };
  const api: ManagementApi = async (head) => (await routed()).ofPeople(head);
  const operate = answerFetch(async (head) => (await routed()).ofOperator(head));
  const budget = { limit: requestsPerMinute, windowMs: 60_000, keysMax: config.rateLimitSourcesMax };
  const provision = createProvisioningExchange({
    control,
    sources,
    clock,
    log,
    defaultContract: config.defaultContract,
    hasTls: config.tlsCert !== null,
    plainHttp: config.plainHttp,
    turns: apiParts.turns,
    limits: openProvisioningLimits((name, options) =>
      installation.shareLimiter(`devices.${name}`, openLimiter(makeLimit(options)), options),
    ),
  });
  const limiter = installation.shareLimiter("management", openLimiter(makeLimit(budget)), budget);
  const manage = createManagementExchange({ api, sources, hasTls: config.tlsCert !== null, limiter, clock });
  return {
    /** Answers requests of people and programs, and of devices that ask for a token. Returns null for all other requests. */
    begin: (head: RequestHead, peerAddress: string) =>
      provision(head, peerAddress) ?? manage(head, peerAddress),
    operate,
    /** Loads the API before the first request. Otherwise that request keeps the process busy for up to a second. */
    load: async (): Promise<void> => void (await routed()),
    askRecipients: (): void => void asker?.ask(),
    settingsChanged: (): void => silence.settingsChanged(),
    followTemplates: (): void => void follower.follow(),
    async close(): Promise<void> {
      await follower.stop();
      await silence.stop();
      await quarantine.stop();
      await asker?.stop();
      await mails.close();
      for (const queries of [chains, statistics]) await queries.close();
    },
  };
}
