import type { Command } from "commander";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";

export function defineUserChangeEmail(command: Command): void {
  command.description(
    "Change the email address that a person signs in with, where they cannot do it themselves: on a server that sends no " +
      "mail, or after they lost the address. The new address is unverified until a link mailed to it is used.",
  );
  command
    .argument("<email>", "E-mail address of the person")
    .argument("<new-email>", "Address to sign in with from now on");
  takeApiOptions(command);
  showExamples(command, "weir user change-email ada@example.org ada@example.com");
  command.action(async (email: string, newEmail: string, options: ApiOptions) => {
    const person = await withApi(command, (api) =>
      api.call("changePersonEmail", { params: { email }, body: { email: newEmail } }),
    );
    if (options.json) return printJson(person);
    print(`The person now signs in as ${printable(person.email)}. The address is not verified yet.`);
  });
}
