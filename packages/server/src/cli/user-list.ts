import type { Command } from "commander";
import { listUsers } from "../manage/people/users.ts";
import { formatMicros } from "../platform/instant.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { readControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { formatTable } from "./table.ts";

export function defineUserList(command: Command): void {
  takeJson(takeDataFolder(command));
  showExamples(command, "weir user list");
  command.action(async (options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    const users = await readControl(config, listUsers);
    if (options.json) {
      printJson(
        users.map(({ uuid, email, isEmailVerified, name, hasPassword, hasTotp, createdAt, accounts }) => ({
          user_uuid: uuid,
          email,
          email_verified: isEmailVerified,
          name,
          password: hasPassword,
          totp: hasTotp,
          created_at: formatMicros(createdAt),
          accounts,
        })),
      );
      return;
    }
    if (users.length === 0) return print("Nobody yet. The server prints a link that makes the first owner.");
    const rows = users.map(({ email, isEmailVerified, name, hasPassword, hasTotp, accounts }) => [
      printable(email),
      isEmailVerified ? "yes" : "no",
      printable(name),
      hasPassword ? (hasTotp ? "password and one-time password" : "password") : "not yet",
      accounts.map((account) => `${printable(account.name)} (${account.role})`).join(", "),
    ]);
    print(formatTable(["E-MAIL", "VERIFIED", "NAME", "SIGNS IN WITH", "ACCOUNTS"], rows));
  });
}
