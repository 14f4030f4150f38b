import { type Role, roles } from "@weir/protocol/manage/access";
import { Option } from "commander";
import type { ApiOptions } from "./client/connect.ts";
import { takeOneAccount } from "./command-options.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { printable } from "./output.ts";
import { passwordText } from "./password-text.ts";
import { readLine } from "./read-line.ts";
import { formatTable } from "./table.ts";

const emailHelp = "E-mail address of the person";
const passwordHelp = "Read the password from standard input instead of printing a link";

const list = apiCommand({
  examples: ["weir user list"],
  call: async (api) => (await api.call("listPeople", {})).items,
  text(people) {
    if (people.length === 0) return "Nobody yet. The server prints a link that makes the first owner.";
    const rows = people.map(({ email, email_verified, name, has_password, has_totp, accounts }) => [
      printable(email),
      email_verified ? "yes" : "no",
      printable(name),
      has_password ? (has_totp ? "password and one-time password" : "password") : "not yet",
      accounts.map((account) => `${printable(account.name)} (${account.role})`).join(", "),
    ]);
    return formatTable(["E-MAIL", "VERIFIED", "NAME", "SIGNS IN WITH", "ACCOUNTS"], rows);
  },
});

interface CreateOptions extends ApiOptions {
  readonly account?: string;
  readonly role: Role;
  readonly name?: string;
  readonly passwordStdin?: true;
  readonly existing?: true;
}

const create = apiCommand({
  description:
    "Make somebody a member of an account. Who has no password yet gets a link to set one, which is printed.",
  take: (command) =>
    takeOneAccount(command.argument("<email>", emailHelp))
      .addOption(new Option("--role <role>", "What they may do there").choices(roles).default("viewer"))
      .option("--name <name>", "Name of the person (default: what stands before the @)")
      .option("--existing", "Add somebody who can sign in here already; without it they are refused")
      .option("--password-stdin", passwordHelp),
  examples: ['weir user create ada@example.org --account "North plant" --role owner'],
  needs: { begins: true },
  async call(api, [email]: [string], { account: named, role, name, existing, passwordStdin }: CreateOptions) {
    const password = passwordStdin ? await readLine("The password") : undefined;
    const account = await api.accountFor(named);
    const body = { email, name, account: account.uuid, role, existing: existing === true, password };
    return { account, person: await api.call("addPerson", { body }) };
  },
  json: ({ account, person }) => ({ ...person, account: account.name }),
  text: ({ account, person }, _, { role, passwordStdin }) =>
    [
      `${printable(person.email)} is now ${role} of account ${printable(account.name)}.`,
      ...(person.email_verified ? [] : ["The email address is not verified yet."]),
      ...(passwordStdin || person.link !== null ? [passwordText(person.link)] : []),
    ].join("\n"),
});

interface ResetOptions extends ApiOptions {
  readonly passwordStdin?: true;
  readonly turnOffTotp?: true;
}

const resetPassword = apiCommand({
  description:
    "Print a link that sets a new password, once and within an hour, or set the password at once. A new password ends " +
    "all sessions of the person.",
  take: (command) =>
    command
      .argument("<email>", emailHelp)
      .option("--password-stdin", passwordHelp)
      .option("--turn-off-totp", "Ask for no one-time password any more, where the authenticator is lost"),
  examples: [
    "weir user reset-password ada@example.org",
    "weir user reset-password ada@example.org --password-stdin < password.txt",
  ],
  async call(api, [email]: [string], { passwordStdin, turnOffTotp }: ResetOptions) {
    const password = passwordStdin ? await readLine("The password") : undefined;
    const body = { password, turn_off_totp: turnOffTotp === true };
    return api.call("resetPersonPassword", { params: { email }, body });
  },
  text: ({ link }) => passwordText(link),
});

const changeEmail = apiCommand({
  description:
    "Change the email address that a person signs in with, where they cannot do it themselves: on a server that sends no " +
    "mail, or after they lost the address. The new address is unverified until a link mailed to it is used.",
  take: (command) =>
    command.argument("<email>", emailHelp).argument("<new-email>", "Address to sign in with from now on"),
  examples: ["weir user change-email ada@example.org ada@example.com"],
  call: (api, [email, newEmail]: [string, string]) =>
    api.call("changePersonEmail", { params: { email }, body: { email: newEmail } }),
  text: ({ email }) => `The person now signs in as ${printable(email)}. The address is not verified yet.`,
});

const remove = apiCommand({
  description: "Delete a person. They are signed out at once. What they did stays in the audit log.",
  take: (command) => takeYes(command.argument("<email>", emailHelp)),
  examples: ["weir user delete ada@example.org"],
  async call(api, [email]: [string], options: ApiOptions & ConfirmOptions) {
    await askFirst(`Delete ${printable(email)}?`, options);
    return api.call("deletePerson", { params: { email } });
  },
  text: ({ email }) => `Deleted ${printable(email)}.`,
});

export const userCommands = {
  list,
  create,
  "reset-password": resetPassword,
  "change-email": changeEmail,
  delete: remove,
};
