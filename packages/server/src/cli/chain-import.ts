import type { CallAnswer, CallInput } from "@weir/protocol/manage/calls";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import { publishedToText } from "./chain-diff-output.ts";
import { problemToText } from "./chain-problem-output.ts";
import type { ApiClient } from "./client/api-client.ts";
import { apiCommand } from "./derived/api-command.ts";
import { printable } from "./output.ts";
import { readJsonFile } from "./read-json-file.ts";

interface ImportOptions extends AccountOptions {
  readonly into?: string;
  readonly name?: string;
  readonly publish?: true;
  readonly note?: string;
}

export const chainImport = apiCommand({
  description:
    "Import an exported chain as a new chain, or with --into as the draft of an existing chain, replacing " +
    "any draft. With --publish, either the chain is published when the command returns or nothing has " +
    "changed.",
  take: (command) =>
    takeOneAccount(
      command
        .argument("<file>", "File written by `weir chain export`; - for standard input")
        .option("--into <chain>", "Import as the draft of this chain (name or UUID)")
        .option("--name <name>", "Name of the new chain (default: the one in the file)")
        .option("--publish", "Publish it immediately")
        .option("--note <text>", "With --publish: a note for the list of versions"),
    ),
  examples: [
    "weir chain import docs/guide/chains/freezer-alarm.json --publish",
    'weir chain import cold-store.json --into "Cold store"',
  ],
  needs: { begins: true },
  async call(api, [file]: [string], options: ImportOptions) {
    return importChain(api, (await readJsonFile(file)) as ExportedChain, options);
  },
  text: toText,
});

type ExportedChain = CallInput<"importChain">["body"]["chain"];

async function importChain(
  api: ApiClient,
  chain: ExportedChain,
  { into, name, publish, note, account: named }: ImportOptions,
) {
  const account =
    into === undefined ? await api.accountFor(named) : await api.accountOf({ chain: into }, named);
  const params = { account: account.uuid };
  const body = { chain, into, name, publish: publish ? { note } : undefined };
  // Replaces any existing draft.
  const imported = await api.call("importChain", { params, body, ifMatch: "*" });
  if (imported.published !== null) return { ...imported, problems: [] };
  const draft = { params: { ...params, chain: imported.chain.uuid }, body: {} };
  return { ...imported, problems: (await api.call("validateChain", draft)).problems };
}

interface Imported extends CallAnswer<"importChain"> {
  readonly problems: CallAnswer<"validateChain">["problems"];
}

function toText({ chain, published, problems }: Imported): string {
  if (published !== null) return publishedToText(published);
  const imported = `Imported chain ${printable(chain.name)} (${chain.uuid}) as a draft.`;
  return [imported, ...problems.map(problemToText)].join("\n");
}
