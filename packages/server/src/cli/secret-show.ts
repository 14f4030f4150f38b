import type { Command } from "commander";
import { showSecret } from "../manage/chains/secrets/secrets.ts";
import { formatMicros } from "../platform/instant.ts";
import { effectiveConfig } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { inAccount, type SecretOptions, takeSecretOptions } from "./secret-scope.ts";

export function defineSecretShow(command: Command): void {
  command.description(
    "Print the value of a secret. The secret webhook, which every account has, is what receivers of webhooks check their " +
      "signature with.",
  );
  command.argument("<name>", "Name of the secret");
  takeSecretOptions(command);
  showExamples(command, "weir secret show webhook");
  command.action(async (name: string, options: SecretOptions) => {
    const { config } = effectiveConfig(command);
    const { value, createdAt } = await inAccount(config, options, async (store, { id }) =>
      valueOrFail(await showSecret(store, id, name)),
    );
    if (options.json) printJson({ name, value, set_at: formatMicros(createdAt) });
    else print(value);
  });
}
