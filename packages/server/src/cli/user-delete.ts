import type { Command } from "commander";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { confirm } from "./confirm.ts";
import { showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

export function defineUserDelete(command: Command): void {
  command.description("Delete a person. They are signed out at once. What they did stays in the audit log.");
  command
    .argument("<email>", "E-mail address of the person")
    .option("-y, --yes", "Do not ask (only a terminal is asked, never a script)");
  takeApiOptions(command);
  showExamples(command, "weir user delete ada@example.org");
  command.action(async (email: string, options: ApiOptions & { yes?: true }) => {
    if (process.stdin.isTTY && !options.yes && !options.json) await askFirst(email);
    const person = await withApi(command, (api) => api.call("deletePerson", { params: { email } }));
    if (options.json) printJson(person);
    else print(`Deleted ${printable(person.email)}.`);
  });
}

async function askFirst(email: string): Promise<void> {
  if (await confirm(`Delete ${printable(email)}?`)) return;
  throw new CommandFailure("cancelled", "Nothing was deleted.");
}
