import { ActivityRecorder } from "../activity/activity-recorder.ts";
import type { IngestFigures, IngestQuestion } from "../bus/messages.ts";
import type { Config } from "../config/settings.ts";
import { DeviceRegistry } from "../ingest/authenticate/device-registry.ts";
import { IngestMetrics } from "../ingest/ingest-metrics.ts";
import { LastConnected } from "../ingest/last-connected.ts";
import { SourceKeys } from "../ingest/limit/source-key.ts";
import { RequestIds } from "../ingest/respond/request-ids.ts";
import { SettledPosition } from "../ingest/settled-position.ts";
import {
  makeLimit,
  openBus,
  openCommittedCounters,
  openIntake,
  openLimiter,
  openQueueReader,
  readControl,
} from "../installation/open-installation.ts";
import { systemClock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { renderMetrics } from "../platform/metrics.ts";
import { OccasionalWarning } from "../platform/occasional-warning.ts";
import { isReached } from "../queue/position.ts";
import { QueueShares } from "../queue/queue-shares.ts";
import { recallShares } from "../queue/recall-shares.ts";
import { ActivitySender } from "./ingest/activity-sender.ts";
import { findStoredBy } from "./ingest/find-stored.ts";
import { FleetMemory } from "./ingest/fleet-memory.ts";
import { ListenerThreads } from "./ingest/listener-threads.ts";
import { openDeviceApi } from "./ingest/open-device-api.ts";
import { answerImport, openImports } from "./ingest/open-imports.ts";
import { openListener } from "./ingest/open-listener.ts";
import { QueueWake } from "./ingest/queue-wake.ts";
import { sendAsDevice } from "./ingest/send-as-device.ts";
import type { RoleOptions, RunningRole } from "./role-options.ts";

export interface IngestOptions extends RoleOptions {
  /** Resolves when somebody is there to answer all that comes in; by default that is not waited for. */
  readonly mayListen?: Promise<void>;
}

export interface IngestRole extends RunningRole {
  readonly url: string;
}

/**
 * The role that devices talk to: the listener, the device API and the queue. Everything else that comes in is passed
 * on to the manage role.
 */
export async function startIngest(options: IngestOptions): Promise<IngestRole> {
  const { config, log, clock = systemClock, mayListen } = options;
  const dataDir = config.data;
  await using parts = new AsyncDisposableStack();
  // Opened before anything is loaded: a change that is committed meanwhile is either loaded or kept.
  const bus = parts.adopt(await openBus({ dataDir, member: "ingest", log }), (opened) => opened.close());
  const control = parts.adopt(await readControl(dataDir), (opened) => opened.close());
  const toleranceMs = config.clockToleranceS * 1000;
  const requestIds = new RequestIds();
  const activity = new ActivityRecorder({ keptPerDevice: config.activityPerDevice, boot: requestIds.boot });
  const metrics = new IngestMetrics();
  const { settledPosition: position } = await (await openCommittedCounters(dataDir)).read();
  const settled = new SettledPosition(position, config.storedWaitS * 1000);
  const wake = new QueueWake(bus);
  const limitReached = new OccasionalWarning(
    log,
    "devices of an account that has reached a limit are answered 503",
    clock,
  );
  const shares = new QueueShares({
    perAccountBytesMax: config.queueBytesPerAccount,
    parkedBytesMax: config.parkedBytes,
    storedReadingsMax: config.storedReadingsPerAccount,
    onRefused: (accountId, { setting, max }) => limitReached.warn({ accountId, setting, max }),
  });
  const { intake, importIntake, queue, readiness, identities, identitiesOf } = await openIntake({
    ...{ config, clock, log, shares, settledPosition: position },
    findStored: findStoredBy(bus),
    onLookedUp: (readings) => metrics.lookedUp(readings),
    onAppended(commitMs) {
      metrics.committed(commitMs);
      wake.appended();
    },
  });
  parts.defer(() => queue.close());
  const devices = new DeviceRegistry();
  const lastConnected = new LastConnected();
  const fleet = new FleetMemory({ bus, control, devices, lastConnected, queue });
  await fleet.load();
  const reader = await openQueueReader(dataDir);
  await recallShares(shares, reader, position, (deviceId) => devices.findById(deviceId)?.record.accountId);
  reader.close();
  const imports = openImports({
    ...{ intake: importIntake, queue, counts: queue, shares, devices, metrics, bus, clock, toleranceMs },
  });
  const sources = new SourceKeys(config.trustedProxies);
  const limit = makeLimit({
    ...{ limit: config.rateLimit, windowMs: 60_000, keysMax: config.rateLimitSourcesMax },
  });
  let isDraining = false;
  const isReady = async () => !isDraining && (await readiness.isWritable());
  const api = openDeviceApi({
    ...{ config, clock, log, devices, limiter: openLimiter(limit), sources, intake, counts: queue, settled },
    ...{ lastConnected, metrics, activity, requestIds, isReady },
  });
  const { ingest } = api;
  const noticed = new ActivitySender(activity, bus);
  const threadParts = { config, log, intake, counts: queue, limit, isReady, onFull: noticed.send };
  parts.defer(() => noticed.stop());
  parts.defer(() => fleet.handOver(clock.nowMs()));
  parts.defer(() => api.close());
  await bus.follow((changes) => fleet.apply(changes));
  await mayListen;
  const listeners = hasThreads(config, log) ? openThreads() : null;
  const own =
    listeners === null ? openListener({ config, sources, clock, log, exchange: api.exchange }) : null;
  await listeners?.listen();
  const url = listeners?.url ?? own!.url;
  parts.defer(async () => {
    await own?.drain(config.drainTimeoutS * 1000);
    await listeners?.drain(config.drainTimeoutS * 1000);
  });
  bus.attend({
    answer,
    hear(event) {
      if (event.kind === "watch") {
        fleet.watch(event.accountIds);
        noticed.watch(event.accountIds);
      } else if (event.kind === "store full") {
        shares.storeFull(event.accountIds);
      } else if (event.kind === "progress") {
        queue.settled(event.progress);
        shares.reported(event.progress, queue.lastPosition);
        settled.reached(event.progress.position, event.progress.parked);
        listeners?.reached(event.progress.position, event.progress.parked);
        wake.reported(!isReached(queue.lastPosition, event.progress.position));
      }
    },
    joined(member) {
      if (member === "process") wake.reported(true);
      else if (member === "manage") bus.tell("manage", { kind: "listening", url });
    },
  });
  const running = parts.move();
  return {
    url,
    async stop() {
      isDraining = true;
      await running.disposeAsync();
      listeners?.end();
    },
  };

  function answer(asked: unknown): unknown {
    const question = asked as IngestQuestion;
    switch (question.kind) {
      case "send as device":
        return sendAsDevice(ingest, question.request, question.source);
      case "import readings":
        return answerImport(imports, question.mode, question.readings);
      case "flush noticed":
        return noticed.flush().then(() => null);
      case "collect connections":
        return fleet.collect(question.max);
      case "token uses":
        return fleet.tokenUses(clock.nowMs());
      case "unsettled":
        return shares.unsettled(question.accountId);
      case "identities":
        return identitiesOf(question.accountId);
      case "queue totals":
        return queue.totals();
      case "figures":
        return figures();
    }
  }

  async function figures(): Promise<IngestFigures> {
    const all = new IngestMetrics();
    all.add(metrics.totals());
    const threads = (await listeners?.askAll({ kind: "figures" })) ?? [];
    for (const { totals } of threads) all.add(totals);
    const open = own === null ? threads : [own];
    return {
      isReady: !isDraining && readiness.seemsWritable,
      devices: devices.size,
      identities: identities(),
      connections: open.reduce((sum, { connections }) => sum + connections, 0),
      heldBytes: open.reduce((sum, { heldBytes }) => sum + heldBytes, 0),
      metrics: renderMetrics(all.metrics),
    };
  }

  function openThreads(): ListenerThreads {
    const opened = new ListenerThreads({
      ...threadParts,
      ...{ devices: devices.records(), settledPosition: position },
    });
    fleet.serve(opened);
    noticed.serve(opened);
    return opened;
  }
}

/** Elsewhere the kernel would give all connections to one of the threads that share a port. */
function hasThreads({ ingestThreads }: Config, log: Log): boolean {
  if (ingestThreads === 1) return false;
  if (process.platform === "linux") return true;
  log.warn("several listener threads work on Linux only; one is used", { ingest_threads: ingestThreads });
  return false;
}
