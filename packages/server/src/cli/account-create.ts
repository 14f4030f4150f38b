import type { Command } from "commander";
import type { Config } from "../config/settings.ts";
import type { Account } from "../control/accounts/accounts.ts";
import type { ControlStore } from "../control/control-store.ts";
import { createAccount } from "../manage/accounts/accounts.ts";
import { addUser, type OperatedUser, refuseExisting } from "../manage/people/operator-users.ts";
import { validateEmail } from "../manage/people/users.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { beginControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { tellPerson } from "./tell-person.ts";
import { givePassword, type NewPassword, passwordText } from "./user-password.ts";

export function defineAccountCreate(command: Command): void {
  command
    .argument("<name>", "Name of the account")
    .option("--owner <email>", "Who owns it; somebody new gets a link to set a password, which is printed")
    .option("--existing", "The owner is somebody who can sign in here already; without it they are refused");
  takeJson(takeDataFolder(command));
  showExamples(
    command,
    'weir account create "North plant"',
    'weir account create "North plant" --owner ada@example.org',
  );
  command.action(async (name: string, options: { owner?: string; existing?: true; json?: true }) => {
    const { config } = effectiveConfig(command);
    // Before the account is made, so that a slip in the address does not leave one without an owner.
    const owner = options.owner === undefined ? null : valueOrFail(validateEmail(options.owner));
    const { account, added } = await beginControl(config, async (store) => {
      if (owner !== null && !options.existing) valueOrFail(await refuseExisting(store, owner));
      const account = valueOrFail(await createAccount(store, name));
      return { account, added: owner === null ? null : await addOwner(store, config, account, owner) };
    });
    const given = added?.given ?? null;
    if (added !== null && options.existing) {
      await tellPerson(config, added.user, { kind: "role changed", account: account.name, role: "owner" });
    }
    const link = given !== null && "link" in given ? given.link : null;
    if (options.json) {
      const ownership = owner === null ? {} : { owner, link };
      return printJson({ account_uuid: account.uuid, name: account.name, ...ownership });
    }
    print(`Created account ${printable(account.name)} (${account.uuid}).`);
    if (owner !== null) print(`${owner} is its owner.`);
    if (given !== null) print(passwordText(given));
  });
}

interface AddedOwner {
  readonly user: OperatedUser;
  /** Null for somebody who has a password already. */
  readonly given: NewPassword | null;
}

async function addOwner(
  store: ControlStore,
  config: Config,
  account: Account,
  email: string,
): Promise<AddedOwner> {
  const user = valueOrFail(await addUser(store, { email, account, role: "owner", isExisting: true }));
  return { user, given: user.hasPassword ? null : await givePassword(store, config, user, null) };
}
