import type { Command } from "commander";
import { isCluster } from "../config/is-cluster.ts";
import { createLog } from "../platform/log.ts";
import { effectiveConfig, takeJson } from "./command-options.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { showExamples } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { print, printJson } from "./output.ts";

export function defineAcceptKey(command: Command): void {
  command.description(
    "Let processes with this WEIR_TOKEN_KEY join the cluster, although secrets are sealed with another key. Only for a key " +
      "that is lost: device tokens, secrets of chains, second factors and channels that were sealed with it cannot be " +
      "opened any more. Devices keep working with the tokens they have. To replace a key that you still have, use " +
      "`weir keys rotate`.",
  );
  takeJson(takeYes(command));
  showExamples(command, "weir cluster accept-key");
  command.action(async (options: ConfirmOptions) => {
    const { config } = effectiveConfig(command);
    if (!isCluster(config))
      throw new CommandFailure(
        "bad_configuration",
        "This command is for clusters. Set the addresses of the cluster: WEIR_NATS_URL and WEIR_POSTGRES_URL.",
        usageExit,
      );
    await askFirst(
      "Secrets that were sealed with another key cannot be opened any more. Continue?",
      options,
      "Nothing was changed.",
    );
    const { openMigrationEngines } = await import("../installation/cluster/migration/migration-engines.ts");
    const { createClusterTables } = await import("../installation/cluster/create-cluster-tables.ts");
    const { auditedByOperator } = await import("../installation/cluster/audited-by-operator.ts");
    const { acceptTokenKey } = await import("../installation/cluster/check-token-key.ts");
    await using engines = await openMigrationEngines(config, createLog("warn", "accept-key"));
    await createClusterTables(engines.postgres, config);
    await auditedByOperator(config, {
      action: "key.accept",
      subjectKind: "key",
      work: () => acceptTokenKey(engines.postgres, config),
      after: () => ({}),
    });
    if (options.json) printJson({ accepted: true });
    else print("Processes with this key can join the cluster. Start them now.");
  });
}
