import type { Command } from "commander";
import { listAccounts } from "../control/accounts/accounts.ts";
import { formatMicros } from "../platform/instant.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { readControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { formatTable, formatTime } from "./table.ts";

export function defineAccountList(command: Command): void {
  takeJson(takeDataFolder(command));
  showExamples(command, "weir account list");
  command.action(async (options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    const accounts = await readControl(config, listAccounts);
    if (options.json) {
      printJson(
        accounts.map(({ uuid, name, createdAt }) => ({
          account_uuid: uuid,
          name,
          created_at: formatMicros(createdAt),
        })),
      );
      return;
    }
    if (accounts.length === 0) return print("No accounts yet. The first device creates one.");
    const rows = accounts.map(({ uuid, name, createdAt }) => [
      uuid,
      printable(name),
      formatTime(createdAt / 1000),
    ]);
    print(formatTable(["ACCOUNT", "NAME", "CREATED"], rows));
  });
}
