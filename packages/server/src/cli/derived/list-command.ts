import type { CallInput } from "@weir/protocol/manage/calls";
import { manageRoutes } from "@weir/protocol/manage/routes";
import type { Command } from "commander";
import type { AccountOptions } from "../account-options.ts";
import type { AccountName, ApiClient, ItemOf, ListRoute } from "../client/api-client.ts";
import type { DefineCommand } from "../command-tree.ts";
import { formatTable } from "../table.ts";
import { apiCommand } from "./api-command.ts";
import { type RouteOption, takeRouteOptions } from "./route-options.ts";

/** The API's item, with the name of its account. */
export type Listed<Name extends ListRoute> = ItemOf<Name> & { readonly account: string };

/** What is shown of a list. */
export type ListColumns<Item> = Readonly<Record<string, (item: Item) => string>>;

interface ListCommand<Name extends ListRoute> {
  readonly route: Name;
  readonly columns: ListColumns<Listed<Name>>;
  readonly description?: string;
  /** Whether it works in one account, by default the oldest, or lists all of them. */
  readonly within: "one account" | "all accounts";
  /** Whether it shows results of readings, and so waits for those accepted a moment ago. */
  readonly showsReadings?: true;
  /** Parameters of the route's query that are options of the command. */
  readonly options?: readonly RouteOption[];
  /** Adds options that are no parameters of the query, but that `moreQuery` turns into some. */
  readonly take?: (command: Command) => Command;
  readonly moreQuery?: (options: object) => Readonly<Record<string, string>>;
  /** Fixed parameters of the query. */
  readonly query?: Readonly<Record<string, string>>;
  /** Lines about an item after the table. */
  readonly notes?: (item: ItemOf<Name>) => readonly string[];
  /** Printed instead of an empty table. */
  readonly none: string;
  readonly examples: readonly string[];
}

export function listedToTable<Item>(columns: ListColumns<Item>, items: readonly Item[]): string {
  const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)));
  return formatTable(Object.keys(columns), rows);
}

/** Everything that the route lists in these accounts, or at most this many of each. */
export async function listIn<Name extends ListRoute>(
  api: ApiClient,
  route: Name,
  { accounts, query, max }: ListScope,
): Promise<Listed<Name>[]> {
  const listed: Listed<Name>[] = [];
  for (const { uuid, name } of accounts) {
    const input = { params: { account: uuid }, query } as unknown as CallInput<Name>;
    for (const item of await api.items(route, input, max))
      listed.push({ ...(item as ItemOf<Name> & object), account: name });
  }
  return listed;
}

interface ListScope {
  readonly accounts: readonly AccountName[];
  readonly query: Readonly<Record<string, string | number | undefined>>;
  readonly max?: number;
}

/** A command that prints the items of a route: a table for people, the API's JSON for programs. */
export function listCommand<Name extends ListRoute>(list: ListCommand<Name>): DefineCommand {
  const options = list.options ?? [];
  const isOne = list.within === "one account";
  return apiCommand({
    ...(list.description === undefined ? {} : { description: list.description }),
    take(command) {
      const which = isOne ? "(default: the oldest)" : "(default: all)";
      command.option("--account <name>", `Name or UUID of the account ${which}`);
      takeRouteOptions(command, manageRoutes[list.route], options);
      list.take?.(command);
    },
    examples: list.examples,
    async call(api, _: [], given: AccountOptions) {
      const asked = options.map((name) => [name, (given as Record<string, string>)[name]]);
      const query = { ...list.query, ...Object.fromEntries(asked), ...list.moreQuery?.(given) };
      if (list.showsReadings) await api.awaitAccepted();
      const accounts = isOne ? [await api.accountFor(given.account)] : await api.accounts(given.account);
      return listIn(api, list.route, { accounts, query });
    },
    text(found) {
      if (found.length === 0) return list.none;
      const notes = found.flatMap((item) => list.notes?.(item) ?? []);
      return [listedToTable(list.columns, found), ...notes].join("\n");
    },
  });
}
