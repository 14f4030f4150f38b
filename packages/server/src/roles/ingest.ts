import { ActivityRecorder } from "../activity/activity-recorder.ts";
import type { Bus } from "../bus/bus.ts";
import { DeviceRegistry } from "../ingest/authenticate/device-registry.ts";
import { IngestMetrics } from "../ingest/ingest-metrics.ts";
import { LastConnected } from "../ingest/last-connected.ts";
import { SourceKeys } from "../ingest/limit/source-key.ts";
import { RequestIds } from "../ingest/respond/request-ids.ts";
import { SettledPosition } from "../ingest/settled-position.ts";
import { OccasionalWarning } from "../platform/occasional-warning.ts";
import type { Position } from "../queue/position.ts";
import { QueueShares } from "../queue/queue-shares.ts";
import type { FoundReadings, WantedReadings } from "../queue/wanted-readings.ts";
import { openDeviceLimiter } from "./device-limiter.ts";
import { drainMs } from "./drain-ms.ts";
import { ActivitySender } from "./ingest/activity-sender.ts";
import { attendBus } from "./ingest/attend-bus.ts";
import { FleetMemory } from "./ingest/fleet-memory.ts";
import { openDeviceApi } from "./ingest/open-device-api.ts";
import { openImports } from "./ingest/open-imports.ts";
import { openListeners } from "./ingest/open-listeners.ts";
import { QueueWake } from "./ingest/queue-wake.ts";
import type { RoleOptions, RunningRole } from "./role-options.ts";

export interface IngestOptions extends RoleOptions {
  /** Resolves when all roles that answer requests are there. Without it, the role listens at once. */
  readonly mayListen?: Promise<void>;
}

export interface IngestRole extends RunningRole {
  readonly url: string;
}

/**
 * The role for devices: the listener, the device API and the queue. All other requests are passed on to the manage
 * role.
 */
export async function startIngest(options: IngestOptions): Promise<IngestRole> {
  const { installation, config, log, clock = installation.clock, mayListen } = options;
  await using parts = new AsyncDisposableStack();
  // Opened before anything is loaded, so that a change committed meanwhile is either loaded or kept.
  const bus = parts.adopt(await installation.openBus("ingest", log), (opened) => opened.close());
  const control = parts.adopt(await installation.readControl(), (opened) => opened.close());
  const toleranceMs = config.clockToleranceS * 1000;
  const requestIds = new RequestIds();
  const activity = new ActivityRecorder({ keptPerDevice: config.activityPerDevice, boot: requestIds.boot });
  const metrics = new IngestMetrics();
  const wake = new QueueWake(bus);
  const limitReached = new OccasionalWarning(
    log,
    "devices of an account that has reached a limit are answered 503",
    clock,
  );
  const devices = new DeviceRegistry();
  const shares = new QueueShares({
    tenantOf: (accountId) => devices.tenantOf(accountId),
    perAccountBytesMax: config.queueBytesPerAccount,
    parkedBytesMax: config.parkedBytes,
    storedReadingsMax: config.storedReadingsPerAccount,
    onRefused: (accountId, { setting, max }) => limitReached.warn({ accountId, setting, max }),
  });
  const opened = await installation.openIntake({
    clock,
    log,
    shares,
    accountOf: (deviceId) => devices.accountOf(deviceId),
    findStored: findStoredBy(bus),
    onLookedUp: (readings) => metrics.lookedUp(readings),
    onAppended(partitions, commitMs) {
      metrics.committed(commitMs);
      wake.appended(partitions);
    },
  });
  const { intake, importIntake, queue, readiness, settledPositions, identities, identitiesOf } = opened;
  parts.defer(() => queue.close());
  const settled = new SettledPosition(settledPositions, config.storedWaitS * 1000);
  const lastConnected = new LastConnected();
  const fleet = new FleetMemory({ bus, control, devices, lastConnected, queue });
  await fleet.load();
  await opened.recallShares();
  const imports = openImports({
    intake: importIntake,
    queue,
    counts: queue,
    shares,
    devices,
    metrics,
    bus,
    clock,
    toleranceMs,
  });
  const sources = new SourceKeys(config.trustedProxies);
  const { limiter, limit } = openDeviceLimiter(installation, config);
  let isDraining = false;
  const isReady = async () => !isDraining && (await readiness.isWritable());
  const api = openDeviceApi({
    config,
    clock,
    log,
    devices,
    limiter,
    sources,
    intake,
    counts: queue,
    settled,
    partitions: installation.partitions,
    dataFolder: installation.dataFolder,
    ...(installation.dataFolder === null ? { others: installation } : {}),
    lastConnected,
    metrics,
    activity,
    requestIds,
    isReady,
    knowsDevices: () => installation.mayAct(),
  });
  const activitySender = new ActivitySender(activity, bus, installation.lastWord);
  parts.defer(() => activitySender.stop());
  parts.defer(() => fleet.handOver(clock.nowMs()));
  parts.defer(() => api.close());
  await bus.follow((changes) => fleet.apply(changes));
  await mayListen;
  await options.beforeListening?.();
  const listeners = await openListeners({
    config,
    sources,
    clock,
    log,
    exchange: api.exchange,
    fleet,
    activitySender,
    devices,
    intake,
    counts: queue,
    limit,
    isReady,
    settledPositions,
    dataFolder: installation.dataFolder,
  });
  parts.defer(() => options.onDrained?.());
  parts.defer(async () => listeners.drain(await drainMs(installation, config)));
  attendBus(bus, {
    ingest: api.ingest,
    imports,
    activitySender,
    fleet,
    devices,
    shares,
    queue,
    wake,
    settled,
    listeners,
    metrics,
    identities,
    identitiesOf,
    clock,
    seemsReady: () => !isDraining && readiness.seemsWritable,
  });
  const running = parts.move();
  return {
    url: listeners.url,
    async stop() {
      isDraining = true;
      queue.hurry();
      await running.disposeAsync();
      listeners.end();
    },
  };
}

/** Says which of these readings are stored. */
type FindStored = (readings: WantedReadings, positions: readonly Position[]) => Promise<FoundReadings>;

/**
 * Asks the processor. Readings that the memory has forgotten may still wait in the queue, so these are settled first.
 */
function findStoredBy(bus: Pick<Bus, "ask">): FindStored {
  return async (readings, positions) => {
    await bus.ask("process", { kind: "flush", positions });
    return bus.ask("process", { kind: "find readings", readings });
  };
}
