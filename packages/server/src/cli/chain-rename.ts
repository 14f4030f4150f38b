import type { Command } from "commander";
import { type ChainOptions, takeChain, withChain } from "./chain-command.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";

export function defineChainRename(command: Command): void {
  takeChain(command).argument("<name>", "Its new name");
  showExamples(command, 'weir chain rename "Cold store" "Cold store, north"');
  command.action(async (selector: string, name: string, { json }: ChainOptions) => {
    const chain = await withChain(command, selector, (api, params) =>
      api.call("renameChain", { params, body: { name } }),
    );
    if (json) printJson(chain);
    else print(`Chain ${chain.uuid} is called ${printable(chain.name)} now.`);
  });
}
