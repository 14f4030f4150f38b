import { type Command, Option } from "commander";
import { generateWebhookSecret } from "../manage/chains/secrets/sealed-secret.ts";
import { setSecret } from "../manage/chains/secrets/secrets.ts";
import { effectiveConfig } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { readLine } from "./read-line.ts";
import { inAccount, type SecretOptions, takeSecretOptions } from "./secret-scope.ts";

interface SetOptions extends SecretOptions {
  readonly value?: string;
  readonly generate?: true;
}

export function defineSecretSet(command: Command): void {
  command.description(
    "Make a secret of an account, or give it a new value: a key that signs webhooks, the password of a broker. Nodes name " +
      "secrets and never hold them. The value is read from standard input, without its last line break.",
  );
  command
    .argument("<name>", "Name of the secret: letters, digits, _ and -")
    .addOption(
      new Option("--value <text>", "The value; other users of the machine may see it there").conflicts(
        "generate",
      ),
    )
    .option("--generate", "Make a random key for webhooks");
  takeSecretOptions(command);
  showExamples(
    command,
    "weir secret set broker < password.txt",
    "weir secret set webhook --generate",
    "weir secret set partner --value whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  );
  command.action(async (name: string, options: SetOptions) => {
    const { config } = effectiveConfig(command);
    const value = options.generate
      ? generateWebhookSecret()
      : (options.value ?? (await readLine("The secret")));
    const account = await inAccount(config, options, async (store, owner) => {
      valueOrFail(await setSecret(store, owner.id, { name, value }));
      return owner;
    });
    if (options.json) printJson({ name, account: account.name });
    else print(`Set secret ${name} of account ${printable(account.name)}.`);
  });
}
