import { pageMax } from "@weir/protocol/manage/paging";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { type Command, InvalidArgumentError } from "commander";
import { takeApiOptions, withApi } from "../client/connect.ts";
import type { DefineCommand } from "../commands.ts";
import { showExamples } from "../example.ts";
import { print, printJson } from "../output.ts";
import { accountsOf, parseId, type RecordOptions, takeAccount } from "../records.ts";
import { type ListColumns, type Listed, listedToTable, listIn } from "./list-command.ts";
import { type RouteOption, takeRouteOptions } from "./route-options.ts";

type RecordListRoute = "listAlarms" | "listDeadLetters" | "listMessages";

type ListedRecord<Name extends RecordListRoute> = Listed<Name> & { readonly id: number };

type Filter = Readonly<Record<RouteOption, string | undefined>>;

interface RecordListCommand<Name extends RecordListRoute> {
  readonly route: Name;
  /** The operator's route, where records may be in no account. */
  readonly ofAll?: "listAllDeadLetters";
  readonly columns: ListColumns<Listed<Name>>;
  readonly description: string;
  /** Parameters of the route's query that are options of the command. */
  readonly options: readonly RouteOption[];
  /** What is asked for where an option is not given. */
  readonly defaults?: Filter;
  /** Said instead of an empty table. */
  readonly none: (filter: Filter) => string;
  readonly examples: readonly string[];
}

interface PagingOptions extends RecordOptions {
  readonly limit: number;
  readonly before?: number;
}

const listedDefault = 50;

/** A command that prints the newest records of a kind, of all accounts together, and how to go on with older ones. */
export function recordListCommand<Name extends RecordListRoute>(
  list: RecordListCommand<Name>,
): DefineCommand {
  return (command: Command) => {
    command.description(list.description);
    takeRouteOptions(command, manageRoutes[list.route], list.options);
    command
      .option("--limit <number>", "At most so many, the newest of them", parsePageLimit, listedDefault)
      .option("--before <id>", "Only what is older than this one", parseId);
    takeApiOptions(takeAccount(command));
    showExamples(command, ...list.examples);
    command.action(async (options: PagingOptions & Filter) => {
      const { limit, before } = options;
      const filter = Object.fromEntries(
        list.options.map((name) => [name, options[name] ?? list.defaults?.[name]]),
      );
      const found = await withApi(command, async (api) => {
        await api.awaitAccepted();
        const query = { ...filter, before, limit };
        if (list.ofAll !== undefined && api.isOperator && options.account === undefined)
          return (await api.items(list.ofAll, { query }, limit)) as unknown as Listed<Name>[];
        return listIn(api, list.route, { accounts: await accountsOf(api, options), query, max: limit });
      });
      const newest = (found as ListedRecord<Name>[]).toSorted((a, b) => b.id - a.id).slice(0, limit);
      if (options.json) return printJson(newest);
      if (newest.length === 0) return print(list.none(filter));
      print(listedToTable(list.columns, newest));
      if (newest.length === limit) print(`For older ones add --before ${newest.at(-1)!.id}`);
    });
  };
}

function parsePageLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= pageMax) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${pageMax}.`);
}
