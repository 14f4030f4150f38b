import type { Command } from "commander";
import { type ChainOptions, takeChain, withChain } from "./chain-command.ts";
import { diffToText } from "./chain-diff-output.ts";
import { parseVersion } from "./chain-version-options.ts";
import { showExamples } from "./example.ts";
import { print, printJson } from "./output.ts";

interface DiffOptions extends ChainOptions {
  readonly from?: number;
  readonly to?: number | "draft";
}

export function defineChainDiff(command: Command): void {
  takeChain(command)
    .option("--from <number>", "From this version (default: the published one)", parseVersion)
    .option("--to <version>", "To this version, or to the draft (default: draft)", (text) =>
      text === "draft" ? text : parseVersion(text),
    );
  showExamples(command, 'weir chain diff "Cold store"', 'weir chain diff "Cold store" --from 2 --to 5');
  command.action(async (selector: string, { from, to, json }: DiffOptions) => {
    const diff = await withChain(command, selector, async (api, params) => {
      const { draft } = await api.call("showChain", { params });
      // Where there is no draft and an earlier version was named, that one and the published one are what differs.
      const usual = draft === null && from !== undefined ? "live" : "draft";
      return api.call("diffChain", { params, query: { from, to: to ?? usual } });
    });
    if (json) printJson(diff);
    else print(diff.is_empty ? "No difference." : diffToText(diff));
  });
}
