import { type Command, Option } from "commander";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { readLine } from "./read-line.ts";

interface SetOptions extends ApiOptions {
  readonly account?: string;
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
    .option("--generate", "Make a random key for webhooks")
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeApiOptions(command);
  showExamples(
    command,
    "weir secret set broker < password.txt",
    "weir secret set webhook --generate",
    "weir secret set partner --value whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  );
  command.action(async (name: string, options: SetOptions) => {
    const body = options.generate
      ? { generate: true as const }
      : { value: options.value ?? (await readLine("The secret")) };
    const { account, set } = await withApi(command, async (api) => {
      const found = await api.accountFor(options.account);
      const params = { account: found.uuid, secret: name };
      return { account: found, set: await api.call("setSecret", { params, body }) };
    });
    if (options.json) printJson(set);
    else print(`Set secret ${name} of account ${printable(account.name)}.`);
  });
}
