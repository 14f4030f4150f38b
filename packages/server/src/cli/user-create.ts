import { type Role, roles } from "@weir/protocol/manage/access";
import { type Command, Option } from "commander";
import { accountFor } from "../manage/accounts/accounts.ts";
import { addUser } from "../manage/people/operator-users.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { beginControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { tellPerson } from "./tell-person.ts";
import { failOnBadPassword, givePassword, noticeOf, passwordText, readPassword } from "./user-password.ts";

interface CreateOptions {
  readonly account?: string;
  readonly role: Role;
  readonly name?: string;
  readonly passwordStdin?: true;
  readonly existing?: true;
  readonly json?: true;
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
  takeJson(takeDataFolder(command));
  showExamples(command, 'weir user create ada@example.org --account "North plant" --role owner');
  command.action(async (email: string, options: CreateOptions) => {
    const { config } = effectiveConfig(command);
    const { role, name } = options;
    const password = options.passwordStdin ? await readPassword() : null;
    const made = await beginControl(config, async (store) => {
      const account = valueOrFail(await accountFor(store, options.account));
      // Before anything is written, so that a refused password leaves nobody behind without one.
      if (password !== null) await failOnBadPassword(password, { email, name, accountNames: [account.name] });
      const user = valueOrFail(
        await addUser(store, { email, name, account, role, isExisting: options.existing === true }),
      );
      const needsPassword = password !== null || !user.hasPassword;
      const given = needsPassword ? await givePassword(store, config, user, password) : null;
      return { user, account, given };
    });
    const { user, account, given } = made;
    // Somebody new gets their link from the operator.
    if (options.existing) {
      const joined = { kind: "role changed", account: account.name, role } as const;
      await tellPerson(config, user, joined, ...(given === null ? [] : [noticeOf(given)]));
    }
    if (options.json) {
      const link = given !== null && "link" in given ? given.link : null;
      printJson({
        user_uuid: user.uuid,
        email: user.email,
        account: account.name,
        role,
        link,
        email_verified: user.isEmailVerified,
      });
      return;
    }
    print(`${printable(user.email)} is now ${role} of account ${printable(account.name)}.`);
    if (!user.isEmailVerified) print("The email address is not verified yet.");
    if (given !== null) print(passwordText(given));
  });
}
