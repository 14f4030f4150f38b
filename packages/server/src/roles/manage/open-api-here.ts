import { fail } from "@weir/protocol/result";
import type { Config } from "../../config/settings.ts";
import { operator } from "../../control/actor.ts";
import { announceChanges } from "../../installation/embedded/control-socket.ts";
import { refuseMigratedFolder } from "../../installation/embedded/migration/migrated-folder.ts";
import { makeLimit, openDataFolder, openLimiter } from "../../installation/open-installation.ts";
import { readKeptUsage } from "../../manage/accounts/kept-usage.ts";
import { workHere } from "../../manage/chains/work/work-here.ts";
import { MailQueue } from "../../manage/people/mail-queue.ts";
import { openPeopleLimits } from "../../manage/people/people-limits.ts";
import { SignInThrottle } from "../../manage/people/sign-in-throttle.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { reachableUrl } from "../../platform/reachable-url.ts";
import { answerFetch } from "../../web/answer-fetch.ts";
import type { ApiParts } from "../../web/api-context.ts";
import { accountLimits, serverLimits } from "./account-limits.ts";
import { createChannelTester } from "./channel-tester.ts";
import { createRoutedApi } from "./routed-api.ts";
import { serverFacts } from "./server-facts.ts";
import { createServerMailer } from "./server-mailer.ts";

/** A command needs the running server, and there is none. */
class ServerNotRunningError extends Error {
  readonly code = "server_not_running";
}

export interface ApiHere {
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/**
 * The management API in this process, for commands while no server is running. It works on the data folder, and refuses
 * requests that need a server with `server_not_running`.
 */
export async function openApiHere(config: Config, log: Log): Promise<ApiHere> {
  const dataDir = config.data;
  refuseMigratedFolder(dataDir);
  const installation = await openDataFolder(config);
  await using parts = new AsyncDisposableStack();
  const open = async <Opened extends { close(): Promise<void> }>(opening: Promise<Opened>) =>
    parts.adopt(await opening, (opened) => opened.close());
  const data = await open(
    installation.openControl({
      ...{ key: installation.loadKey(), actor: operator("command line"), limits: accountLimits(config) },
      // A server that has started meanwhile still receives the change.
      announce: (changes) => announceChanges(dataDir, changes),
    }),
  );
  const control = { ...data, chainWork: workHere };
  const readings = await open(installation.openReadingQueries());
  const activity = await open(installation.openActivityQueries());
  const outbox = await open(installation.openOutboxQueries());
  const needsServer = () => Promise.reject(new ServerNotRunningError(`No server is running on ${dataDir}.`));
  // A command asks about a person or two. Creating the memory for thousands, which a server needs, takes 20 ms.
  const limits = openPeopleLimits((_name, options) => openLimiter(makeLimit({ ...options, keysMax: 1 })));
  const mailer = createServerMailer({ url: config.smtpUrl, from: config.smtpFrom });
  const mails = await open(Promise.resolve(new MailQueue({ mailer, log, retryDelaysMs: [] })));
  const apiParts: ApiParts = {
    ...{ control, readings, activity, outbox, log, clock: systemClock, connections: readings },
    receipts: await open(installation.openReceiptQueries()),
    // Only a server looks into the queue.
    accepted: { of: async () => null, close: async () => undefined },
    chains: await open(installation.openChainQueries()),
    statistics: await open(installation.openStatisticsQueries()),
    ...{
      ask: needsServer,
      sendAsDevice: needsServer,
      system: needsServer,
      cluster: needsServer,
      counts: needsServer,
      notices: () => [],
    },
    ...{ recentActivity: { flush: async () => undefined }, flush: async () => undefined },
    live: {
      watch: async () => undefined,
      subscribe: () => fail({ limit: "total", max: 0 }),
      tell: () => undefined,
    },
    ...{ mailer, mails },
    testChannel: createChannelTester({
      ...{ control, mailer, clock: systemClock, allow: config.outboxAllow },
      url: () => serverUrl(config),
    }),
    limits,
    throttle: new SignInThrottle(limits.tries),
    publicUrl: serverUrl(config),
    plainHttp: config.plainHttp,
    defaultContract: config.defaultContract,
    aheadMaxMs: config.clockToleranceS * 1000,
    serverLimits: serverLimits(config),
    serverFacts: serverFacts(config, { sendsMail: mailer !== null }),
    uses: {
      of: async (accountId) => ({
        ...(await readKeptUsage({ control, activity, outbox }, accountId, systemClock.nowMs())),
        ...{ queueBytes: null, identities: null, traces: null, storedReadings: null, processedPercent: null },
        ...{ streams: null, chainChecks: null, chainCheckS: null },
      }),
      ofAll: async () => null,
    },
  };
  const { ofOperator } = createRoutedApi({ aheadMaxMs: apiParts.aheadMaxMs, take: needsServer }, apiParts);
  const opened = parts.move();
  return { answer: answerFetch(ofOperator), close: () => opened.disposeAsync() };
}

/** The address of the server for links: the configured one, or the one it listens on. */
function serverUrl({ publicUrl, host, port, tlsCert: certificate }: Config): string {
  if (publicUrl !== null) return publicUrl;
  const name = host.includes(":") ? `[${host}]` : host;
  return reachableUrl(`${certificate === null ? "http" : "https"}://${name}:${port}`);
}
