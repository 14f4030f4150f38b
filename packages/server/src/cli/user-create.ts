import { type Role, roles } from "@weir/protocol/manage/access";
import { type Command, Option } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { passwordText } from "./password-text.ts";
import { readLine } from "./read-line.ts";

interface CreateOptions extends ApiOptions {
  readonly account?: string;
  readonly role: Role;
  readonly name?: string;
  readonly passwordStdin?: true;
  readonly existing?: true;
}

export function defineUserCreate(command: Command): void {
  command.description(
    "Make somebody a member of an account. Who has no password yet gets a link to set one, which is printed.",
  );
  command
    .argument("<email>", "E-mail address of the person")
    .option("--account <name>", "Name or UUID of the account (default: the oldest)")
    .addOption(new Option("--role <role>", "What they may do there").choices(roles).default("viewer"))
    .option("--name <name>", "Name of the person (default: what stands before the @)")
    .option("--existing", "Add somebody who can sign in here already; without it they are refused")
    .option("--password-stdin", "Read the password from standard input instead of printing a link");
  takeApiOptions(command);
  showExamples(command, 'weir user create ada@example.org --account "North plant" --role owner');
  command.action(async (email: string, options: CreateOptions) => {
    const { role, name } = options;
    const password = options.passwordStdin ? await readLine("The password") : undefined;
    const add = async (api: ApiClient) => {
      const account = await api.accountFor(options.account);
      const body = {
        email,
        name,
        account: account.uuid,
        role,
        existing: options.existing === true,
        password,
      };
      return { account, person: await api.call("addPerson", { body }) };
    };
    const { account, person } = await withApi(command, add, { begins: true });
    if (options.json) return printJson({ ...person, account: account.name });
    print(`${printable(person.email)} is now ${role} of account ${printable(account.name)}.`);
    if (!person.email_verified) print("The email address is not verified yet.");
    if (password !== undefined || person.link !== null) print(passwordText(person.link));
  });
}
