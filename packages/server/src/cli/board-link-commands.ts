import { board as boardResource } from "@weir/protocol/resources/board";
import type { AccountOptions } from "./account-options.ts";
import { loaded } from "./command-tree.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { namedThing } from "./derived/named-thing.ts";
import { loopbackNote } from "./loopback-note.ts";
import { printable } from "./output.ts";
import { formatTable, shortTime } from "./table.ts";

interface ShareOptions extends AccountOptions {
  readonly days: string;
  readonly name?: string;
  readonly picked?: string;
  readonly embed?: boolean;
}

const named = namedThing(boardResource);

const share = apiCommand({
  description:
    "Create a link that shows a board to whoever has it, without signing in. The link is printed only this once.",
  take: (command) =>
    named
      .take(command)
      .option("--days <number>", "How long the link works", "30")
      .option("--name <name>", "What the link is for")
      .option(
        "--picked <device or group>",
        "On a board with a variable: what the link shows (UUID or group name)",
      )
      .option("--embed", "Let sites that the operator allows show the board in a frame"),
  examples: ['weir board share Overview --days 90 --name "Screen in the hall"'],
  async call(api, [board]: [string], { account, days, name, picked, embed = false }: ShareOptions) {
    return api.call("createShareLink", {
      params: await named.params(api, board, account),
      body: { name: name ?? "", expires_in_days: Number(days), picked: picked ?? null, embedding: embed },
    });
  },
  text: ({ url, expires_at }) =>
    [url, `Works until ${shortTime(expires_at)}.`, ...loopbackNote(url)].join("\n"),
});

const links = apiCommand({
  take: named.take,
  examples: ["weir board links Overview"],
  async call(api, [board]: [string], { account }: AccountOptions) {
    return (await api.call("listShareLinks", { params: await named.params(api, board, account) })).items;
  },
  text(items, [board]) {
    if (items.length === 0) return `The board is not shared. Share it: weir board share ${board}`;
    const rows = items.map(({ uuid, name, picked_name, expires_at, last_used_at }) => [
      uuid,
      printable(name),
      printable(picked_name ?? ""),
      shortTime(expires_at),
      last_used_at === null ? "never" : shortTime(last_used_at),
    ]);
    return formatTable(["LINK", "NAME", "SHOWS", "EXPIRES", "LAST USED"], rows);
  },
});

const unshare = apiCommand({
  description: "Revoke a link. Whoever has it no longer sees the board.",
  take: (command) =>
    takeYes(named.take(command).argument("<link>", "UUID of the link, as `weir board links` shows")),
  examples: ["weir board unshare Overview 6f2c1f3e-8d0b-4e57-9a3f-0c5f6c1f7a10"],
  async call(api, [board, link]: [string, string], options: AccountOptions & ConfirmOptions) {
    const params = { ...(await named.params(api, board, options.account)), link };
    await askFirst(`Revoke the link ${link}?`, options);
    await api.call("revokeShareLink", { params });
    return { link, revoked: true };
  },
  text: ({ link }) => `Revoked the link ${link}.`,
});

export const boardLinkCommands = {
  share: loaded("Create a link that shows a board without signing in", share),
  links: loaded("List the share links of a board", links),
  unshare: loaded("Revoke a share link", unshare),
};
