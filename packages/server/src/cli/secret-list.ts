import type { Command } from "commander";
import { listSecrets } from "../manage/chains/secrets/secrets.ts";
import { formatMicros } from "../platform/instant.ts";
import { effectiveConfig } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { inAccount, type SecretOptions, takeSecretOptions } from "./secret-scope.ts";
import { formatTable, formatTime } from "./table.ts";

export function defineSecretList(command: Command): void {
  takeSecretOptions(command);
  showExamples(command, "weir secret list");
  command.action(async (options: SecretOptions) => {
    const { config } = effectiveConfig(command);
    const secrets = await inAccount(config, options, async (store, { id }) =>
      valueOrFail(await listSecrets(store, id)),
    );
    if (options.json) {
      printJson(secrets.map(({ name, createdAt }) => ({ name, set_at: formatMicros(createdAt) })));
    } else if (secrets.length === 0) {
      print("No secrets yet. Make one: weir secret set NAME");
    } else {
      const rows = secrets.map(({ name, createdAt }) => [name, formatTime(createdAt / 1000)]);
      print(formatTable(["SECRET", "SET"], rows));
    }
  });
}
