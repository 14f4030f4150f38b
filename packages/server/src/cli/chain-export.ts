import type { Command } from "commander";
import { exportChain } from "../manage/chains/chain-exchange.ts";
import { type AccountOption, readChains, takeAccountOfChain } from "./chain-scope.ts";
import { chooseVersion, takeVersion, type VersionOptions } from "./chain-version-options.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print } from "./output.ts";

export function defineChainExport(command: Command): void {
  command.argument("<chain>", "Name or UUID of the chain");
  takeVersion(takeAccountOfChain(command));
  takeJson(takeDataFolder(command), "Has no effect: the answer is always JSON");
  showExamples(
    command,
    "weir chain export Default > default.json",
    'weir chain export "Cold store" --version 3',
  );
  command.action(async (selector: string, options: VersionOptions & AccountOption) => {
    const { config } = effectiveConfig(command);
    const exported = await readChains(config, options, async (control) => {
      const which = await chooseVersion(control, selector, options);
      return valueOrFail(await exportChain(control, selector, which));
    });
    print(JSON.stringify(exported, null, 2));
  });
}
