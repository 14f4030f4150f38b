import type { Command } from "commander";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { formatTable } from "./table.ts";

export function defineUserList(command: Command): void {
  takeApiOptions(command);
  showExamples(command, "weir user list");
  command.action(async (options: ApiOptions) => {
    const { items } = await withApi(command, (api) => api.call("listPeople", {}));
    if (options.json) return printJson(items);
    if (items.length === 0) return print("Nobody yet. The server prints a link that makes the first owner.");
    const rows = items.map(({ email, email_verified, name, has_password, has_totp, accounts }) => [
      printable(email),
      email_verified ? "yes" : "no",
      printable(name),
      has_password ? (has_totp ? "password and one-time password" : "password") : "not yet",
      accounts.map((account) => `${printable(account.name)} (${account.role})`).join(", "),
    ]);
    print(formatTable(["E-MAIL", "VERIFIED", "NAME", "SIGNS IN WITH", "ACCOUNTS"], rows));
  });
}
