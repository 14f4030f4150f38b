import type { Command } from "commander";
import { type ChainOptions, takeChain, withChain } from "./chain-command.ts";
import { confirm } from "./confirm.ts";
import { showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

export function defineChainDelete(command: Command): void {
  command.description("Delete a chain with its draft and versions. One that is in use is not deleted.");
  takeChain(command).option("-y, --yes", "Do not ask (only a terminal is asked, never a script)");
  showExamples(command, 'weir chain delete "Cold store"');
  command.action(async (selector: string, { yes, json }: ChainOptions & { yes?: true }) => {
    const { uuid, name } = await withChain(command, selector, async (api, params) => {
      const chain = await api.call("showChain", { params });
      if (process.stdin.isTTY && !yes && !json) await askFirst(chain.name);
      await api.call("deleteChain", { params });
      return chain;
    });
    if (json) printJson({ uuid, name, deleted: true });
    else print(`Deleted chain ${printable(name)}.`);
  });
}

async function askFirst(name: string): Promise<void> {
  if (await confirm(`Delete chain ${printable(name)} with its draft and all its versions?`)) return;
  throw new CommandFailure("cancelled", "Nothing was deleted.");
}
