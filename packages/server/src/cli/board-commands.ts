import { boardDefinition } from "@weir/protocol/manage/board-forms";
import type { CallInput } from "@weir/protocol/manage/calls";
import type { Command } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import type { ApiOptions } from "./client/connect.ts";
import { takeOneAccount } from "./command-options.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { CommandFailure } from "./failure.ts";
import { findNamed } from "./find-named.ts";
import { printable } from "./output.ts";
import { readJsonFile } from "./read-json-file.ts";
import { formatTable, shortTime } from "./table.ts";

export interface BoardOptions extends ApiOptions {
  readonly account?: string;
}

interface ImportOptions extends BoardOptions {
  readonly name?: string;
  readonly into?: string;
}

type Definition = NonNullable<CallInput<"createBoard">["body"]["definition"]>;

/** What `export` writes and `import` reads, as the dashboard does. */
interface ExportedBoard {
  readonly format: "weir-board";
  readonly version: 1;
  readonly name: string;
  readonly definition: Definition;
}

const list = listCommand({
  route: "listBoards",
  description: "List the boards of an account. Boards that people keep for themselves are not listed.",
  within: "one account",
  columns: {
    BOARD: ({ name }) => printable(name),
    UUID: ({ uuid }) => uuid,
    VERSION: ({ version }) => String(version),
    CHANGED: ({ updated_at }) => shortTime(updated_at),
  },
  none: "No boards yet. Import one: weir board import FILE",
  examples: ["weir board list"],
});

const show = apiCommand({
  take: takeBoard,
  examples: ["weir board show Overview"],
  call: readBoard,
  text({ name, uuid, version, updated_at, definition }) {
    const { variable, span, tiles } = boardDefinition.parse(definition);
    const picker = variable === null ? "" : `, with a picker for a ${variable.kind}`;
    const rows = tiles.map(({ id, kind, title }) => [id, kind, printable(title)]);
    return [
      `${printable(name)} (${uuid}), version ${version} of ${shortTime(updated_at)}`,
      `Shows the last ${span}${picker}.`,
      rows.length === 0 ? "It has no tiles." : formatTable(["TILE", "KIND", "TITLE"], rows),
    ].join("\n");
  },
});

const exportBoard = apiCommand({
  take: takeBoard,
  examples: ["weir board export Overview > overview.json"],
  async call(api, args: [string], options: BoardOptions): Promise<ExportedBoard> {
    const { name, definition } = await readBoard(api, args, options);
    return { format: "weir-board", version: 1, name, definition };
  },
});

const importBoard = apiCommand({
  description:
    "Import an exported board as a new board of the account, or with --into as the next version of a board " +
    "that exists.",
  take: (command) =>
    takeOneAccount(
      command
        .argument("<file>", "File written by `weir board export` or the dashboard; - for standard input")
        .option("--name <name>", "Name of the board (default: the one in the file)")
        .option("--into <board>", "Replace the name and tiles of this board (name or UUID)"),
    ),
  examples: ["weir board import overview.json", "weir board import overview.json --into Overview"],
  needs: { begins: true },
  async call(api, [file]: [string], { account, name: given, into }: ImportOptions) {
    const { format, name: exported, definition } = (await readJsonFile(file)) as Partial<ExportedBoard>;
    if (format !== "weir-board" || definition === undefined) {
      throw new CommandFailure("bad_export", `${file} is not a board exported from Weir.`);
    }
    const body = { name: given ?? exported ?? "", definition };
    if (into !== undefined) {
      return api.call("updateBoard", { params: await boardParams(api, into, account), body, ifMatch: "*" });
    }
    const { uuid } = await api.accountFor(account);
    return api.call("createBoard", { params: { account: uuid }, body });
  },
  text: ({ name, uuid, version }) => `Imported board ${printable(name)} (${uuid}) as version ${version}.`,
});

const remove = apiCommand({
  take: (command) => takeYes(takeBoard(command)),
  examples: ["weir board delete Overview"],
  async call(api, [board]: [string], options: BoardOptions & ConfirmOptions) {
    const params = await boardParams(api, board, options.account);
    await askFirst(`Delete the board ${board} with all its versions?`, options);
    await api.call("deleteBoard", { params });
    return { board: params.board, deleted: true };
  },
  text: (_, [board]) => `Deleted board ${board}.`,
});

export function takeBoard(command: Command): Command {
  return takeOneAccount(command.argument("<board>", "Name or UUID of the board"));
}

async function readBoard(api: ApiClient, [board]: [string], { account }: BoardOptions) {
  return api.call("showBoard", { params: await boardParams(api, board, account) });
}

/** Finds a board of the account. Names of boards need not be unique. */
export async function boardParams(api: ApiClient, board: string, named: string | undefined) {
  const { uuid: account } = await api.accountFor(named);
  const { items } = await api.call("listBoards", { params: { account } });
  return { account, board: findNamed(items, board, "board").uuid };
}

export const boardCommands = { list, show, export: exportBoard, import: importBoard, delete: remove };
