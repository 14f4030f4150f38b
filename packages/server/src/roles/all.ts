import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ActivityRecorder } from "../activity/activity-recorder.ts";
import type { Config } from "../config/settings.ts";
import { operator } from "../control/actor.ts";
import { loadTokenKey } from "../control/sealing/token-key.ts";
import { createDashboard } from "../dashboard/dashboard.ts";
import { dashboardProblem } from "../dashboard/dashboard-problem.ts";
import { DeviceRegistry } from "../ingest/authenticate/device-registry.ts";
import type { LateReadings } from "../ingest/classify/forgotten-readings.ts";
import { createDispatch } from "../ingest/dispatch-request.ts";
import { listen } from "../ingest/http/listener.ts";
import { createMetricsAccess } from "../ingest/http/metrics-access.ts";
import { createOperations } from "../ingest/http/operations.ts";
import { createIngest } from "../ingest/ingest.ts";
import { IngestMetrics } from "../ingest/ingest-metrics.ts";
import { LastConnected } from "../ingest/last-connected.ts";
import { FixedWindowLimiter } from "../ingest/limit/fixed-window-limiter.ts";
import { SourceKeys } from "../ingest/limit/source-key.ts";
import { RequestIds } from "../ingest/respond/request-ids.ts";
import { SettledPosition } from "../ingest/settled-position.ts";
import { UsualRequests } from "../ingest/usual/usual-requests.ts";
import { embeddedLayout } from "../installation/embedded/embedded-layout.ts";
import {
  openChainQueries,
  openControl,
  openReadingQueries,
  openRequestOutcomes,
  prepareStore,
} from "../installation/open-installation.ts";
import { LiveHub } from "../live/live-hub.ts";
import { AuditPruner } from "../manage/audit-pruner.ts";
import { listenControl } from "../manage/control-socket.ts";
import { type Demo, offerDemo } from "../manage/demo.ts";
import { DeviceRhythms } from "../manage/device-rhythms.ts";
import { TokenUses } from "../manage/device-tokens-uses.ts";
import { takeImportRequest } from "../manage/imports/server-sink.ts";
import { makeSetupSecret } from "../manage/people/set-up.ts";
import { noteRecipient } from "../manage/recipients/recipients.ts";
import { makeWebhookSecrets } from "../manage/secrets.ts";
import { type ServerStatus, summarise } from "../manage/server-status.ts";
import { readSystemStatus, type SystemSources } from "../manage/system-status.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import { renderMetrics } from "../platform/metrics.ts";
import { OccasionalWarning } from "../platform/occasional-warning.ts";
import { lockDataFolder } from "../platform/sqlite/data-lock.ts";
import type { ProcessorRequest } from "../process/processor-request.ts";
import { ProcessorSupervisor } from "../process/processor-supervisor.ts";
import type { Backlog } from "../store/backlog-store.ts";
import { ActivitySender } from "./activity-sender.ts";
import { openImports } from "./ingest/open-imports.ts";
import { openIntake } from "./ingest/open-intake.ts";
import { sendAsDevice } from "./ingest/send-as-device.ts";
import { LiveControl } from "./live-control.ts";
import { accountLimits } from "./manage/account-limits.ts";
import { ChainMetrics } from "./manage/chain-metrics.ts";
import { makeConfiguredOwner } from "./manage/make-configured-owner.ts";
import { openApi } from "./manage/open-api.ts";
import { openChainWork } from "./manage/open-chain-work.ts";
import { operationalMetrics } from "./manage/operational-metrics.ts";
import { parkedMetric } from "./manage/parked-metric.ts";
import { warnOfKeys } from "./manage/warn-of-keys.ts";
import { deliverySettings } from "./process/delivery-settings.ts";

const mainFile = fileURLToPath(new URL("../main.ts", import.meta.url));
/** Where `npm run build` puts the dashboard. */
const dashboardFolder = fileURLToPath(new URL("../../../dashboard/dist", import.meta.url));

export interface RunningServer {
  readonly url: string;
  /** The demo device, on the very first start. */
  readonly demo: Demo | null;
  /** Makes the first owner, while there is none. */
  readonly setupSecret: string | null;
  /** Why the dashboard cannot be shown, and how to fix that; null when it can. */
  readonly dashboardProblem: string | null;
  /** Unready, finish what was begun, flush, stop the processor. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
}

/**
 * The embedded installation: everything in one data folder, no outside service. Builds the parts in the order in which
 * they depend on each other; each says how it is taken down again, which happens in reverse, also when a later part
 * cannot be built.
 */
export async function startAll(options: StartOptions): Promise<RunningServer> {
  const { config, log, clock = systemClock } = options;
  const dataDir = config.data;
  await using parts = new AsyncDisposableStack();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataFolder(dataDir);
  parts.defer(() => lock.release());

  const key = loadTokenKey(dataDir, config.tokenKey ?? undefined, config.tokenKeyPrevious ?? undefined);
  const chainWork = openChainWork(config, clock);
  parts.defer(() => chainWork.close());
  const control = openControl(dataDir, {
    ...{ key, clock, actor: operator("server start"), chainWork, limits: accountLimits(config) },
    announce: (changes) => live.apply(changes),
    sendsMail: config.smtpUrl !== null && config.smtpFrom !== null,
  });
  parts.defer(() => control.close());

  const devices = new DeviceRegistry();
  const lastConnected = new LastConnected();
  const requestIds = new RequestIds();
  const activity = new ActivityRecorder({ keptPerDevice: config.activityPerDevice, boot: requestIds.boot });
  const metrics = new IngestMetrics();
  const chainMetrics = new ChainMetrics({ control, openQueries: () => openChainQueries(dataDir) });
  let progress = prepareStore(dataDir);
  let parked: readonly Backlog[] = [];
  const written = openReadingQueries(dataDir);
  parts.defer(() => written.close());
  const rhythms = new DeviceRhythms(written);
  const settled = new SettledPosition(progress.position, config.storedWaitS * 1000);
  const { queue, memory, readiness } = await openIntake({
    ...{ config, clock, log },
    settledPosition: progress.position,
    onAppended(commitMs) {
      metrics.committed(commitMs);
      processor.appended();
    },
  });
  parts.defer(() => queue.close());
  const processor = new ProcessorSupervisor({
    command: [process.execPath, mainFile, "process", "--data", dataDir, "--log-level", config.logLevel],
    delivery: deliverySettings(config),
    turns: { turnMs: config.processingShare * 10, parkedBytesMax: config.parkedBytes },
    log,
    onAskRecipient: (accountId, address) => noteRecipient(control, accountId, address),
    onLive: (events) => hub.publish(events),
    onProgress(reported) {
      progress = reported;
      parked = reported.parked;
      queue.settled(reported);
      settled.reached(reported.position, reported.parked);
      if (reported.position < queue.totals().lastPosition) processor.appended();
    },
  });
  parts.defer(() => processor.stop());

  const hub = new LiveHub({
    limits: {
      total: config.streamsMax,
      perAccount: config.streamsPerAccount,
      perHolder: config.streamsPerCaller,
    },
    onWatch(accountIds) {
      processor.watch(accountIds);
      noticed.watch(accountIds);
    },
  });
  parts.defer(() => hub.stop());
  let askRecipients = (): void => undefined;
  let settingsChanged = (): void => undefined;
  const live = new LiveControl({
    ...{ control, devices, processor, lastConnected, rhythms, queue, hub },
    askRecipients: () => askRecipients(),
    settingsChanged: () => settingsChanged(),
  });
  parts.defer(() => live.stop());
  const outcomes = parts.adopt(openRequestOutcomes(dataDir), (opened) => opened.close());
  const noticed = new ActivitySender({
    ...{ activity, processor, control, outcomes, log },
    publish: (events) => hub.publish(events),
  });
  parts.defer(() => noticed.stop());
  const imports = openImports({
    ...{ queue, memory, metrics, processor, clock, toleranceMs: config.clockToleranceS * 1000 },
    findStored: (readings) => live.findStored(readings),
  });
  // Listening before loading: a change that is committed while the devices load is either loaded or announced.
  const controlSocket = listenControl(dataDir, {
    changed: (changes) => live.apply(changes),
    flush: () => live.flush(),
    status,
    ask: (request) => takeImportRequest(imports, request) ?? processor.request(request as ProcessorRequest),
    notify: (notice) => manage.notify(notice),
  });
  parts.defer(() => controlSocket.close());
  await live.loadDevices();
  await warnOfKeys(config, control, log);
  // Changes from here on only: they are announced, which takes all the parts above.
  await makeWebhookSecrets(control);
  await makeConfiguredOwner(control, config);
  const tokenUses = new TokenUses({ control, devices, clock, log });
  parts.defer(() => tokenUses.stop());
  const auditPruner = new AuditPruner(control, log);
  parts.defer(() => auditPruner.stop());

  let draining = false;
  const operations = createOperations({
    mayReadMetrics: createMetricsAccess(config.metricsToken),
    limits: config,
    isReady: async () => !draining && (await readiness.isWritable()),
    metrics: async () =>
      renderMetrics([
        ...metrics.metrics,
        ...operationalMetrics({ status, processor, devices, memory, listener }),
        await parkedMetric(control, parked),
        ...(await chainMetrics.metrics()),
      ]),
  });
  const systemSources: SystemSources = {
    ...{ dataDir, startedMs: clock.nowMs(), clock, status, queue, processor, devices },
    files: [embeddedLayout.control.name, embeddedLayout.log.name, embeddedLayout.store.name],
    isReady: () => !draining && readiness.seemsWritable,
    backlogBytesMax: config.queueBytesMax,
    identities: memory,
    identitiesMax: config.identitiesMax,
    live: hub,
  };
  const sources = new SourceKeys(config.trustedProxies);
  const manage = openApi({
    ...{ config, control, imports, sources, devices, rhythms, clock, log, noticed, outcomes, live: hub },
    ask: (request) => processor.request(request),
    sendAsDevice: (request, source) => sendAsDevice(ingest, request, source),
    flush: () => live.flush(),
    system: () => readSystemStatus(systemSources),
    url: () => listener.url,
  });
  parts.defer(() => manage.close());
  settingsChanged = manage.settingsChanged;
  const dashboard = createDashboard(dashboardFolder);
  const limiter = new FixedWindowLimiter(config.rateLimit, config.rateLimitSourcesMax);
  const ingestParts = {
    ...{ clock, log, devices, limiter, sources, queue, memory, settled, lastConnected, metrics, activity },
    ...{ requestIds, findStored: (readings: LateReadings) => live.findStored(readings) },
  };
  const ingestOptions = { ...config, clockToleranceMs: config.clockToleranceS * 1000 };
  const ingest = createIngest(ingestOptions, ingestParts);
  const hasTls = certificateFiles(config) !== null;
  const usual = new UsualRequests({ ...ingestOptions, hasTls }, ingestParts);
  const tooManyConnections = new OccasionalWarning(log, "a source has too many connections open", clock);
  const listener = listen(
    {
      host: config.host,
      port: config.port,
      certificate: certificateFiles(config),
      sourceLimit: {
        connectionsMax: config.connectionsPerSourceMax,
        sourceOf: (peerAddress) => sources.connectionKeyOf(peerAddress),
        onRefused: (source) =>
          tooManyConnections.warn({ source, connections_per_source_max: config.connectionsPerSourceMax }),
      },
      onCertificateReplaced: () => log.info("the certificate was replaced"),
      onCertificateUnusable: (error) =>
        log.error("the new certificate is unusable, the old one stays", { reason: reasonOf(error) }),
      onFault: (error) => log.error("a connection failed", { reason: reasonOf(error) }),
    },
    createDispatch({
      ...{ operations, dashboard, manage: manage.begin, ingest, usual },
      ...{ limiter, sources, clock, requestIds, metrics },
    }),
  );
  parts.defer(() => listener.drain(config.drainTimeoutS * 1000));
  // Links in mails name the address that the server listens on.
  askRecipients = manage.askRecipients;
  askRecipients();
  // Last, because its token is shown once: a start that fails before does not use it up.
  const demo = config.demo ? await offerDemo(control) : null;
  const setupSecret = await makeSetupSecret(control);
  const running = parts.move();

  return {
    url: listener.url,
    demo,
    setupSecret,
    dashboardProblem: dashboardProblem(dashboardFolder),
    async stop() {
      draining = true;
      await running.disposeAsync();
    },
  };

  function status(): ServerStatus {
    const { acceptedReadings, counters, backlogBytes } = queue.totals();
    return summarise({ acceptedReadings, counters, backlogBytes, settled: progress });
  }
}

function certificateFiles({ tlsCert, tlsKey }: Config): { certFile: string; keyFile: string } | null {
  return tlsCert === null || tlsKey === null ? null : { certFile: tlsCert, keyFile: tlsKey };
}
