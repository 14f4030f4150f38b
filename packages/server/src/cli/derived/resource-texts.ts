import { capitalized } from "@weir/protocol/resources/resource-words";
import { printable } from "../output.ts";
import { formatFields, shortTime } from "../table.ts";
import type { CommandedThing } from "./commanded-thing.ts";
import type { ListColumns } from "./list-command.ts";

interface Facts {
  readonly uuid: string;
  readonly name: string;
  readonly version?: number;
  readonly created_at?: string;
  readonly updated_at?: string;
}

/** The columns of a list, unless a resource has others: the fields that lists have, and the UUID. */
export function columnsOf({ thing, fields }: CommandedThing): ListColumns<object> {
  const listed = Object.entries(fields ?? {}).filter(([name, { isListed }]) => isListed && name !== "name");
  return {
    [thing.toUpperCase()]: (item) => cellOf(item, "name"),
    ...Object.fromEntries(
      listed.map(([name]) => [inWords(name).toUpperCase(), (item: object) => cellOf(item, name)]),
    ),
    UUID: (item) => cellOf(item, "uuid"),
  };
}

/** One of a resource for people, unless it has a text of its own: a line for each field. */
export function shownInLines({ thing, title = thing, fields }: CommandedThing, shown: object): string {
  const { uuid, name, created_at: created } = shown as Facts;
  const others = Object.keys(fields ?? {}).filter((field) => field !== "name");
  return formatFields([
    [capitalized(title), uuid],
    ["Name", printable(name)],
    ...others.map((field) => [capitalized(inWords(field)), cellOf(shown, field)] as const),
    ...(created === undefined ? [] : [["Created", shortTime(created)] as const]),
  ]);
}

function cellOf(item: object, name: string): string {
  const value = (item as Readonly<Record<string, unknown>>)[name] ?? "-";
  return printable(typeof value === "object" ? JSON.stringify(value) : String(value));
}

function inWords(name: string): string {
  return name.replaceAll("_", " ");
}
