import { boardDefinition } from "@weir/protocol/manage/board-forms";
import type { CallInput } from "@weir/protocol/manage/calls";
import { board } from "@weir/protocol/resources/board";
import type { ShownOf } from "@weir/protocol/resources/resource-route-types";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import { boardLinkCommands } from "./board-link-commands.ts";
import { loaded } from "./command-tree.ts";
import { apiCommand } from "./derived/api-command.ts";
import { namedThing } from "./derived/named-thing.ts";
import { resourceCommands } from "./derived/resource-commands.ts";
import { CommandFailure } from "./failure.ts";
import { printable } from "./output.ts";
import { readJsonFile } from "./read-json-file.ts";
import { formatTable, shortTime } from "./table.ts";

interface ImportOptions extends AccountOptions {
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

const named = namedThing(board);

const {
  list,
  show,
  delete: remove,
} = resourceCommands(board, {
  example: "Overview",
  without: ["create", "update"],
  list: {
    columns: {
      BOARD: ({ name }) => printable(name),
      UUID: ({ uuid }) => uuid,
      VERSION: ({ version }) => String(version),
      CHANGED: ({ updated_at }) => shortTime(updated_at),
    },
    none: "No boards yet. Import one: weir board import FILE",
  },
  show: { summary: "Show a board and its tiles", text: toText },
  delete: {
    summary: "Delete a board and its versions",
    question: (name) => `Delete the board ${name} with all its versions?`,
  },
});

function toText({ name, uuid, version, updated_at, definition }: ShownOf<typeof board>): string {
  const { variable, span, tiles } = boardDefinition.parse(definition);
  const picker = variable === null ? "" : `, with a picker for a ${variable.kind}`;
  const rows = tiles.map(({ id, kind, title }) => [id, kind, printable(title)]);
  return [
    `${printable(name)} (${uuid}), version ${version} of ${shortTime(updated_at)}`,
    `Shows the last ${span}${picker}.`,
    rows.length === 0 ? "It has no tiles." : formatTable(["TILE", "KIND", "TITLE"], rows),
  ].join("\n");
}

const exportBoard = apiCommand({
  take: named.take,
  examples: ["weir board export Overview > overview.json"],
  async call(api, [name]: [string], { account }: AccountOptions): Promise<ExportedBoard> {
    const shown = await api.call("showBoard", { params: await named.params(api, name, account) });
    return { format: "weir-board", version: 1, name: shown.name, definition: shown.definition };
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
      return api.call("updateBoard", { params: await named.params(api, into, account), body });
    }
    const { uuid } = await api.accountFor(account);
    return api.call("createBoard", { params: { account: uuid }, body });
  },
  text: ({ name, uuid, version }) => `Imported board ${printable(name)} (${uuid}) as version ${version}.`,
});

export const boardCommands = {
  list,
  show,
  export: loaded("Print a board as JSON, to import it elsewhere or to keep it", exportBoard),
  import: loaded("Import an exported board", importBoard),
  delete: remove,
  ...boardLinkCommands,
};
