import { pageMax } from "@weir/protocol/manage/paging";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { type Command, InvalidArgumentError } from "commander";
import { takeApiOptions, withApi } from "../client/connect.ts";
import type { DefineCommand } from "../commands.ts";
import { showExamples } from "../example.ts";
import { print, printJson } from "../output.ts";
import { accountsOf, parseId, type RecordOptions, takeAccount } from "../records.ts";
import { type ListColumns, type Listed, listedToJson, listedToTable, listIn } from "./list-command.ts";
import { type RouteOption, takeRouteOptions } from "./route-options.ts";

type RecordListRoute = "listAlarms" | "listDeadLetters" | "listMessages";

type Filter = Readonly<Record<RouteOption, string | undefined>>;

interface RecordListCommand<Name extends RecordListRoute> extends ListColumns<Name> {
  readonly route: Name;
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
        const accounts = await accountsOf(api, options);
        return listIn(api, list.route, { accounts, query: { ...filter, before, limit }, max: limit });
      });
      const newest = found.toSorted((a, b) => idOf(b) - idOf(a)).slice(0, limit);
      if (options.json) return printJson(newest.map(listedToJson));
      if (newest.length === 0) return print(list.none(filter));
      print(listedToTable(list, newest));
      if (newest.length === limit) print(`For older ones add --before ${idOf(newest.at(-1)!)}`);
    });
  };
}

function idOf({ item }: Listed<RecordListRoute>): number {
  return item.id;
}

function parsePageLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= pageMax) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${pageMax}.`);
}
