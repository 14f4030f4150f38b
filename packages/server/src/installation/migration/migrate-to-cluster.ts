import { RedisLink } from "../../platform/redis/redis-link.ts";
import { createClusterTables } from "../cluster/create-cluster-tables.ts";
import { redisFiles } from "../cluster/engine-files.ts";
import { ClusterTarget } from "../cluster/migration/cluster-target.ts";
import {
  dropClusterTables,
  type MigrationEngines,
  openMigrationEngines,
} from "../cluster/migration/migration-engines.ts";
import { readMarker, writeMarker } from "../cluster/migration/migration-marker.ts";
import { rememberRecent } from "../cluster/migration/remember-recent.ts";
import { runningMembers } from "../cluster/migration/running-members.ts";
import { type QueueIdentity, readQueueIdentity, redisPrefixOf } from "../cluster/queue-identity.ts";
import { DataFolderInUseError, isServerLocked, lockedRoles } from "../embedded/data-lock.ts";
import { checkKey, countWaiting, EmbeddedSource } from "../embedded/migration/embedded-source.ts";
import { holdFolder } from "../embedded/migration/hold-folder.ts";
import { refuseMigratedFolder, writeFolderMarker } from "../embedded/migration/migrated-folder.ts";
import { migratedShapes } from "../embedded/migration/table-shapes.ts";
import { MigrationError } from "./migration-error.ts";
import {
  copyAndVerify,
  type Migrated,
  type MigrationPlan,
  type MigrationRun,
  planOf,
  settleWaiting,
} from "./migration-run.ts";

/** Copies a data folder into a cluster. The folder is only read, and marked at the end. */
export async function migrateToCluster(run: MigrationRun): Promise<Migrated> {
  const { config, report, log } = run;
  const folder = config.data;
  await using engines = await openMigrationEngines(config, log);
  await checkSource(engines, run);
  await checkTarget(engines, run, null);
  const embedded = { ...config, natsUrl: null, postgresUrl: null, redisUrl: null };
  await settleWaiting(run, embedded, async () => countWaiting(folder));
  using _held = await holdFolder(folder);
  using source = new EmbeddedSource(folder);
  if (countWaiting(folder) > 0)
    throw new MigrationError(
      "migration_source_busy",
      `${folder} was in use meanwhile. Run the command again.`,
    );
  const { fingerprint } = source;
  await checkTarget(engines, run, fingerprint);
  const { postgres } = engines;
  if (run.restart) await dropClusterTables(postgres);
  await writeMarker(postgres, { state: "copying in", source: fingerprint });
  await createClusterTables(postgres, config);
  const target = await ClusterTarget.open({ postgres, movedBy: 0 });
  const comparisons = await copyAndVerify(source.data, target, migratedShapes(), report);
  await rememberIdentities(run, source, await readQueueIdentity(postgres, config.clusterName));
  writeFolderMarker(folder, { state: "moved", to: postgres.address, at: new Date().toISOString() });
  await writeMarker(postgres, { state: "copied in", source: fingerprint });
  return { from: source.data.title, to: target.title, comparisons };
}

/** Changes nothing. */
export async function planToCluster(run: MigrationRun): Promise<MigrationPlan> {
  await using engines = await openMigrationEngines(run.config, run.log);
  await checkSource(engines, run);
  using source = new EmbeddedSource(run.config.data);
  await checkTarget(engines, run, source.fingerprint);
  return {
    from: source.data.title,
    to: `the database ${engines.postgres.address}`,
    waiting: countWaiting(run.config.data),
    subjects: await planOf(source.data, migratedShapes()),
  };
}

async function checkSource({ postgres }: MigrationEngines, { config }: MigrationRun): Promise<void> {
  const { data: folder, tokenKey } = config;
  // A run that was killed between its last two steps has already marked the folder.
  if ((await readMarker(postgres))?.state !== "copying in") refuseMigratedFolder(folder);
  // Opening the folder checks that it holds an installation of this version.
  new EmbeddedSource(folder)[Symbol.dispose]();
  checkKey(folder, tokenKey);
  if (isServerLocked(folder) || lockedRoles(folder).length > 0)
    throw new DataFolderInUseError(
      `Weir is running on ${folder}. Stop it first: nobody may write to the folder while it is copied.`,
    );
}

/**
 * The target must be empty, or half filled from the same source. Without a fingerprint, only checks that do not need it
 * are made.
 */
async function checkTarget(
  { postgres }: MigrationEngines,
  { restart }: MigrationRun,
  fingerprint: string | null,
): Promise<void> {
  const marker = await readMarker(postgres);
  if (marker?.state === "copying in") {
    if (restart || fingerprint === null || marker.source === fingerprint) return;
    throw new MigrationError(
      "migration_source_changed",
      `A migration into ${postgres.address} was begun from another installation, or the data folder has changed since. ` +
        "To remove what was copied and begin again, add --restart.",
    );
  }
  const running = await runningMembers(postgres);
  if (running.length > 0)
    throw new MigrationError(
      "migration_target_in_use",
      `Roles of a cluster are running on ${postgres.address}: ${running.map(({ role, host }) => `${role} on ${host}`).join(", ")}. Stop them first.`,
    );
  const table = await filledTable({ postgres });
  if (table !== null)
    throw new MigrationError(
      "migration_target_in_use",
      `The database ${postgres.address} already holds an installation (${table} has rows). Use an empty database.`,
    );
}

/** The name of a table with rows; null if there is none. */
async function filledTable({ postgres }: Pick<MigrationEngines, "postgres">): Promise<string | null> {
  const { rows: tables } = await postgres.query<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables
     WHERE (schemaname, tablename) IN (('weir_control', 'accounts'), ('weir_control', 'users'), ('weir_control', 'settings'),
       ('weir_store', 'readings'), ('weir_store', 'blocks'), ('weir_store', 'outbox'))`,
  );
  for (const { name } of tables) {
    const { rows } = await postgres.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rows.length > 0) return name;
  }
  return null;
}

async function rememberIdentities(
  { config, log, report }: MigrationRun,
  source: EmbeddedSource,
  identity: QueueIdentity,
): Promise<void> {
  if (config.redisUrl === null) {
    report.note(
      "redis_url is not set: repeats of readings that were accepted before are found by the store.",
    );
    return;
  }
  const redis = await RedisLink.open({
    url: config.redisUrl,
    tls: redisFiles(config),
    log,
    patienceMs: 5000,
  });
  const queue = source.openQueue();
  try {
    const accountOf = (deviceId: number) => source.accountOf(deviceId);
    const isComplete = await rememberRecent({
      queue,
      redis,
      config,
      accountOf,
      nowMs: Date.now(),
      prefix: redisPrefixOf(identity),
    });
    if (!isComplete)
      report.note(
        "Redis did not answer: repeats of readings that were accepted before are found by the store.",
      );
  } finally {
    redis.close();
    await queue.close();
  }
}
