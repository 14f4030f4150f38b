import type { Command } from "commander";
import { changeEmail } from "../manage/people/operator-users.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { changeControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { tellPerson } from "./tell-person.ts";

export function defineUserChangeEmail(command: Command): void {
  command.description(
    "Change the email address that a person signs in with, where they cannot do it themselves: on a server that sends no " +
      "mail, or after they lost the address. The new address is unverified until a link mailed to it is used.",
  );
  command
    .argument("<email>", "E-mail address of the person")
    .argument("<new-email>", "Address to sign in with from now on");
  takeJson(takeDataFolder(command));
  showExamples(command, "weir user change-email ada@example.org ada@example.com");
  command.action(async (email: string, newEmail: string, options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    const user = await changeControl(config, async (store) =>
      valueOrFail(await changeEmail(store, email, newEmail)),
    );
    const { name, formerEmail } = user;
    await tellPerson(config, { email: formerEmail, name }, { kind: "address changed", newEmail: user.email });
    if (options.json)
      return printJson({ user_uuid: user.uuid, email: user.email, email_verified: user.isEmailVerified });
    print(`The person now signs in as ${printable(user.email)}. The address is not verified yet.`);
  });
}
