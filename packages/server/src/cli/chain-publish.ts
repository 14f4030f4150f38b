import type { Command } from "commander";
import { type ChainOptions, takeChain, withChain } from "./chain-command.ts";
import { publishedToText } from "./chain-diff-output.ts";
import { showExamples } from "./example.ts";
import { print, printJson } from "./output.ts";

export function defineChainPublish(command: Command): void {
  command.description(
    "Publish the draft of a chain. New readings go through it when the command returns; readings on " +
      "their way finish on the version they began with. The last 100 versions are kept.",
  );
  takeChain(command).option("--note <text>", "Why, for the list of versions");
  showExamples(command, 'weir chain publish "Cold store" --note "alarm after three readings"');
  command.action(async (selector: string, { note, json }: ChainOptions & { note?: string }) => {
    const published = await withChain(command, selector, (api, params) =>
      api.call("publishChain", { params, body: { note } }),
    );
    if (json) printJson(published);
    else print(publishedToText(published));
  });
}
