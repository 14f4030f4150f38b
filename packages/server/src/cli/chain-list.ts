import type { Command } from "commander";
import { type Chain, listChains } from "../manage/chains/chain-list.ts";
import { describeUse } from "../manage/chains/chain-use.ts";
import { formatMicros } from "../platform/instant.ts";
import { readChains } from "./chain-scope.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { formatTable } from "./table.ts";

export function defineChainList(command: Command): void {
  command.option("--account <name>", "Only the chains of this account (name or UUID)");
  takeJson(takeDataFolder(command));
  showExamples(command, "weir chain list", "weir chain list --json | jq -r '.[].chain_uuid'");
  command.action(async (options: { account?: string; json?: true }) => {
    const { config } = effectiveConfig(command);
    const chains = await readChains(config, options, listChains);
    if (options.json) printJson(chains.map(chainToJson));
    else if (chains.length === 0) print("No chains yet. They come with the first account or device.");
    else print([toTable(chains), ...warningLines(chains)].join("\n"));
  });
}

export function chainToJson({ uuid, name, account, live, draft, use, warnings, createdAt }: Chain) {
  return {
    chain_uuid: uuid,
    name,
    account: account.name,
    live_version: live?.version ?? null,
    published_at: live === null ? null : formatMicros(live.publishedAt),
    has_draft: draft !== null,
    draft_updated_at: draft === null ? null : formatMicros(draft.updatedAt),
    is_default: use.isDefault,
    used_by: { groups: use.groups, devices: use.devices, sensors: use.sensors, chains: use.chains },
    warnings: warnings.map(({ message }) => message),
    created_at: formatMicros(createdAt),
  };
}

function toTable(chains: readonly Chain[]): string {
  const rows = chains.map(({ uuid, name, account, live, draft, use }) => [
    uuid,
    printable(name),
    printable(account.name),
    live === null ? "-" : String(live.version),
    draft === null ? "-" : "yes",
    printable(describeUse(use)) || "-",
  ]);
  return formatTable(["CHAIN", "NAME", "ACCOUNT", "PUBLISHED", "DRAFT", "IN USE BY"], rows);
}

function warningLines(chains: readonly Chain[]): string[] {
  return chains.flatMap(({ name, warnings }) =>
    warnings.map(({ message }) => printable(`warning: ${name}: ${message}`)),
  );
}
