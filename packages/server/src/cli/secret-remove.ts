import type { Command } from "commander";
import { removeSecret } from "../manage/chains/secrets/secrets.ts";
import { effectiveConfig } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { inAccount, type SecretOptions, takeSecretOptions } from "./secret-scope.ts";

export function defineSecretRemove(command: Command): void {
  command.argument("<name>", "Name of the secret");
  takeSecretOptions(command);
  showExamples(command, "weir secret remove broker");
  command.action(async (name: string, options: SecretOptions) => {
    const { config } = effectiveConfig(command);
    await inAccount(config, options, async (store, { id }) =>
      valueOrFail(await removeSecret(store, id, name)),
    );
    if (options.json) printJson({ name, removed: true });
    else print(`Removed secret ${name}. What needs it is not delivered any more.`);
  });
}
