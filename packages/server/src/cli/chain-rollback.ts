import type { Command } from "commander";
import { type ChainOptions, takeChain, withChain } from "./chain-command.ts";
import { publishedToText } from "./chain-diff-output.ts";
import { parseVersion } from "./chain-version-options.ts";
import { showExamples } from "./example.ts";
import { print, printJson } from "./output.ts";

export function defineChainRollback(command: Command): void {
  command.description(
    "Publish a copy of an earlier version of a chain as its newest. The draft, where there is one, stays as it is.",
  );
  takeChain(command).requiredOption("--to <number>", "The version to go back to", parseVersion);
  showExamples(command, 'weir chain rollback "Cold store" --to 3');
  command.action(async (selector: string, { to: version, json }: ChainOptions & { to: number }) => {
    const published = await withChain(command, selector, (api, params) =>
      api.call("rollBackChain", { params, body: { version } }),
    );
    if (json) printJson(published);
    else print(publishedToText(published));
  });
}
