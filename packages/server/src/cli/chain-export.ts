import type { Command } from "commander";
import { type ChainOptions, chainParams, takeChain } from "./chain-command.ts";
import { takeVersion, type VersionOptions } from "./chain-version-options.ts";
import { takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print } from "./output.ts";

export function defineChainExport(command: Command): void {
  takeVersion(takeChain(command));
  takeApiOptions(command, "Has no effect: the output is always JSON");
  showExamples(
    command,
    "weir chain export Default > default.json",
    'weir chain export "Cold store" --version 3',
  );
  command.action(async (chain: string, options: ChainOptions & VersionOptions) => {
    const exported = await withApi(command, async (api) => {
      const params = await chainParams(api, chain, options);
      const { live } = await api.call("showChain", { params });
      // A chain that was never published is exported with its draft.
      const usual = options.draft || live === null ? "draft" : "live";
      return api.call("exportChain", { params, query: { version: options.version ?? usual } });
    });
    print(JSON.stringify(exported, null, 2));
  });
}
