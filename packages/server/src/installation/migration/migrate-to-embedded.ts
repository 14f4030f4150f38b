import { mkdirSync } from "node:fs";
import { ClusterData } from "../cluster/migration/cluster-data.ts";
import {
  type ClusterFacts,
  checkStopped,
  countClusterWaiting,
  openSourceStream,
  readClusterFacts,
} from "../cluster/migration/cluster-source.ts";
import { type MigrationEngines, openMigrationEngines } from "../cluster/migration/migration-engines.ts";
import { readMarker, writeMarker } from "../cluster/migration/migration-marker.ts";
import { holdFolder } from "../embedded/migration/hold-folder.ts";
import { readFolderMarker, removeFolderMarker } from "../embedded/migration/migrated-folder.ts";
import {
  checkTargetFolder,
  emptyTargetFolder,
  openEmbeddedTarget,
} from "../embedded/migration/open-embedded-target.ts";
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

/**
 * One machine can hold more, but copying it takes hours, and an installation of this size has reasons for a cluster.
 */
const storeBytesMax = 20 * 1024 ** 3;

/**
 * Copies the installation of a cluster into a new data folder. Its roles are stopped and cannot be started until the
 * copy has ended.
 */
export async function migrateToEmbedded(run: MigrationRun): Promise<Migrated> {
  const { config, report, log, restart } = run;
  const folder = config.data;
  await using engines = await openMigrationEngines(config, log);
  const { postgres } = engines;
  await checkSource(engines, run);
  const cluster = await openSourceStream(engines, config);
  if ((await readMarker(postgres))?.state !== "copying out")
    await settleWaiting(run, config, () => countClusterWaiting(cluster));
  const facts = await readClusterFacts(cluster);
  checkSize(facts, run);
  checkTargetFolder(folder, facts.fingerprint, restart);
  // Roles that started before they could see the marker are found after it is written.
  await writeMarker(postgres, { state: "copying out", source: facts.fingerprint });
  await checkStopped(postgres);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  using _held = await holdFolder(folder);
  if (restart) emptyTargetFolder(folder);
  const source = new ClusterData({ postgres, movedBy: facts.movedBy });
  const target = openEmbeddedTarget(folder, facts.fingerprint, config.tokenKey);
  const comparisons = await copyAndVerify(source, target, migratedShapes(), report);
  await writeMarker(postgres, { state: "moved", source: facts.fingerprint });
  removeFolderMarker(folder);
  target.close();
  return { from: source.title, to: target.title, comparisons };
}

/** Changes nothing. */
export async function planToEmbedded(run: MigrationRun): Promise<MigrationPlan> {
  const { config, restart } = run;
  await using engines = await openMigrationEngines(config, run.log);
  await checkSource(engines, run);
  const cluster = await openSourceStream(engines, config);
  const facts = await readClusterFacts(cluster);
  checkSize(facts, run);
  checkTargetFolder(config.data, facts.fingerprint, restart);
  const source = new ClusterData({ postgres: engines.postgres, movedBy: facts.movedBy });
  return {
    from: source.title,
    to: `the data folder ${config.data}`,
    waiting: await countClusterWaiting(cluster),
    subjects: await planOf(source, migratedShapes()),
  };
}

async function checkSource({ postgres }: MigrationEngines, { config }: MigrationRun): Promise<void> {
  const marker = await readMarker(postgres);
  const folder = readFolderMarker(config.data);
  // The last run was killed between its last two steps.
  const isAllButDone = folder?.state === "copying in" && folder.source === marker?.source;
  if (marker?.state === "copying in")
    throw new MigrationError(
      "migration_unfinished",
      `The copy of an installation into ${postgres.address} has not finished. Finish it first: weir migrate --to cluster`,
    );
  if (marker?.state === "moved" && !isAllButDone)
    throw new MigrationError(
      "installation_moved",
      `The installation in ${postgres.address} was copied into a data folder already. To copy it again, run this SQL in the database first: DROP SCHEMA weir_migration CASCADE`,
    );
  const { rows } = await postgres.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = 'weir_control' AND tablename = 'accounts'",
  );
  if (rows.length === 0)
    throw new MigrationError(
      "migration_no_source",
      `The database ${postgres.address} contains no Weir data. Check postgres_url.`,
    );
  await checkStopped(postgres);
}

function checkSize({ storeBytes }: ClusterFacts, { force }: MigrationRun): void {
  if (storeBytes <= storeBytesMax || force) return;
  const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
  throw new MigrationError(
    "migration_too_large",
    `The readings of this cluster take ${gigabytes(storeBytes)} in PostgreSQL, and --to embedded is meant for up to ${gigabytes(storeBytesMax)}. Add --force to copy them all the same.`,
  );
}
