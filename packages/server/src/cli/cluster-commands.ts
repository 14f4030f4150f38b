import type { Command } from "commander";
import { isCluster } from "../config/is-cluster.ts";
import type { Adopted, AdoptionPlan } from "../installation/cluster/adopt-stream.ts";
import { counted } from "../platform/counted.ts";
import { createLog } from "../platform/log.ts";
import { effectiveConfig, takeJson } from "./command-options.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { showExamples } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { print, printJson } from "./output.ts";

export function defineAdoptStream(command: Command): void {
  command.description(
    "Continue the cluster in a new stream in NATS, when the stream of its accepted readings is gone or is not the one " +
      "that was used before: NATS was set up anew, lost its disks, was restored from an older copy, or cluster_name was " +
      "changed. Readings that were accepted and not stored are copied from the old stream if it is still there, and are " +
      "given up otherwise. Readings in PostgreSQL are not touched. Processes that wait for the stream continue by " +
      "themselves, and running ones end and have to be started again. Set the addresses of the cluster as for its roles.",
  );
  takeJson(takeYes(command));
  showExamples(command, "weir cluster adopt-stream");
  command.action(async (options: ConfirmOptions) => {
    const { config } = effectiveConfig(command);
    if (!isCluster(config))
      throw new CommandFailure(
        "bad_configuration",
        "This command is for clusters. Set the addresses of the cluster: WEIR_NATS_URL and WEIR_POSTGRES_URL.",
        usageExit,
      );
    const { openMigrationEngines } = await import("../installation/cluster/migration/migration-engines.ts");
    const { createClusterTables } = await import("../installation/cluster/create-cluster-tables.ts");
    const { adoptStream, planAdoption } = await import("../installation/cluster/adopt-stream.ts");
    const { auditedByOperator } = await import("../installation/cluster/audited-by-operator.ts");
    const log = createLog("warn", "adopt-stream");
    await using engines = await openMigrationEngines(config, log);
    await createClusterTables(engines.postgres, config);
    const parts = { postgres: engines.postgres, nats: engines.nats, config };
    const plan = await planAdoption(parts);
    if (plan === null) {
      if (options.json) printJson({ adopted: false });
      else print("The stream in NATS is the one of this cluster. Nothing was changed.");
      return;
    }
    if (!options.json) print(`${plan.problem}\n\n${prospectOf(plan)}\n`);
    await askFirst("Continue in a new stream?", options, "Nothing was changed.");
    const adopted = await auditedByOperator(config, {
      action: "stream.adopt",
      subjectKind: "stream",
      subject: plan.oldStream,
      work: () => adoptStream(parts, plan),
      after: jsonOf,
    });
    if (options.json) printJson({ adopted: true, ...jsonOf(adopted) });
    else print(outcomeOf(adopted));
  });
}

function prospectOf({ oldStream, isOldThere, lostEntriesMin }: AdoptionPlan): string {
  if (isOldThere)
    return `The stream ${oldStream} is still in NATS: its readings that were not stored are copied into the new one, and it is sealed.`;
  const known =
    lostEntriesMin === 0
      ? "How many there were is not known."
      : `When the stream was last seen, it held at least ${counted(lostEntriesMin, "entry", "entries")} of such readings.`;
  return `Readings that were accepted into the stream ${oldStream} and not stored are given up. ${known} If its servers or disks can be brought back, do that instead.`;
}

function outcomeOf({ newStream, copiedEntries, copiedReadings, lostEntriesMin }: Adopted): string {
  const lost =
    lostEntriesMin === 0
      ? ""
      : ` At least ${counted(lostEntriesMin, "entry of accepted readings is", "entries of accepted readings are")} lost.`;
  return `The cluster continues in the stream ${newStream}. Copied ${counted(copiedReadings, "reading")} in ${counted(copiedEntries, "entry", "entries")}; processors recognise those that they have stored.${lost}`;
}

function jsonOf(adopted: Adopted) {
  return {
    old_stream: adopted.oldStream,
    new_stream: adopted.newStream,
    copied_entries: adopted.copiedEntries,
    copied_readings: adopted.copiedReadings,
    lost_entries_min: adopted.lostEntriesMin,
  };
}
