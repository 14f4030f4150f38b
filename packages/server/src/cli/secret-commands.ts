import { type Command, Option } from "commander";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { printable } from "./output.ts";
import { readLine } from "./read-line.ts";
import { shortTime } from "./table.ts";

interface SetOptions extends AccountOptions {
  readonly value?: string;
  readonly generate?: true;
}

const set = apiCommand({
  description:
    "Create a secret or change its value, for example a key that signs webhooks or the password of a " +
    "broker. Nodes refer to secrets by name and never contain them. The value is read from standard " +
    "input, without its last line break.",
  take: (command) =>
    takeOneAccount(
      command
        .argument("<name>", "Name of the secret: letters, digits, _ and -")
        .addOption(
          new Option(
            "--value <text>",
            "The value; other users of this machine may see it in the process list",
          ).conflicts("generate"),
        )
        .option("--generate", "Generate a random key for webhooks"),
    ),
  examples: [
    "weir secret set broker < password.txt",
    "weir secret set webhook --generate",
    "weir secret set partner --value whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ],
  async call(api, [secret]: [string], { account: named, value, generate }: SetOptions) {
    const body = generate ? { generate } : { value: value ?? (await readLine("The secret")) };
    const account = await api.accountFor(named);
    return { account, set: await api.call("setSecret", { params: { account: account.uuid, secret }, body }) };
  },
  json: (answer) => answer.set,
  text: ({ account }, [name]) => `Set secret ${name} of account ${printable(account.name)}.`,
});

const list = listCommand({
  route: "listSecrets",
  within: "one account",
  columns: { SECRET: ({ name }) => name, SET: ({ created_at }) => shortTime(created_at) },
  none: "No secrets yet. Create one: weir secret set NAME",
  examples: ["weir secret list"],
});

const show = apiCommand({
  description:
    "Print the value of a secret. Receivers verify webhook signatures with the secret named webhook, " +
    "which every account has.",
  take: takeSecret,
  examples: ["weir secret show webhook"],
  async call(api, [secret]: [string], options: AccountOptions) {
    const { uuid: account } = await api.accountFor(options.account);
    return api.call("showSecret", { params: { account, secret } });
  },
  text: ({ value }) => value,
});

const remove = apiCommand({
  take: takeSecret,
  examples: ["weir secret remove broker"],
  async call(api, [secret]: [string], options: AccountOptions) {
    const { uuid: account } = await api.accountFor(options.account);
    await api.call("removeSecret", { params: { account, secret } });
    return { name: secret, removed: true };
  },
  text: ({ name }) => `Removed secret ${name}. Messages that need it will not be delivered.`,
});

function takeSecret(command: Command): Command {
  return takeOneAccount(command.argument("<name>", "Name of the secret"));
}

export const secretCommands = { set, list, show, remove };
