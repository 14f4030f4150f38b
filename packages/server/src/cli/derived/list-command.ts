import type { CallInput } from "@weir/protocol/manage/calls";
import { manageRoutes } from "@weir/protocol/manage/routes";
import type { Command } from "commander";
import type { AccountName, ItemOf, ListRoute } from "../client/api-client.ts";
import { type ApiOptions, takeApiOptions, withApi } from "../client/connect.ts";
import type { DefineCommand } from "../commands.ts";
import { showExamples } from "../example.ts";
import { print, printJson } from "../output.ts";
import { formatTable } from "../table.ts";
import { type RouteOption, takeRouteOptions } from "./route-options.ts";

interface ListCommand<Name extends ListRoute> {
  readonly route: Name;
  readonly description?: string;
  /** Whether it works in one account, the oldest unless another is named, or lists what is in all of them. */
  readonly within: "one account" | "all accounts";
  /** Whether it shows what readings bring about, and so waits for those accepted a moment ago. */
  readonly showsReadings?: true;
  /** Parameters of the route's query that are options of the command. */
  readonly options?: readonly RouteOption[];
  /** Parameters that are always the same. */
  readonly query?: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, (item: ItemOf<Name>, account: AccountName) => string>>;
  /** Lines about an item that follow the table. */
  readonly notes?: (item: ItemOf<Name>) => readonly string[];
  /** Said instead of an empty table. */
  readonly none: string;
  readonly examples: readonly string[];
}

/** The API's item, with the account that it was found in. */
function toJson({ item, account }: { readonly item: object; readonly account: AccountName }) {
  return { ...item, account: account.name };
}

/** A command that prints what a route lists: a table for people, the API's items as JSON for programs. */
export function listCommand<Name extends ListRoute>(list: ListCommand<Name>): DefineCommand {
  return (command: Command) => {
    if (list.description !== undefined) command.description(list.description);
    const which = list.within === "one account" ? "(default: the oldest)" : "(default: all)";
    command.option("--account <name>", `Name or UUID of the account ${which}`);
    takeRouteOptions(command, manageRoutes[list.route], list.options ?? []);
    takeApiOptions(command);
    showExamples(command, ...list.examples);
    command.action(async (options: ApiOptions & { account?: string }) => {
      const given = (list.options ?? []).map((name) => [name, (options as Record<string, string>)[name]]);
      const query = { ...list.query, ...Object.fromEntries(given) };
      const found = await withApi(command, async (api) => {
        if (list.showsReadings) await api.awaitAccepted();
        const isOne = list.within === "one account";
        const accounts = isOne
          ? [await api.accountFor(options.account)]
          : await api.accounts(options.account);
        const listed: { item: ItemOf<Name> & object; account: AccountName }[] = [];
        for (const account of accounts) {
          const input = { params: { account: account.uuid }, query } as unknown as CallInput<Name>;
          for (const item of await api.items(list.route, input))
            listed.push({ item: item as ItemOf<Name> & object, account });
        }
        return listed;
      });
      if (options.json) return printJson(found.map(toJson));
      if (found.length === 0) return print(list.none);
      const rows = found.map(({ item, account }) =>
        Object.values(list.columns).map((cell) => cell(item, account)),
      );
      const notes = found.flatMap(({ item }) => list.notes?.(item) ?? []);
      print([formatTable(Object.keys(list.columns), rows), ...notes].join("\n"));
    });
  };
}
