import type { Command } from "commander";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { formatTable, shortTime } from "./table.ts";

export function defineAccountList(command: Command): void {
  takeApiOptions(command);
  showExamples(command, "weir account list");
  command.action(async (options: ApiOptions) => {
    const accounts = await withApi(command, (api) => api.items("listAccounts", { query: { limit: 1000 } }));
    if (options.json) return printJson(accounts);
    if (accounts.length === 0) return print("No accounts yet. The first device creates one.");
    const rows = accounts.map(({ uuid, name, created_at }) => [uuid, printable(name), shortTime(created_at)]);
    print(formatTable(["ACCOUNT", "NAME", "CREATED"], rows));
  });
}
