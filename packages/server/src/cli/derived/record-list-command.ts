import { pageMax } from "@weir/protocol/manage/paging";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { InvalidArgumentError } from "commander";
import type { DefineCommand } from "../command-tree.ts";
import { accountsOf, parseId, type RecordOptions, takeAccount } from "../records.ts";
import { apiCommand } from "./api-command.ts";
import { type ListColumns, type Listed, listedToTable, listIn } from "./list-command.ts";
import { type RouteOption, takeRouteOptions } from "./route-options.ts";

type RecordListRoute = "listAlarms" | "listDeadLetters" | "listMessages";

type ListedRecord<Name extends RecordListRoute> = Listed<Name> & { readonly id: number };

type Filter = Readonly<Record<RouteOption, string | undefined>>;

interface RecordListCommand<Name extends RecordListRoute> {
  readonly route: Name;
  /** The operator's route, if records may belong to no account. */
  readonly ofAll?: "listAllDeadLetters";
  readonly columns: ListColumns<Listed<Name>>;
  readonly description: string;
  /** Parameters of the route's query that are options of the command. */
  readonly options: readonly RouteOption[];
  /** The default values of options. */
  readonly defaults?: Filter;
  /** Printed instead of an empty table. */
  readonly none: (filter: Filter) => string;
  readonly examples: readonly string[];
}

interface PagingOptions extends RecordOptions {
  readonly limit: number;
  readonly before?: number;
}

const listedDefault = 50;

/** A command that prints the newest records of a kind from all accounts, and how to see older ones. */
export function recordListCommand<Name extends RecordListRoute>(
  list: RecordListCommand<Name>,
): DefineCommand {
  const filterOf = (options: Filter): Filter =>
    Object.fromEntries(list.options.map((name) => [name, options[name] ?? list.defaults?.[name]]));
  return apiCommand({
    description: list.description,
    take(command) {
      takeRouteOptions(command, manageRoutes[list.route], list.options);
      command
        .option("--limit <number>", "Show at most this many, newest first", parsePageLimit, listedDefault)
        .option("--before <id>", "Only entries older than this id", parseId);
      takeAccount(command);
    },
    examples: list.examples,
    async call(api, _: [], options: PagingOptions) {
      const { limit, before } = options;
      await api.awaitAccepted();
      const query = { ...filterOf(options as unknown as Filter), before, limit };
      const isAny = list.ofAll !== undefined && api.isOperator && options.account === undefined;
      const found = isAny
        ? ((await api.items(list.ofAll, { query }, limit)) as unknown as Listed<Name>[])
        : await listIn(api, list.route, { accounts: await accountsOf(api, options), query, max: limit });
      return (found as ListedRecord<Name>[]).toSorted((a, b) => b.id - a.id).slice(0, limit);
    },
    text(newest, _, options) {
      if (newest.length === 0) return list.none(filterOf(options as unknown as Filter));
      const table = listedToTable(list.columns, newest);
      const isPage = newest.length === options.limit;
      return isPage ? `${table}\nTo see older ones, add --before ${newest.at(-1)!.id}` : table;
    },
  });
}

function parsePageLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= pageMax) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${pageMax}.`);
}
