import { fileURLToPath } from "node:url";
import type {
  Events,
  ManageQuestion,
  Member,
  ProgressReport,
  Questions,
  ToldToManage,
} from "../bus/messages.ts";
import { operator } from "../control/actor.ts";
import type { ControlChange } from "../control/control-store.ts";
import { loadTokenKey } from "../control/sealing/token-key.ts";
import { createDashboard } from "../dashboard/dashboard.ts";
import { dashboardProblem } from "../dashboard/dashboard-problem.ts";
import { createMetricsAccess } from "../ingest/http/metrics-access.ts";
import { createOperations } from "../ingest/http/operations.ts";
import { SourceKeys } from "../ingest/limit/source-key.ts";
import { listenControl } from "../installation/embedded/control-socket.ts";
import { embeddedLayout } from "../installation/embedded/embedded-layout.ts";
import { takeImportRequest } from "../installation/embedded/server-sink.ts";
import {
  openBus,
  openChainQueries,
  openControl,
  openCounters,
  openReadingQueries,
  openRequestOutcomes,
} from "../installation/open-installation.ts";
import type { LiveEvent } from "../live/live-event.ts";
import { LiveHub } from "../live/live-hub.ts";
import { WatchedAccounts } from "../live/watched-accounts.ts";
import { AuditPruner } from "../manage/audit-pruner.ts";
import type { ChainControl } from "../manage/chain-work/chain-control.ts";
import { offerDemo } from "../manage/demo.ts";
import { DeviceRhythms } from "../manage/device-rhythms.ts";
import { TokenUses } from "../manage/device-tokens-uses.ts";
import type { Introduction } from "../manage/introduction.ts";
import { makeSetupSecret } from "../manage/people/set-up.ts";
import { noteRecipient } from "../manage/recipients/recipients.ts";
import { makeWebhookSecrets } from "../manage/secrets.ts";
import { type RoleProcess, readProcesses, readSystemStatus } from "../manage/system-status.ts";
import { systemClock } from "../platform/clock.ts";
import { reasonOf } from "../platform/log.ts";
import { renderMetrics } from "../platform/metrics.ts";
import type { ProcessorRequest } from "../process/processor-request.ts";
import { accountLimits } from "./manage/account-limits.ts";
import { accountMetrics } from "./manage/account-metrics.ts";
import { AccountUses } from "./manage/account-uses.ts";
import { askIngestFigures } from "./manage/ask-ingest-figures.ts";
import { flushAccepted, flushNoticed, stopSightings } from "./manage/bring-up-to-date.ts";
import { ChainMetrics } from "./manage/chain-metrics.ts";
import { DeviceSightings } from "./manage/device-sightings.ts";
import { makeConfiguredOwner } from "./manage/make-configured-owner.ts";
import { openApi } from "./manage/open-api.ts";
import { openChainWork } from "./manage/open-chain-work.ts";
import { openForwardedImports } from "./manage/open-forwarded-imports.ts";
import { operationalMetrics } from "./manage/operational-metrics.ts";
import { RequestFeed } from "./manage/request-feed.ts";
import { serveForwarded } from "./manage/serve-forwarded.ts";
import type { RoleOptions, RunningRole } from "./role-options.ts";

/** Where `npm run build` puts the dashboard. */
const dashboardFolder = fileURLToPath(new URL("../../../dashboard/dist", import.meta.url));

/** Whoever looks at figures waits no longer for a busy ingest process. */
const figuresTimeoutMs = 5000;

/** Asked every second, so a slow answer need not be waited for. */
const tokenUsesTimeoutMs = 2000;

export interface ManageOptions extends RoleOptions {
  /** The processes of the installation, as far as this one knows them. */
  readonly processes: () => readonly RoleProcess[];
}

export interface ManageRole extends RunningRole {
  /** What is said when the server has started. Called last, because the demo's token is shown once. */
  introduce(): Promise<Introduction>;
}

/**
 * The role that people talk to: the management API, the dashboard, the docs, live events, metrics, mails to people, and the
 * socket of the commands. Its requests come from the listener of the ingest role.
 */
export async function startManage(options: ManageOptions): Promise<ManageRole> {
  const { config, log, clock = systemClock, processes } = options;
  const dataDir = config.data;
  await using parts = new AsyncDisposableStack();
  const bus = parts.adopt(await openBus({ dataDir, member: "manage", log }), (opened) => opened.close());
  const key = loadTokenKey(dataDir, config.tokenKey ?? undefined, config.tokenKeyPrevious ?? undefined);
  const chainWork = parts.adopt(openChainWork(config, clock), (opened) => opened.close());
  const opened = await openControl(dataDir, {
    ...{ key, clock, actor: operator("server start"), limits: accountLimits(config) },
    announce: (changes) => bus.announce(changes),
    sendsMail: config.smtpUrl !== null && config.smtpFrom !== null,
  });
  const control: ChainControl = { ...opened, chainWork };
  parts.defer(() => control.close());
  // Before anything is begun that would have to be ended in good order, because this may fail.
  await makeConfiguredOwner(control, config);
  await makeWebhookSecrets(control);
  const written = parts.adopt(await openReadingQueries(dataDir), (opened) => opened.close());
  const outcomes = parts.adopt(await openRequestOutcomes(dataDir), (opened) => opened.close());
  const counters = await openCounters(dataDir, () =>
    bus.ask("ingest", { kind: "queue totals" }, { timeoutMs: figuresTimeoutMs }),
  );
  const chainMetrics = new ChainMetrics({ control, openQueries: () => openChainQueries(dataDir) });
  const watched = new WatchedAccounts();
  const hub = new LiveHub({
    limits: {
      total: config.streamsMax,
      perAccount: config.streamsPerAccount,
      perHolder: config.streamsPerCaller,
    },
    onWatch: (accountIds) => watched.set(accountIds),
  });
  parts.defer(() => hub.stop());
  const publish = (events: readonly LiveEvent[]) => hub.publish(events);
  const feed = new RequestFeed({ control, outcomes, log, publish });
  parts.defer(() => feed.stop());
  const tellWatched = (member: "ingest" | "process") =>
    bus.tell(member, { kind: "watch", accountIds: watched.accountIds });
  watched.follow((accountIds) => {
    feed.watch(accountIds);
    tellWatched("ingest");
    tellWatched("process");
  });
  const rhythms = new DeviceRhythms(written);
  const sightings = new DeviceSightings({ bus, rhythms, publish });
  parts.defer(() => stopSightings(sightings, bus));
  const tokenUses = new TokenUses({
    ...{ control, clock, log },
    uses: () => bus.ask("ingest", { kind: "token uses" }, { timeoutMs: tokenUsesTimeoutMs }),
  });
  parts.defer(() => tokenUses.stop());
  const auditPruner = new AuditPruner(control, log);
  parts.defer(() => auditPruner.stop());
  const listenUrl = { url: config.publicUrl ?? "" };
  const startedMs = clock.nowMs();
  const imports = openForwardedImports(bus, config.clockToleranceS * 1000);
  const uses = new AccountUses(bus);
  const flush = () => flushAccepted(sightings, bus);
  const api = await openApi({
    ...{ config, control, imports, rhythms, clock, log, outcomes, flush, uses },
    ...{ sources: new SourceKeys(config.trustedProxies), seen: sightings, live: hub },
    noticed: { flush: () => flushNoticed(bus) },
    ask: (request) => bus.ask("process", request),
    sendAsDevice: (request, source) => bus.ask("ingest", { kind: "send as device", request, source }),
    async system() {
      const [counts, ingest] = await Promise.all([counters.read(), askIngestFigures(bus, figuresTimeoutMs)]);
      const { isReady, devices, identities } = ingest;
      return readSystemStatus({
        ...{ dataDir, startedMs, clock, counts, isReady, devices, identities },
        files: [embeddedLayout.control.name, embeddedLayout.log.name, embeddedLayout.store.name],
        backlogBytesMax: config.queueBytesMax,
        identitiesMax: config.identitiesMax,
        processes: readProcesses(processes()),
        liveListeners: hub.listeners,
      });
    },
    url: () => listenUrl.url,
  });
  parts.defer(() => api.close());
  const operations = createOperations({
    mayReadMetrics: createMetricsAccess(config.metricsToken),
    limits: config,
    async metrics() {
      const [counts, ingest] = await Promise.all([counters.read(), askIngestFigures(bus, figuresTimeoutMs)]);
      const ofAccounts = await accountMetrics(control, await uses.unsettled(), uses.parked);
      const operational = operationalMetrics({ counts, ingest, processes: readProcesses(processes()) });
      return (
        ingest.metrics + renderMetrics([...operational, ...ofAccounts, ...(await chainMetrics.metrics())])
      );
    },
  });
  const dashboard = createDashboard(dashboardFolder);
  await bus.follow(async (changes) => {
    const has = (...kinds: ControlChange["kind"][]) => changes.some(({ kind }) => kinds.includes(kind));
    if (has("key")) key.reload();
    if (has("recipients")) api.askRecipients();
    if (has("device", "account")) api.settingsChanged();
    if (has("people", "account")) await hub.recheck();
  });
  const controlSocket = listenControl(dataDir, {
    changed: (changes) => bus.announce(changes),
    flush,
    counts: () => counters.read(),
    ask: (request) => takeImportRequest(imports, request) ?? bus.ask("process", request as ProcessorRequest),
    notify: (notice) => api.notify(notice),
  });
  parts.defer(() => controlSocket.close());
  bus.attend({
    answer,
    hear,
    joined: (member) => (member === "ingest" || member === "process") && tellWatched(member),
  });
  const requests = serveForwarded({
    dataDir,
    publish: (head, peerAddress) => operations(head, peerAddress) ?? dashboard(head),
    manage: api.begin,
  });
  parts.defer(() => requests.close());
  const running = parts.move();
  return {
    async introduce() {
      // Links in mails name the address that the server listens on, which is known by now.
      api.askRecipients();
      return {
        demo: config.demo ? await offerDemo(control) : null,
        setupSecret: await makeSetupSecret(control),
        dashboardProblem: dashboardProblem(dashboardFolder),
      };
    },
    stop: () => running.disposeAsync(),
  };

  async function answer(asked: Questions[Member]): Promise<unknown> {
    const question = asked as ManageQuestion;
    if (question.kind === "watched") return watched.accountIds;
    sightings.take(question.collected);
    await tokenUses.take(question.tokenUses);
    return null;
  }

  function hear(told: Events[Member]): void {
    const event = told as ProgressReport | ToldToManage;
    switch (event.kind) {
      case "progress":
        counters.reported(event.progress);
        uses.reported(event.progress);
        break;
      case "live":
        hub.publish(event.events);
        break;
      case "requests":
        feed.show(event.records);
        break;
      case "device removed":
        sightings.forget(event.deviceId);
        hub.publish([{ kind: "deletion", accountId: event.accountId, device: event.uuid }]);
        break;
      case "listening":
        listenUrl.url = event.url;
        break;
      case "ask recipient":
        // Asked again every minute until it was done.
        noteRecipient(control, event.accountId, event.address).catch((error: unknown) =>
          log.error("a recipient of mail could not be noted", { reason: reasonOf(error) }),
        );
        break;
    }
  }
}
