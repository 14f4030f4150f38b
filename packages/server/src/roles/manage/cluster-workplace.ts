import { fail } from "@weir/protocol/result";
import type { Bus } from "../../bus/bus.ts";
import type { ClusterConfig } from "../../config/is-cluster.ts";
import { openInstallation } from "../../installation/open-installation.ts";
import { InstallationFigures } from "../../manage/system/installation-figures.ts";
import { serverLimits } from "./account-limits.ts";
import { flushActivity } from "./bring-up-to-date.ts";
import { openForwardedImports } from "./open-forwarded-imports.ts";
import type { AnsweredElsewhere, OpenedHere, Workplace, WorkplaceOptions } from "./workplace.ts";

/** Somebody waits at a terminal. */
const engineWaitMs = 10_000;
/** A command waits no longer for busy processors, and then shows the stored data. */
const flushTimeoutMs = 5000;

/**
 * The engines of a cluster. The command joins it as a member, so its changes are in effect everywhere before it ends, and
 * the running processes answer what only they know. Without any process, the command works on what is stored.
 */
export async function openClusterWorkplace(
  config: ClusterConfig,
  { log, begins }: WorkplaceOptions,
): Promise<Workplace> {
  await using parts = new AsyncDisposableStack();
  const installation = parts.adopt(
    await openInstallation(config, { role: "command", log, engineWaitMs, onlyExisting: !begins }),
    (opened) => opened.close(),
  );
  const bus = await installation.openBus("command", log);
  // A command reads everything from the database when it needs it, so there is nothing to load again.
  await bus.follow(() => undefined);
  const opened = parts.move();
  return {
    installation,
    announce: (changes) => bus.announce(changes),
    imports: openForwardedImports(bus, config.clockToleranceS * 1000),
    reachOthers: (here) => reachOthers({ installation, bus, config, opened: here }),
    close: () => opened.disposeAsync(),
  };
}

interface Reached extends Pick<Workplace, "installation"> {
  readonly bus: Bus;
  readonly config: ClusterConfig;
  readonly opened: OpenedHere;
}

async function reachOthers({ installation, bus, config, opened }: Reached): Promise<AnsweredElsewhere> {
  const { clock } = installation;
  const figures = await InstallationFigures.open({
    ...opened,
    installation,
    bus,
    config,
    limits: serverLimits(config),
    clock,
    processes: () => [],
    // Open pages belong to the manage processes.
    live: { listeners: 0, streamsOf: () => 0, accountsAbove: () => [] },
  });
  return {
    accepted: await installation.openAcceptedReadings(),
    ask: (request) => bus.ask("process", request),
    sendAsDevice: (request, source) => bus.ask("ingest", { kind: "send as device", request, source }),
    system: () => figures.system(),
    cluster: () => figures.cluster(),
    counts: () => figures.counts(),
    notices: () => figures.failing.notices(),
    uses: {
      of: async (accountId) => ({
        ...(await figures.uses.of(accountId)),
        // Each manage process knows its own.
        streams: null,
        chainChecks: null,
        chainCheckS: null,
      }),
      ofAll: () => figures.sharedUse(),
    },
    recentActivity: { flush: () => flushActivity(bus) },
    flush: () => flush(bus),
    live: {
      watch: async () => undefined,
      subscribe: () => fail({ limit: "total", max: 0 }),
      tell: (events) => bus.tell("manage", { kind: "live", events: [...events] }),
    },
  };
}

/** Waits, with a limit, until accepted readings have gone through their chains. Connections stay for the manage processes. */
async function flush(bus: Bus): Promise<void> {
  try {
    const { lastPositions: positions } = await bus.ask("ingest", { kind: "collect connections", max: 0 });
    await bus.ask("process", { kind: "flush", positions }, { timeoutMs: flushTimeoutMs });
  } catch {
    // Nobody is there or everybody is busy, so the command shows slightly older data.
  }
}
