import type { Command } from "commander";
import { deleteUser } from "../manage/people/operator-users.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { confirm } from "./confirm.ts";
import { changeControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { CommandFailure, valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { tellPerson } from "./tell-person.ts";

export function defineUserDelete(command: Command): void {
  command.description("Delete a person. They are signed out at once. What they did stays in the audit log.");
  command
    .argument("<email>", "E-mail address of the person")
    .option("-y, --yes", "Do not ask (only a terminal is asked, never a script)");
  takeJson(takeDataFolder(command));
  showExamples(command, "weir user delete ada@example.org");
  command.action(async (email: string, options: { yes?: true; json?: true }) => {
    const { config } = effectiveConfig(command);
    if (process.stdin.isTTY && !options.yes && !options.json) await askFirst(email);
    const user = await changeControl(config, async (store) => valueOrFail(await deleteUser(store, email)));
    await tellPerson(config, user, { kind: "sign-in deleted" });
    if (options.json) printJson({ user_uuid: user.uuid, email: user.email, deleted: true });
    else print(`Deleted ${printable(user.email)}.`);
  });
}

async function askFirst(email: string): Promise<void> {
  if (await confirm(`Delete ${printable(email)}?`)) return;
  throw new CommandFailure("cancelled", "Nothing was deleted.");
}
