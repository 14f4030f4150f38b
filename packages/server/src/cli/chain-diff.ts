import { isEmptyDiff } from "@weir/rule-engine/diff-chains";
import type { Command } from "commander";
import { getChain } from "../manage/chains/chain-list.ts";
import { diffVersions, type WhichVersion } from "../manage/chains/chain-versions.ts";
import type { ChainControlReader } from "../manage/chains/work/chain-control.ts";
import { diffToJson, diffToText } from "./chain-diff-output.ts";
import { type AccountOption, readChains, takeAccountOfChain } from "./chain-scope.ts";
import { parseVersion } from "./chain-version-options.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";

interface DiffOptions extends AccountOption {
  readonly from?: number;
  readonly to?: WhichVersion;
  readonly json?: true;
}

export function defineChainDiff(command: Command): void {
  command
    .argument("<chain>", "Name or UUID of the chain")
    .option("--from <number>", "From this version (default: the published one)", parseVersion)
    .option("--to <version>", "To this version, or to the draft (default: draft)", (text) =>
      text === "draft" ? text : parseVersion(text),
    );
  takeJson(takeDataFolder(takeAccountOfChain(command)));
  showExamples(command, 'weir chain diff "Cold store"', 'weir chain diff "Cold store" --from 2 --to 5');
  command.action(async (selector: string, options: DiffOptions) => {
    const { config } = effectiveConfig(command);
    const diff = await readChains(config, options, async (control) => {
      const from = options.from ?? "live";
      const to = options.to ?? (await defaultTo(control, selector, options));
      return valueOrFail(await diffVersions(control, selector, { from, to }));
    });
    if (options.json) printJson(diffToJson(diff));
    else print(isEmptyDiff(diff) ? "No difference." : diffToText(diff));
  });
}

/** Where there is no draft and an earlier version was named, that one and the live one are what differs. */
async function defaultTo(
  control: ChainControlReader,
  selector: string,
  { from }: DiffOptions,
): Promise<WhichVersion> {
  const { draft } = valueOrFail(await getChain(control, selector));
  return draft === null && from !== undefined ? "live" : "draft";
}
