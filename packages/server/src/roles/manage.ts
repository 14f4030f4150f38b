import { fileURLToPath } from "node:url";
import type { ControlChange } from "../control/control.ts";
import { SourceKeys } from "../ingest/limit/source-key.ts";
import { listenControl } from "../installation/embedded/control-socket.ts";
import { AccountDeleter } from "../manage/accounts/deletion/account-deleter.ts";
import { AuditPruner } from "../manage/audit/audit-pruner.ts";
import type { ApiParts } from "../manage/core/api-context.ts";
import type { AskProcessor } from "../manage/core/records/record-access.ts";
import { makeSetupSecret } from "../manage/people/set-up.ts";
import { SampleKeeper } from "../manage/sample/sample-keeper.ts";
import { offerDemo } from "../manage/system/demo.ts";
import { InstallationFigures } from "../manage/system/installation-figures.ts";
import type { Introduction } from "../manage/system/introduction.ts";
import type { RoleProcess } from "../manage/system/system-status.ts";
import { behindTlsProxy } from "../web/behind-tls-proxy.ts";
import { createDashboard } from "../web/dashboard/dashboard.ts";
import { dashboardProblem } from "../web/dashboard/dashboard-problem.ts";
import { createMetricsAccess } from "../web/operations/metrics-access.ts";
import { createOperations } from "../web/operations/operations.ts";
import { openDeviceLimiter } from "./device-limiter.ts";
import { drainMs } from "./drain-ms.ts";
import { serverLimits } from "./manage/account-limits.ts";
import { attendBus } from "./manage/attend-bus.ts";
import { flushActivity } from "./manage/bring-up-to-date.ts";
import { LivePages } from "./manage/live-pages.ts";
import { openApi } from "./manage/open-api.ts";
import { openForwardedImports } from "./manage/open-forwarded-imports.ts";
import { openManagedControl } from "./manage/open-managed-control.ts";
import { PublicAddress } from "./manage/public-address.ts";
import { SeenDevices } from "./manage/seen-devices.ts";
import { type ForwardedParts, serveForwarded } from "./manage/serve-forwarded.ts";
import { servePeople } from "./manage/serve-people.ts";
import type { RoleOptions, RunningRole } from "./role-options.ts";

/** Where `npm run build` puts the dashboard. */
const dashboardFolder = fileURLToPath(new URL("../../../dashboard/dist", import.meta.url));

export interface ManageOptions extends RoleOptions {
  /** The processes of the installation that this one knows of. */
  readonly processes: () => readonly RoleProcess[];
}

export interface ManageRole extends RunningRole {
  /** The address for people; null if the listener of the ingest role passes their requests on. */
  readonly url: string | null;
  /** Finishes open requests, if it has an address, and accepts no more. `stop` does the rest. */
  drain(): Promise<void>;
  /** Makes everything readable that this process holds of devices in memory. Only tests of a cluster call it. */
  readonly flush: () => Promise<void>;
  /** The text that is printed when the server has started. Called last, because the demo's token is shown only once. */
  introduce(): Promise<Introduction>;
}

/**
 * The role for people: the management API, the dashboard, the docs, live events, metrics, mails to people, and the
 * socket of the commands. On one machine its requests come from the listener of the ingest role.
 */
export async function startManage(options: ManageOptions): Promise<ManageRole> {
  const { installation, config, log, clock = installation.clock, processes } = options;
  await using parts = new AsyncDisposableStack();
  // Opened before anything is loaded, so that a change committed meanwhile is either loaded or kept.
  const bus = parts.adopt(await installation.openBus("manage", log), (opened) => opened.close());
  // First, because this may fail, and nothing has to be stopped in good order yet.
  const managed = parts.adopt(await openManagedControl({ installation, config, clock, bus }), (opened) =>
    opened.close(),
  );
  const { control, key } = managed;
  const readings = parts.adopt(await installation.openReadingQueries(), (opened) => opened.close());
  const receipts = parts.adopt(await installation.openReceiptQueries(), (opened) => opened.close());
  const accepted = parts.adopt(await installation.openAcceptedReadings(), (opened) => opened.close());
  const outcomes = { receipts, accepted };
  const pages = parts.adopt(new LivePages({ bus, config, control, outcomes, log }), (opened) =>
    opened.stop(),
  );
  const { hub, publish } = pages;
  const { lastWord } = installation;
  const seen = { bus, control, readings, publish, clock, log, lastWord };
  const devices = parts.adopt(new SeenDevices(seen), (opened) => opened.stop());
  const { flush, connections } = devices;
  parts.adopt(new AuditPruner(control, log), (opened) => opened.stop());
  const activity = parts.adopt(await installation.openActivityQueries(), (opened) => opened.close());
  const outbox = parts.adopt(await installation.openOutboxQueries(), (opened) => opened.close());
  const figures = await InstallationFigures.open({
    installation,
    config,
    limits: serverLimits(config),
    control,
    bus,
    clock,
    processes,
    activity,
    outbox,
    live: hub,
  });
  const address = new PublicAddress(config.publicUrl);
  const imports = openForwardedImports(bus, config.clockToleranceS * 1000);
  const ask: AskProcessor = (request) => bus.ask("process", request);
  const sendAsDevice: ApiParts["sendAsDevice"] = (request, source) =>
    bus.ask("ingest", { kind: "send as device", request, source });
  const api = parts.adopt(
    await openApi({
      installation,
      config,
      control,
      imports,
      clock,
      log,
      readings,
      activity,
      outbox,
      outcomes,
      flush,
      address,
      uses: { of: (accountId) => figures.uses.of(accountId), ofAll: () => figures.sharedUse() },
      sources: new SourceKeys(config.trustedProxies),
      seen: connections,
      live: pages.api,
      recentActivity: { flush: () => flushActivity(bus) },
      ask,
      sendAsDevice,
      system: () => figures.system(),
      cluster: () => figures.cluster(),
      counts: () => figures.counts(),
      notices: () => figures.failing.notices(),
    }),
    (opened) => opened.close(),
  );
  const background = {
    control,
    log,
    ask,
    settle: () => devices.settle(),
    isReady: () => bus.isThere("ingest") && bus.isThere("process"),
  };
  const deleter = parts.adopt(new AccountDeleter(background), (opened) => opened.stop());
  const samples = parts.adopt(
    new SampleKeeper({ ...background, imports, sendAsDevice, watched: () => pages.watched }),
    (opened) => opened.stop(),
  );
  await bus.follow(async (changes) => {
    const has = (...kinds: ControlChange["kind"][]) =>
      changes === "everything" || changes.some(({ kind }) => kinds.includes(kind));
    if (changes === "everything") pages.mayHaveMissed();
    if (has("key")) key.reload();
    if (has("recipients")) api.askRecipients();
    if (has("template")) api.followTemplates();
    if (has("account")) {
      void deleter.look();
      void samples.look();
    }
    if (has("device", "account")) api.settingsChanged();
    if (has("people", "account")) await hub.recheck();
  });
  const hasForwarded = installation.dataFolder !== null;
  attendBus(bus, { pages, devices, figures, address, hasForwarded, control, log });
  const operations = createOperations({
    mayReadMetrics: createMetricsAccess(config.metricsToken),
    limits: config,
    metrics: () => figures.metrics(),
  });
  const dashboard = createDashboard(dashboardFolder, config);
  const { dataFolder } = installation;
  const tls = { sources: new SourceKeys(config.trustedProxies), hasTls: config.tlsCert !== null };
  const asked: Omit<ForwardedParts, "dataFolder"> = {
    publish: behindTlsProxy<never>(
      tls,
      (head, peerAddress) => operations(head, peerAddress) ?? dashboard(head),
    ),
    manage: behindTlsProxy(tls, api.begin),
  };
  let url: string | null = null;
  let drain = async (): Promise<void> => undefined;
  if (dataFolder === null) {
    // A load balancer would take a process that loads for a process that hangs.
    await api.load();
    await options.beforeListening?.();
    const people = servePeople({
      ...asked,
      config,
      clock,
      log,
      others: installation,
      limiter: openDeviceLimiter(installation, config).limiter,
    });
    let draining: Promise<void> | null = null;
    drain = () => {
      draining ??= drainMs(installation, config).then((ms) => people.drain(ms));
      return draining;
    };
    parts.defer(() => options.onDrained?.());
    parts.defer(drain);
    url = people.url;
    address.listening(url);
  } else {
    const commands = listenControl(dataFolder, {
      changed: (changes) => bus.announce(changes),
      manage: api.operate,
    });
    parts.defer(() => commands.close());
    const requests = serveForwarded({ ...asked, dataFolder });
    parts.defer(() => requests.close());
  }
  const running = parts.move();
  return {
    url,
    flush,
    drain: () => drain(),
    async introduce() {
      // Links in mails name the address on which the server listens, which is known by now.
      api.askRecipients();
      return {
        demo: config.demo ? await offerDemo(control) : null,
        setupSecret: await makeSetupSecret(control, { besideOthers: dataFolder === null }),
        dashboardProblem: dashboardProblem(dashboardFolder),
      };
    },
    stop: () => running.disposeAsync(),
  };
}
