import type { ApiOptions } from "./client/connect.ts";
import { apiCommand } from "./derived/api-command.ts";
import { printable } from "./output.ts";
import { passwordText } from "./password-text.ts";
import { formatTable, shortTime } from "./table.ts";

interface CreateOptions extends ApiOptions {
  readonly owner?: string;
  readonly existing?: true;
}

const create = apiCommand({
  take: (command) =>
    command
      .argument("<name>", "Name of the account")
      .option(
        "--owner <email>",
        "Email address of the owner. For a new person, a link to set a password is printed",
      )
      .option("--existing", "Allow an owner who can already sign in here (refused without this option)"),
  examples: [
    'weir account create "North plant"',
    'weir account create "North plant" --owner ada@example.org',
  ],
  needs: { begins: true },
  call: (api, [name]: [string], { owner, existing }: CreateOptions) =>
    api.call("addAccount", { body: { name, owner, existing: existing === true } }),
  text: ({ name, uuid, owner, link }) =>
    [
      `Created account ${printable(name)} (${uuid}).`,
      ...(owner === null ? [] : [`Owner: ${owner}.`]),
      ...(link === null ? [] : [passwordText(link)]),
    ].join("\n"),
});

const list = apiCommand({
  examples: ["weir account list"],
  call: (api) => api.items("listAccounts", { query: { limit: 1000 } }),
  text(accounts) {
    if (accounts.length === 0) return "No accounts yet. The first device creates one.";
    const rows = accounts.map(({ uuid, name, created_at }) => [uuid, printable(name), shortTime(created_at)]);
    return formatTable(["ACCOUNT", "NAME", "CREATED"], rows);
  },
});

export const accountCommands = { create, list };
