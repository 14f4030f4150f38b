import type { Command } from "commander";
import { listAccounts } from "../control/accounts/accounts.ts";
import type { ControlReader } from "../control/control-store.ts";
import { listRecipients } from "../control/recipients/recipients.ts";
import { recipientsPerAccountMax } from "../manage/messages/recipients.ts";
import { microsOrNull } from "../manage/records/record-values.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { readControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { formatTable } from "./table.ts";

export function defineRecipientList(command: Command): void {
  takeJson(takeDataFolder(command));
  showExamples(command, "weir recipient list");
  command.action(async (options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    const recipients = await readControl(config, listAll);
    if (options.json) printJson(recipients);
    else if (recipients.length === 0) {
      print("No recipients yet. Publish a chain that sends mail to somebody outside the account.");
    } else {
      const rows = recipients.map(({ email, account, state, asked_at, answered_at }) => [
        ...[printable(email), printable(account), state, asked_at ?? "-", answered_at ?? "-"],
      ]);
      print(formatTable(["ADDRESS", "ACCOUNT", "STATE", "ASKED", "ANSWERED"], rows));
    }
  });
}

async function listAll(control: ControlReader) {
  const all = [];
  for (const { id, name: account } of await listAccounts(control)) {
    const listed = await listRecipients(control, id, { limit: recipientsPerAccountMax });
    for (const { email, state, mailedAt, answeredAt } of listed) {
      const times = { asked_at: microsOrNull(mailedAt), answered_at: microsOrNull(answeredAt) };
      all.push({ email, account, state, ...times });
    }
  }
  return all;
}
