import type { Command } from "commander";
import { takeChain, withChain } from "./chain-command.ts";
import { takeVersion, type VersionOptions } from "./chain-version-options.ts";
import { showExamples } from "./example.ts";
import { print } from "./output.ts";

export function defineChainExport(command: Command): void {
  takeVersion(takeChain(command, "Has no effect: the answer is always JSON"));
  showExamples(
    command,
    "weir chain export Default > default.json",
    'weir chain export "Cold store" --version 3',
  );
  command.action(async (selector: string, { version, draft }: VersionOptions) => {
    const exported = await withChain(command, selector, async (api, params) => {
      const { live } = await api.call("showChain", { params });
      // Of a chain that was never published, its draft.
      const usual = draft || live === null ? "draft" : "live";
      return api.call("exportChain", { params, query: { version: version ?? usual } });
    });
    print(JSON.stringify(exported, null, 2));
  });
}
