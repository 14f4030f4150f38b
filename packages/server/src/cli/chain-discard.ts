import type { Command } from "commander";
import { type ChainOptions, takeChain, withChain } from "./chain-command.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";

export function defineChainDiscard(command: Command): void {
  takeChain(command);
  showExamples(command, 'weir chain discard "Cold store"');
  command.action(async (selector: string, { json }: ChainOptions) => {
    const chain = await withChain(command, selector, async (api, params) => {
      await api.call("discardDraft", { params });
      return api.call("showChain", { params });
    });
    if (json) return printJson(chain);
    const { name, live } = chain;
    print(`Discarded the draft of chain ${printable(name)}. Version ${live?.version} stays published.`);
  });
}
