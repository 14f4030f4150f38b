import type { ClusterConfig } from "../../config/is-cluster.ts";
import { ControlDataUnavailableError } from "../../control/control.ts";
import { controlSchema } from "../../control/postgres/migrations/control-migrations.ts";
import { TokenKeyError } from "../../control/sealing/key-file.ts";
import type { Clock } from "../../platform/clock.ts";
import { isWithin } from "../../platform/is-within.ts";
import { parseNatsAddress } from "../../platform/nats/nats-address.ts";
import { type NatsConnection, openNats } from "../../platform/nats/open-nats.ts";
import { NewerSchemaError } from "../../platform/postgres/migrate-schema.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import { RedisLink } from "../../platform/redis/redis-link.ts";
import {
  type DurabilityFinding,
  findDurability,
  requireSync,
} from "../../queue/jetstream/durability-finding.ts";
import { NewerQueueError, type QueueStream, TooFewServersError } from "../../queue/jetstream/queue-stream.ts";
import { UntestedNatsError } from "../../queue/jetstream/tested-versions.ts";
import { MigrationError } from "../migration/migration-error.ts";
import type { StartingRole } from "../starting-role.ts";
import { checkConnections, TooFewConnectionsError } from "./check-connections.ts";
import { checkTokenKey } from "./check-token-key.ts";
import { findUntestedServers } from "./check-versions.ts";
import { createClusterTables } from "./create-cluster-tables.ts";
import { DatabaseClock } from "./database-clock.ts";
import { checkEngineFiles, natsFiles, redisFiles } from "./engine-files.ts";
import { WrongClusterNameError, WrongStreamError } from "./judge-stream.ts";
import { refuseMigratedDatabase } from "./migration/migration-marker.ts";
import { nameRecordedStream, openRightStream, type StreamParts } from "./open-right-stream.ts";
import { StreamWatch } from "./stream-watch.ts";
import { EngineUnavailableError, waitFor } from "./wait-for.ts";

/** Longer than a working engine takes to answer. */
const answerMaxMs = 1000;
/** How often a process looks at the stream only to show its state. */
const showEveryMs = 3000;

/**
 * The engines of a cluster, as opened by one process. Opening waits for each of them. They may become unavailable
 * later.
 */
export interface ClusterEngines {
  readonly nats: NatsConnection;
  readonly stream: QueueStream;
  /** Whether the stream is the one that the positions belong to. */
  readonly streamWatch: StreamWatch;
  /** Whether the servers sync readings before they acknowledge them. */
  readonly durability: DurabilityFinding;
  /** The current state, because servers may have been upgraded or replaced. */
  findDurability(): Promise<DurabilityFinding>;
  readonly postgres: Postgres;
  readonly clock: Clock;
  /** Null if the cluster has no Redis. */
  readonly redis: RedisLink | null;
  /** The engines that do not answer now. */
  missing(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Waits for the engines and migrates their schemas. Several processes may do so at once. */
export async function openEngines(config: ClusterConfig, starting: StartingRole): Promise<ClusterEngines> {
  const { role, log, waitsFor, engineWaitMs, onlyExisting = false } = starting;
  const untilMs = engineWaitMs === undefined ? undefined : performance.now() + engineWaitMs;
  checkEngineFiles(config);
  waitsFor?.(["PostgreSQL", "NATS"]);
  const { postgresConnections } = config;
  const postgres = openPostgres(config.postgresUrl, {
    applicationName: `weir ${role}`,
    connectionsMax: postgresConnections,
  });
  // A command opens few connections, and must work while there are too few for a process.
  if (role !== "command")
    await waitFor(() => checkConnections(postgres, { role, postgresConnections }), {
      log,
      what: "PostgreSQL",
      address: postgres.address,
      untilMs,
      isFinal: (error) => error instanceof TooFewConnectionsError,
    });
  if (onlyExisting)
    await waitFor(() => requireData(postgres), {
      log,
      what: "PostgreSQL",
      address: postgres.address,
      untilMs,
      isFinal: (error) => error instanceof ControlDataUnavailableError,
    });
  await waitFor(() => migrate(postgres, config), {
    log,
    what: "PostgreSQL",
    address: postgres.address,
    untilMs,
    isFinal: (error) => error instanceof NewerSchemaError || error instanceof MigrationError,
  });
  await waitFor(() => checkTokenKey(postgres, config), {
    log,
    what: "PostgreSQL",
    address: postgres.address,
    untilMs,
    isFinal: (error) => error instanceof TokenKeyError,
  });
  const clock = await waitFor(() => DatabaseClock.open(postgres), {
    log,
    what: "PostgreSQL",
    address: postgres.address,
    untilMs,
  });
  waitsFor?.(["NATS"]);
  const nats = await connectNats(config, starting, untilMs);
  const untested = role === "command" ? null : await findUntestedServers(nats, config);
  if (untested !== null) throw new UntestedNatsError(untested);
  const durability = await checkDurability(nats, config, starting);
  const stream = await waitFor(() => openStream({ postgres, nats, config }, starting), {
    log,
    what: "the stream of readings in NATS",
    address: parseNatsAddress(config.natsUrl).shown,
    untilMs,
    isFinal: (error) => error instanceof NewerQueueError,
  });
  const streamWatch = new StreamWatch({ postgres, nats, config, stream, log });
  // A command only looks at the queue, a deliverer has nothing to do with it, and manage shows people its state.
  if (role === "command" || role === "deliver") await streamWatch.look();
  else await streamWatch.start(role === "manage" ? showEveryMs : undefined);
  const redis = await openRedis(config, starting);
  waitsFor?.([]);
  return {
    nats,
    stream,
    streamWatch,
    durability,
    postgres,
    redis,
    clock,
    findDurability: () => findDurability(nats, monitorUrls(config)),
    async missing() {
      const [hasNats, hasPostgres] = await Promise.all([
        answers(() => nats.rtt()),
        answers(() => postgres.query({ text: "SELECT 1", query_timeout: answerMaxMs })),
      ]);
      return [...(hasNats ? [] : ["NATS"]), ...(hasPostgres ? [] : ["PostgreSQL"])];
    },
    async close() {
      clock.stop();
      await streamWatch.stop();
      redis?.close();
      await nats.close();
      await postgres.close();
    },
  };
}

/**
 * Roles that write or read the queue wait until the stream is the right one. The others start all the same, so that
 * people can see what is wrong.
 */
async function openStream(parts: StreamParts, { role, waitsFor }: StartingRole): Promise<QueueStream> {
  // A command only looks at the queue.
  if (role === "command") return nameRecordedStream(parts);
  try {
    const stream = await openRightStream(parts);
    waitsFor?.([]);
    return stream;
  } catch (error) {
    const isLacking = error instanceof WrongStreamError || error instanceof TooFewServersError;
    const isWrong = isLacking || error instanceof WrongClusterNameError;
    waitsFor?.(["NATS"], isWrong ? [error.message] : []);
    const needsStream = role === "ingest" || role === "process";
    if (isLacking && !needsStream) return nameRecordedStream(parts);
    throw error;
  }
}

async function connectNats(
  config: ClusterConfig,
  { role, log }: StartingRole,
  untilMs: number | undefined,
): Promise<NatsConnection> {
  const { natsUrl } = config;
  const waitMs = untilMs === undefined ? undefined : Math.max(0, untilMs - performance.now());
  try {
    return await openNats(natsUrl, {
      name: `weir ${role}`,
      log,
      tls: natsFiles(config),
      ...(waitMs === undefined ? {} : { signal: AbortSignal.timeout(waitMs) }),
    });
  } catch (error) {
    throw new EngineUnavailableError({ what: "NATS", address: parseNatsAddress(natsUrl).shown }, error);
  }
}

/** Throws if the settings require servers that sync and these may not. */
async function checkDurability(
  nats: NatsConnection,
  config: ClusterConfig,
  { role, log }: StartingRole,
): Promise<DurabilityFinding> {
  const durability = await findDurability(nats, monitorUrls(config));
  // A command accepts no readings.
  if (role === "command") return durability;
  if (config.queueRequireSync) requireSync(durability);
  if (durability.verdict !== "synced")
    log.warn("readings may be acknowledged before they are on disk", { finding: durability.text });
  return durability;
}

function monitorUrls({ natsMonitorUrls }: ClusterConfig): readonly string[] {
  return natsMonitorUrls?.split(",").map((url) => url.trim()) ?? [];
}

/** A mistake in the address must not leave an empty installation behind. */
async function requireData(postgres: Postgres): Promise<void> {
  const { rows } = await postgres.query<{ exists: boolean }>(
    `SELECT to_regnamespace('${controlSchema.name}') IS NOT NULL AS exists`,
  );
  if (rows[0]!.exists) return;
  throw new ControlDataUnavailableError(
    `${postgres.address} contains no data of Weir yet. Check postgres_url, or start a manage process first.`,
  );
}

async function migrate(postgres: Postgres, config: ClusterConfig): Promise<void> {
  await refuseMigratedDatabase(postgres);
  await createClusterTables(postgres, config);
}

async function openRedis(
  config: ClusterConfig,
  { role, log, redisPatienceMs: patienceMs }: StartingRole,
): Promise<RedisLink | null> {
  // A command shares no limits and accepts no readings.
  if (role === "command") return null;
  const { redisUrl: url } = config;
  if (url !== null) return RedisLink.open({ url, tls: redisFiles(config), log, patienceMs });
  log.warn(
    "redis_url is not set: each node limits requests on its own, and repeats that reach another node are found by the store only",
  );
  return null;
}

function answers(ask: () => Promise<unknown>): Promise<boolean> {
  return isWithin(answerMaxMs, ask()).catch(() => false);
}
