import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Config } from "../config/settings.ts";
import { DeviceRegistry } from "../ingest/authenticate/device-registry.ts";
import { IdentityMemory } from "../ingest/classify/identity-memory.ts";
import { recallIdentities } from "../ingest/classify/recall-identities.ts";
import { readCertificate, watchCertificate } from "../ingest/http/certificate-files.ts";
import { listen } from "../ingest/http/listener.ts";
import { createOperations } from "../ingest/http/operations.ts";
import { createIngest } from "../ingest/ingest.ts";
import { IngestMetrics } from "../ingest/ingest-metrics.ts";
import { LastConnected } from "../ingest/last-connected.ts";
import { FixedWindowLimiter } from "../ingest/limit/fixed-window-limiter.ts";
import { SourceKeys } from "../ingest/limit/source-key.ts";
import { listenControl } from "../manage/control-socket.ts";
import { type ControlChange, openControlStore } from "../manage/control-store.ts";
import { type Demo, offerDemo } from "../manage/demo.ts";
import { loadDeviceRecords } from "../manage/device-records.ts";
import { type ServerStatus, summarise } from "../manage/server-status.ts";
import { loadTokenKey } from "../manage/token-key.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { lockDataFolder } from "../platform/data-lock.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import { renderMetrics } from "../platform/metrics.ts";
import type { ProcessorProgress } from "../process/process-messages.ts";
import { ProcessorSupervisor } from "../process/processor-supervisor.ts";
import { SqliteLogQueue } from "../queue/sqlite-log/sqlite-log-queue.ts";
import { SqliteLogReader } from "../queue/sqlite-log/sqlite-log-reader.ts";
import { SqliteReadingStore } from "../store/sqlite/sqlite-reading-store.ts";
import { operationalMetrics } from "./operational-metrics.ts";

/** How often "last connected" leaves the server's memory. */
const connectionsFlushMs = 1000;
const mainFile = fileURLToPath(new URL("../main.ts", import.meta.url));

export interface EmbeddedServer {
  readonly url: string;
  /** The demo device, on the very first start. */
  readonly demo: Demo | null;
  readonly processorPid: () => number | null;
  /** Unready, finish what was begun, flush, stop the processor. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
}

/**
 * The embedded installation: everything in one data folder, no outside service. Builds the parts in the order in which
 * they depend on each other and names every adapter; nothing else does.
 */
export async function startEmbedded({
  config,
  log,
  clock = systemClock,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = config.data;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataFolder(dataDir);

  const devices = new DeviceRegistry();
  const lastConnected = new LastConnected();
  const metrics = new IngestMetrics();
  const key = loadTokenKey(dataDir, config.tokenKey ?? undefined);
  const control = openControlStore(dataDir, { key, announce: () => Promise.resolve() });
  const demo = config.demo ? await offerDemo(control) : null;

  let progress: ProcessorProgress = initialProgress(dataDir);
  const replayMs = config.replayWindowS * 1000;
  const memory = new IdentityMemory(config.identitiesMax, {
    replayMs,
    duplicateMs: config.duplicateWindowS * 1000,
  });
  let lastAppendLost = false;
  const queue = await SqliteLogQueue.open({
    dataDir,
    retention: { windowMs: replayMs, readingsMax: config.identitiesMax },
    settledPosition: progress.position,
    backlogBytesMax: config.queueBytesMax,
    nowMs: () => clock.nowMs(),
    onLost: (reason) => {
      memory.forgetPending();
      if (!lastAppendLost) log.error("readings cannot be made durable; answering 503", { reason });
      lastAppendLost = true;
    },
    onAppended: (commitMs) => {
      if (lastAppendLost) log.info("readings can be made durable again");
      lastAppendLost = false;
      metrics.committed(commitMs);
      processor.appended();
    },
    onFatal: (reason) => {
      log.error("the queue failed and cannot be trusted; ending without answering", { reason });
      process.exit(1);
    },
  });
  const queueReader = new SqliteLogReader(dataDir);
  recallIdentities(memory, queueReader, clock.nowMs() - replayMs);
  queueReader.close();

  const processor = new ProcessorSupervisor({
    command: [process.execPath, mainFile, "process", "--data", dataDir, "--log-level", config.logLevel],
    log,
    onProgress: (reported) => {
      progress = reported;
      queue.settled(reported);
      if (reported.position < queue.totals().lastPosition) processor.appended();
    },
  });

  // Listening before loading: a change that is committed while the devices load is either loaded or announced.
  const controlSocket = listenControl(dataDir, {
    changed: async (change) => applyChange(change),
    flush,
    status,
  });
  for (const record of loadDeviceRecords(control)) devices.put(record);

  let draining = false;
  const operations = createOperations({
    limits: config,
    isReady: async () => !draining && queue.hasRoom() && (!lastAppendLost || (await queue.probe())),
    metrics: () =>
      renderMetrics([...metrics.metrics, ...operationalMetrics({ status, processor, devices, memory })]),
  });
  const ingest = createIngest(
    {
      bodyBytesMax: config.bodyBytesMax,
      entriesMax: config.entriesMax,
      clockToleranceMs: config.clockToleranceS * 1000,
      defaultContract: config.defaultContract,
    },
    {
      clock,
      log,
      devices,
      limiter: new FixedWindowLimiter(config.rateLimit, config.rateLimitSourcesMax),
      sources: new SourceKeys(config.trustedProxies),
      queue,
      memory,
      lastConnected,
      metrics,
    },
  );
  const { tlsCert, tlsKey } = config;
  const tls = tlsCert !== null && tlsKey !== null ? readCertificate(tlsCert, tlsKey) : null;
  const listener = listen({ host: config.host, port: config.port, tls }, ingest, operations);
  const certificateWatch =
    tlsCert !== null && tlsKey !== null
      ? watchCertificate(
          tlsCert,
          tlsKey,
          (pair) => {
            listener.useCertificate(pair);
            log.info("the certificate was replaced");
          },
          (error) =>
            log.error("the new certificate is unusable, the old one stays", { reason: reasonOf(error) }),
        )
      : null;
  const connectionsTimer = setInterval(sendConnections, connectionsFlushMs);

  return {
    url: listener.url,
    demo,
    processorPid: () => processor.pid,
    async stop() {
      draining = true;
      certificateWatch?.stop();
      await listener.drain(config.drainTimeoutS * 1000);
      clearInterval(connectionsTimer);
      sendConnections();
      controlSocket.close();
      await queue.close();
      await processor.stop();
      await control.close();
      lock.release();
    },
  };

  function applyChange(change: ControlChange): Promise<void> | void {
    if (change.kind !== "device") {
      processor.send({ kind: "changed", deviceId: null });
      return processor.flush();
    }
    const [record] = loadDeviceRecords(control, change.deviceId);
    if (record === undefined) devices.remove(change.deviceId);
    else devices.put(record);
    processor.send({ kind: "changed", deviceId: change.deviceId });
    return processor.flush();
  }

  function sendConnections(): void {
    if (!processor.isRunning) return;
    const connections = lastConnected.collect();
    if (connections.length > 0) processor.send({ kind: "connected", connections });
  }

  function flush(): Promise<void> {
    sendConnections();
    return processor.flush();
  }

  function status(): ServerStatus {
    const { acceptedReadings, counters, backlogBytes } = queue.totals();
    return summarise({ acceptedReadings, counters, backlogBytes, settled: progress });
  }
}

/** Brings the store's file up to date, and reads how far the processor has come. */
function initialProgress(dataDir: string): ProcessorProgress {
  const store = new SqliteReadingStore(dataDir);
  const durablePosition = store.sync();
  const { position, saved, ended, dead } = store.progress();
  store.close();
  return { position, durablePosition, saved, ended, dead };
}
