import { type Command, Option } from "commander";
import { type ClusterConfig, isCluster } from "../config/is-cluster.ts";
import type { Migrated, MigrationPlan, MigrationRun } from "../installation/migration/migration-run.ts";
import { createLog } from "../platform/log.ts";
import { startAlone } from "../roles/alone.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { MigrationProgress } from "./migration-progress.ts";
import { print, printJson } from "./output.ts";
import { formatTable } from "./table.ts";

interface MigrateOptions {
  readonly to: "cluster" | "embedded";
  readonly dryRun?: true;
  readonly restart?: true;
  readonly force?: true;
  readonly json?: true;
}

export function defineMigrate(command: Command): void {
  command.description(
    "Copy all data from a data folder into a cluster, or from a cluster into a new data folder. Stop Weir first, because " +
      "nothing may write to either side during the copy. Set the addresses of the cluster as for its roles (WEIR_NATS_URL, " +
      "WEIR_POSTGRES_URL, WEIR_REDIS_URL), and WEIR_TOKEN_KEY to the key of the installation: the key in token.key " +
      "as base64. The copy is compared with its source at the end. Run the command again to continue an interrupted copy.",
  );
  command
    .addOption(
      new Option("--to <target>", "Where to copy the installation")
        .choices(["cluster", "embedded"])
        .makeOptionMandatory(),
    )
    .option("--dry-run", "Only show what would be copied")
    .option("--restart", "Delete what an unfinished migration has copied, and start over")
    .option("--force", "Copy a cluster of more than 20 GiB into a data folder");
  takeJson(takeDataFolder(command));
  showExamples(
    command,
    'export WEIR_TOKEN_KEY="$(base64 -w0 data/token.key)"',
    "weir migrate --to cluster --data ./data --dry-run",
    "weir migrate --to cluster --data ./data",
    "weir migrate --to embedded --data ./new-data",
  );
  command.action(async (options: MigrateOptions) => {
    const { config } = effectiveConfig(command);
    if (!isCluster(config)) {
      const message =
        "Set the addresses of the cluster: WEIR_NATS_URL and WEIR_POSTGRES_URL, and WEIR_REDIS_URL if it has Redis.";
      throw new CommandFailure("bad_configuration", message, usageExit);
    }
    const run = runOf(config, options);
    if (options.dryRun) await plan(run, options);
    else await migrate(run, options);
  });
}

function runOf(config: ClusterConfig, { restart, force }: MigrateOptions): MigrationRun {
  const log = createLog("warn", "migrate");
  return {
    config,
    log,
    restart: restart ?? false,
    force: force ?? false,
    report: new MigrationProgress(),
    startProcessor: (installed) => startAlone("process", { config: installed, log }),
  };
}

async function plan(run: MigrationRun, { to, json }: MigrateOptions): Promise<void> {
  const planned =
    to === "cluster"
      ? await (await import("../installation/migration/migrate-to-cluster.ts")).planToCluster(run)
      : await (await import("../installation/migration/migrate-to-embedded.ts")).planToEmbedded(run);
  if (json) printJson(planned);
  else print(plannedTable(planned));
}

async function migrate(run: MigrationRun, { to, json }: MigrateOptions): Promise<void> {
  const migrated =
    to === "cluster"
      ? await (await import("../installation/migration/migrate-to-cluster.ts")).migrateToCluster(run)
      : await (await import("../installation/migration/migrate-to-embedded.ts")).migrateToEmbedded(run);
  if (json) printJson(migrated);
  else print(`${migratedTable(migrated)}\n\n${nextSteps(run.config, to)}`);
}

function nextSteps({ data }: ClusterConfig, to: MigrateOptions["to"]): string {
  return to === "cluster"
    ? `Start the roles of the cluster now: weir serve --role ingest, process, deliver and manage.\n${data} was not changed, but \`weir serve\` refuses to start on it. Keep it until you are sure that you won't go back.`
    : `Start Weir now, without the settings of the cluster: weir serve --data ${data}\nRoles of the cluster refuse to start on its database.`;
}

/** Shows what was copied, with the counts and checksums of both sides. Empty subjects are left out. */
function migratedTable({ from, to, comparisons }: Migrated): string {
  const rows = comparisons
    .filter(({ source, target }) => source.items > 0 || target.items > 0)
    .map(({ subject, source, target, isSame }) => [
      subject,
      String(source.items),
      String(target.items),
      source.sum,
      target.sum,
      isSame ? "same" : "DIFFERENT",
    ]);
  const header = ["DATA", "SOURCE", "COPY", "CHECKSUM OF SOURCE", "CHECKSUM OF COPY", ""];
  return `Copied ${from} into ${to}.\n\n${formatTable(header, rows)}`;
}

function plannedTable({ from, to, waiting, subjects }: MigrationPlan): string {
  const rows = subjects
    .filter(({ items }) => items > 0)
    .map(({ subject, items }) => [subject, String(items)]);
  const before =
    waiting === 0 ? "" : `\nAccepted readings in the queue, which would be processed first: ${waiting}\n`;
  return `Would copy ${from} into ${to}. Nothing was changed.\n${before}\n${formatTable(["DATA", "ROWS"], rows)}`;
}
