import type { Route } from "@weir/protocol/manage/route";
import { type Command, Option } from "commander";
import { z } from "zod";

/** The name of a parameter of a route's query. */
export type RouteOption = string;

interface Described {
  readonly description?: string;
  readonly enum?: readonly string[];
}

/** Options of a command that are parameters of its route's query, with the descriptions and choices of the route. */
export function takeRouteOptions(command: Command, route: Route, names: readonly RouteOption[]): Command {
  if (names.length === 0) return command;
  const schema = z.toJSONSchema(route.query!, { io: "input", unrepresentable: "any" });
  for (const name of names) {
    const described = schema.properties?.[name] as Described | undefined;
    if (described === undefined) throw new Error(`${route.path} has no ${name} in its query.`);
    const help = described.description?.replace(/\.$/, "");
    const option = new Option(`--${name.replaceAll("_", "-")} <${name}>`, help);
    command.addOption(described.enum === undefined ? option : option.choices(described.enum));
  }
  return command;
}
