import { describeProblem } from "@weir/rule-engine/chain-problem";
import type { Command } from "commander";
import { withinAccount } from "../control/control-store.ts";
import { accountFor, findAccount } from "../manage/accounts/accounts.ts";
import { type ChainImport, type ImportedChain, importChain } from "../manage/chains/chain-exchange.ts";
import { validateDraft } from "../manage/chains/chain-validation.ts";
import type { ChainControl } from "../manage/chains/work/chain-control.ts";
import { workHere } from "../manage/chains/work/work-here.ts";
import { printPublished, publishedToJson } from "./chain-diff-output.ts";
import { readJsonFile } from "./chain-file.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { beginControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

interface ImportOptions {
  readonly into?: string;
  readonly name?: string;
  readonly publish?: true;
  readonly note?: string;
  readonly account?: string;
  readonly json?: true;
}

export function defineChainImport(command: Command): void {
  command.description(
    "Make a chain out of an exported file: a new one of its name, or a draft of a chain there is, in place of the " +
      "draft it may have. With --publish it is published when the command returns, or nothing has changed.",
  );
  command
    .argument("<file>", "What `weir chain export` wrote; - for standard input")
    .option("--into <chain>", "Make it the draft of this chain (name or UUID)")
    .option("--name <name>", "Name of the new chain (default: the one in the file)")
    .option("--publish", "Publish it at once")
    .option("--note <text>", "With --publish: why, for the list of versions")
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeJson(takeDataFolder(command));
  showExamples(
    command,
    "weir chain import docs/guide/chains/freezer-alarm.json --publish",
    'weir chain import cold-store.json --into "Cold store"',
  );
  command.action(async (file: string, options: ImportOptions) => {
    const { config } = effectiveConfig(command);
    const json = await readJsonFile(file);
    const { imported, problems } = await beginControl(config, (store) =>
      importInto({ ...store, chainWork: workHere }, json, options),
    );
    printImported(imported, problems, options.json === true);
  });
}

async function importInto(
  store: ChainControl,
  json: unknown,
  options: ImportOptions,
): Promise<{ imported: ImportedChain; problems: string[] }> {
  const { into, name, publish, note, account } = options;
  const within =
    account === undefined ? store : withinAccount(store, valueOrFail(await findAccount(store, account)).id);
  const owner = valueOrFail(await accountFor(within));
  const input: ChainImport = {
    accountId: owner.id,
    json,
    into,
    name,
    publish: publish ? { note } : undefined,
  };
  const imported = valueOrFail(await importChain(within, input));
  if (imported.published !== null) return { imported, problems: [] };
  const problems = valueOrFail(await validateDraft(within, imported.chain.uuid));
  return {
    imported,
    problems: problems.map((problem) => `${problem.severity}: ${describeProblem(problem)}`),
  };
}

function printImported(
  { chain, published }: ImportedChain,
  problems: readonly string[],
  asJson: boolean,
): void {
  if (published !== null) {
    if (asJson) printJson(publishedToJson(published));
    else printPublished(published, false);
  } else if (asJson) {
    printJson({ chain_uuid: chain.uuid, name: chain.name, version: null, problems });
  } else {
    print(`Imported chain ${printable(chain.name)} (${chain.uuid}) as a draft.`);
    for (const problem of problems) print(printable(problem));
  }
}
