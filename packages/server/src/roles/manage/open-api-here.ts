import { isCluster } from "../../config/is-cluster.ts";
import type { Config } from "../../config/settings.ts";
import { operator } from "../../control/actor.ts";
import { makeLimit, openLimiter } from "../../installation/open-installation.ts";
import { workHere } from "../../manage/chains/work/work-here.ts";
import type { ApiParts } from "../../manage/core/api-context.ts";
import { DeviceCreations } from "../../manage/devices/device-creations.ts";
import { MailQueue } from "../../manage/people/mail-queue.ts";
import { openPeopleLimits } from "../../manage/people/people-limits.ts";
import { SignInThrottle } from "../../manage/people/sign-in-throttle.ts";
import { reachableUrl } from "../../platform/reachable-url.ts";
import { answerFetch } from "../../web/answer-fetch.ts";
import { RequestTurns } from "../../web/turns/request-turns.ts";
import { accountLimits, accountRules, serverLimits } from "./account-limits.ts";
import { createChannelTester } from "./channel-tester.ts";
import { createRoutedApi } from "./routed-api.ts";
import { serverFacts } from "./server-facts.ts";
import { createServerMailer } from "./server-mailer.ts";
import type { Workplace, WorkplaceOptions } from "./workplace.ts";

export interface ApiHere {
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** The management API in this process, for commands of the operator that no server answers. */
export async function openApiHere(config: Config, options: WorkplaceOptions): Promise<ApiHere> {
  await using parts = new AsyncDisposableStack();
  const open = async <Opened extends { close(): Promise<void> }>(opening: Promise<Opened>) =>
    parts.adopt(await opening, (opened) => opened.close());
  const workplace = await open(openWorkplace(config, options));
  const { log } = options;
  const { installation, announce, imports } = workplace;
  const { clock } = installation;
  const actor = operator("command line");
  const key = installation.loadKey();
  const limitsOfAccounts = accountLimits(config);
  const data = await open(
    installation.openControl({ key, actor, clock, announce, limits: limitsOfAccounts }),
  );
  const control = { ...data, chainWork: workHere };
  const readings = await open(installation.openReadingQueries());
  const activity = await open(installation.openActivityQueries());
  const outbox = await open(installation.openOutboxQueries());
  // A command asks about a person or two. Creating the memory for thousands, which a server needs, takes 20 ms.
  const limits = openPeopleLimits((_name, options) => openLimiter(makeLimit({ ...options, keysMax: 1 })));
  const mailer = createServerMailer({ url: config.smtpUrl, from: config.smtpFrom });
  const mails = await open(Promise.resolve(new MailQueue({ mailer, log, retryDelaysMs: [] })));
  const apiParts: ApiParts = {
    ...(await workplace.reachOthers({ control, activity, outbox })),
    members: () => installation.readMembers(),
    control,
    readings,
    activity,
    outbox,
    log,
    clock,
    connections: readings,
    receipts: await open(installation.openReceiptQueries()),
    chains: await open(installation.openChainQueries()),
    statistics: await open(installation.openStatisticsQueries()),
    mailer,
    mails,
    testChannel: createChannelTester({
      control,
      mailer,
      clock,
      allow: config.outboxAllow,
      publicUrl: config.publicUrl,
    }),
    limits,
    throttle: new SignInThrottle(limits.tries),
    creations: new DeviceCreations(),
    turns: new RequestTurns(),
    publicUrl: serverUrl(config),
    plainHttp: config.plainHttp,
    defaultContract: config.defaultContract,
    aheadMaxMs: imports.aheadMaxMs,
    serverLimits: serverLimits(config),
    accountRules: accountRules(config),
    serverFacts: serverFacts(config, { sendsMail: mailer !== null }),
  };
  const { ofOperator } = createRoutedApi(imports, apiParts);
  const opened = parts.move();
  return { answer: answerFetch(ofOperator), close: () => opened.disposeAsync() };
}

async function openWorkplace(config: Config, options: WorkplaceOptions): Promise<Workplace> {
  if (isCluster(config)) {
    const { openClusterWorkplace } = await import("./cluster-workplace.ts");
    return openClusterWorkplace(config, options);
  }
  const { openFolderWorkplace } = await import("./folder-workplace.ts");
  return openFolderWorkplace(config);
}

/** The address of the server for links: the configured one, or the one it listens on. */
function serverUrl(config: Config): string {
  const { publicUrl, host, port, managePort, tlsCert: certificate } = config;
  if (publicUrl !== null) return publicUrl;
  const name = host.includes(":") ? `[${host}]` : host;
  const own = isCluster(config) ? (managePort ?? port) : port;
  return reachableUrl(`${certificate === null ? "http" : "https"}://${name}:${own}`);
}
