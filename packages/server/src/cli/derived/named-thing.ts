import { snakeOf } from "@weir/protocol/resources/resource-words";
import type { Command } from "commander";
import { takeOneAccount } from "../account-options.ts";
import type { ApiClient } from "../client/api-client.ts";
import { findNamed } from "../find-named.ts";
import { type CommandedThing, inputOf, listRouteOf } from "./commanded-thing.ts";

/** How a command names one of a thing, within an account. */
export interface NamedThing<Param extends string = string> {
  /** Adds the argument. */
  takeName(command: Command): Command;
  /** Adds the argument, and the option that says in which account it is. */
  take(command: Command): Command;
  /** The parameters of its routes. */
  params(api: ApiClient, named: string, account: string | undefined): Promise<ParamsOf<Param>>;
}

type ParamsOf<Param extends string = string> = { readonly account: string } & {
  readonly [Name in Param]: string;
};

interface Naming {
  /** Whether its routes find it by its name, too. If not, the list of the account is searched. */
  readonly isFoundByServer?: boolean;
}

export function namedThing<const Thing extends CommandedThing>(
  thing: Thing,
  { isFoundByServer = false }: Naming = {},
): NamedThing<Thing["param"]> {
  const { param, title = thing.thing } = thing;
  const takeName = (command: Command) => command.argument(`<${param}>`, `Name or UUID of the ${title}`);
  return {
    takeName,
    take: (command) => takeOneAccount(takeName(command)),
    async params(api, named, accountName) {
      const { uuid: account } = await api.accountFor(accountName);
      const found = isFoundByServer ? named : await uuidOf(api, thing, { named, account });
      return { account, [param]: found } as ParamsOf<Thing["param"]>;
    },
  };
}

interface Wanted {
  readonly named: string;
  readonly account: string;
}

async function uuidOf(api: ApiClient, thing: CommandedThing, { named, account }: Wanted): Promise<string> {
  const route = listRouteOf(thing);
  const items = (await api.items(route, inputOf(route, { params: { account } }))) as readonly {
    readonly uuid: string;
    readonly name: string;
  }[];
  return findNamed(items, named, snakeOf(thing.thing)).uuid;
}
