import type { GrantKind } from "@weir/protocol/closed-sets";
import { type Role, roles } from "@weir/protocol/manage/access";
import type { CallAnswer } from "@weir/protocol/manage/calls";
import { Option } from "commander";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import type { ApiClient } from "./client/api-client.ts";
import type { ApiOptions } from "./client/connect.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { CommandFailure } from "./failure.ts";
import { printable } from "./output.ts";
import { passwordText } from "./password-text.ts";
import { readLine } from "./read-line.ts";
import { formatTable } from "./table.ts";

const emailHelp = "Email address of the person";
const passwordHelp = "Read the password from standard input instead of printing a link";

const list = apiCommand({
  examples: ["weir user list"],
  call: async (api) => (await api.call("listPeople", {})).items,
  text(people) {
    if (people.length === 0) return "No people yet. The server prints a link to create the first owner.";
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

interface CreateOptions extends AccountOptions {
  readonly role: Role;
  readonly name?: string;
  readonly passwordStdin?: true;
  readonly existing?: true;
}

const create = apiCommand({
  description: "Add a member to an account. For a person without a password, a link to set one is printed.",
  take: (command) =>
    takeOneAccount(command.argument("<email>", emailHelp))
      .addOption(new Option("--role <role>", "Role in the account").choices(roles).default("viewer"))
      .option("--name <name>", "Name of the person (default: the part before the @)")
      .option("--existing", "Allow a person who can already sign in here (refused without this option)")
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
    "Print a link to reset a password, which works once and for an hour, or set a new password directly. " +
    "A new password signs the person out everywhere.",
  take: (command) =>
    command
      .argument("<email>", emailHelp)
      .option("--password-stdin", passwordHelp)
      .option("--turn-off-totp", "Turn off two-step sign-in, if the person lost their authenticator"),
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
    "Change the email address that a person signs in with, if they cannot do it themselves because the " +
    "server sends no mail or they lost access to the address. The new address is unverified until they " +
    "open a link mailed to it.",
  take: (command) => command.argument("<email>", emailHelp).argument("<new-email>", "New email address"),
  examples: ["weir user change-email ada@example.org ada@example.com"],
  call: (api, [email, newEmail]: [string, string]) =>
    api.call("changePersonEmail", { params: { email }, body: { email: newEmail } }),
  text: ({ email }) => `The person now signs in as ${printable(email)}. The address is not verified yet.`,
});

interface RemoveOptions extends AccountOptions, ConfirmOptions {
  readonly revoke?: true;
}

const isNamed = (person: { readonly email: string }, email: string): boolean =>
  person.email.toLowerCase() === email.toLowerCase();

const grantWords = {
  api_key: "API key",
  share_link: "share link of board",
  provisioning_key: "provisioning key",
  invitation: "invitation of",
} as const satisfies Record<GrantKind, string>;

const removeMember = apiCommand({
  description:
    "Remove a member from an account. Lists what they made that works without them: API keys, share links, " +
    "provisioning keys and invitations.",
  take: (command) =>
    takeYes(takeOneAccount(command.argument("<email>", emailHelp))).option(
      "--revoke",
      "Also revoke what they made",
    ),
  examples: ['weir user remove ada@example.org --account "North plant" --revoke'],
  async call(api, [email]: [string], { account: named, revoke, ...options }: RemoveOptions) {
    const { uuid: account } = await api.accountFor(named);
    const members = await api.items("listMembers", { params: { account }, query: { limit: 1000 } });
    const found = members.find((member) => isNamed(member, email));
    if (found === undefined) {
      throw new CommandFailure("unknown_member", `${email} is not a member of the account.`);
    }
    const params = { account, member: found.uuid };
    const { items: grants } = await api.call("listMemberGrants", { params });
    await askFirst(`${grantList(grants, revoke === true)}Remove ${printable(found.email)}?`, options);
    await api.call("removeMember", { params, query: { grants: revoke === true ? "revoke" : "keep" } });
    return { email: found.email, revoked: revoke === true, grants };
  },
  text: ({ email, revoked, grants }) => `${grantList(grants, revoked)}Removed ${printable(email)}.`,
});

interface NamedGrant {
  readonly kind: GrantKind;
  readonly name: string;
}

const grantLine = ({ kind, name }: NamedGrant): string => `${grantWords[kind]} ${printable(name)}`;

function grantList(grants: readonly NamedGrant[], isRevoked: boolean): string {
  if (grants.length === 0) return "";
  const lines = grants.map((grant) => `  ${grantLine(grant)}\n`);
  return `Made by this person and ${isRevoked ? "revoked" : "still working (revoke with --revoke)"}:\n${lines.join("")}`;
}

const remove = apiCommand({
  description:
    "Delete a person and sign them out immediately. Their actions stay in the audit log. Lists what they made that works without them. The last owner of an account is deleted only after a question, or with --yes.",
  take: (command) => takeYes(command.argument("<email>", emailHelp)),
  examples: ["weir user delete ada@example.org"],
  async call(api, [email]: [string], options: ApiOptions & ConfirmOptions) {
    const people = (await api.call("listPeople", {})).items;
    const orphans = accountsOwnedAlone(people, email).map(printable);
    const warning =
      orphans.length === 0
        ? ""
        : `${printable(email)} is the last owner of ${orphans.join(", ")}. Devices keep working, but nobody could open it in the dashboard until you add an owner with weir user create. `;
    if (warning !== "" && !options.yes && (options.json || !process.stdin.isTTY))
      throw new CommandFailure(
        "last_owner",
        `${warning}Nothing was deleted. Add --yes to delete this person anyway.`,
      );
    const person = people.find((one) => isNamed(one, email));
    const grants = await grantsOfPerson(api, person);
    await askFirst(`${keptGrants(grants)}${warning}Delete ${printable(email)}?`, options);
    return { ...(await api.call("deletePerson", { params: { email } })), grants };
  },
  text: ({ email, grants }) => `${keptGrants(grants)}Deleted ${printable(email)}.`,
});

interface AccountGrant extends NamedGrant {
  readonly account: string;
}

/** What a person made in all of their accounts. */
async function grantsOfPerson(api: ApiClient, person: Person | undefined): Promise<AccountGrant[]> {
  const grants: AccountGrant[] = [];
  for (const { uuid: account, name } of person?.accounts ?? []) {
    const params = { account, member: person!.uuid };
    const { items } = await api.call("listMemberGrants", { params });
    for (const grant of items) grants.push({ ...grant, account: name });
  }
  return grants;
}

function keptGrants(grants: readonly AccountGrant[]): string {
  if (grants.length === 0) return "";
  const lines = grants.map((grant) => `  ${grantLine(grant)} in ${printable(grant.account)}\n`);
  return `Made by this person and still working (to revoke it, run weir user remove --revoke before):\n${lines.join("")}`;
}

type Person = CallAnswer<"listPeople">["items"][number];

/** The names of the accounts whose only member is this person. The server keeps the last owner of others. */
function accountsOwnedAlone(people: readonly Person[], email: string): string[] {
  const isOthers = (person: Person) => !isNamed(person, email);
  const accountsOf = (those: readonly Person[]) =>
    those.flatMap(({ accounts }) => accounts.map(({ name }) => name));
  const kept = accountsOf(people.filter(isOthers));
  return accountsOf(people.filter((person) => isNamed(person, email))).filter((name) => !kept.includes(name));
}

export const userCommands = {
  list,
  create,
  "reset-password": resetPassword,
  "change-email": changeEmail,
  remove: removeMember,
  delete: remove,
};
