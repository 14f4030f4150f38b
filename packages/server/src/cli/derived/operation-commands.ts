import type { CallAnswer } from "@weir/protocol/manage/calls";
import { capitalized } from "@weir/protocol/resources/resource-words";
import { type AccountOptions, takeOneAccount } from "../account-options.ts";
import type { DefineCommand } from "../command-tree.ts";
import { askFirst, type ConfirmOptions, takeYes } from "../confirm.ts";
import { printable } from "../output.ts";
import { apiCommand } from "./api-command.ts";
import {
  type CommandedThing,
  inputOf,
  type ListRouteOf,
  listRouteOf,
  type RouteOf,
  routeOf,
  typedAs,
} from "./commanded-thing.ts";
import type { FieldSource } from "./field-source.ts";
import { type ListColumns, type Listed, listCommand } from "./list-command.ts";
import type { NamedThing } from "./named-thing.ts";
import { columnsOf, shownInLines } from "./resource-texts.ts";

/** The texts of a command that do not follow from the definition of its resource. */
export interface CommandTexts {
  /** What lists of commands say. */
  readonly summary?: string;
  /** What its help says, if that is more than the summary. */
  readonly description?: string;
  readonly examples?: readonly string[];
}

export interface ListTexts<Thing extends CommandedThing> extends CommandTexts {
  readonly columns?: ListColumns<Listed<ListRouteOf<Thing>>>;
  /** Printed instead of an empty table. */
  readonly none?: string;
}

export interface ShowTexts<Thing extends CommandedThing> extends CommandTexts {
  readonly text?: (shown: CallAnswer<RouteOf<Thing, "show">>) => string;
}

export interface WriteTexts<Thing extends CommandedThing, Operation extends "create" | "update">
  extends CommandTexts {
  readonly from: FieldSource;
  readonly examples: readonly string[];
  readonly text?: (written: CallAnswer<RouteOf<Thing, Operation>>) => string;
}

export interface DeleteTexts extends CommandTexts {
  /** What a person at a terminal is asked. */
  readonly question?: (name: string) => string;
}

/** A thing with the name of one in examples, and how commands find one. */
interface CommandSubject<Thing extends CommandedThing> {
  readonly thing: Thing;
  readonly example: string;
  readonly named: NamedThing<Thing["param"]>;
}

export function listOf<Thing extends CommandedThing>(
  { thing }: CommandSubject<Thing>,
  { description, examples, columns, none }: ListTexts<Thing>,
): DefineCommand {
  const { things, titles = things, shorts = things, owner } = thing;
  const unlisted = "that people keep for themselves are not listed";
  const whose = `List the ${titles} of an account. ${capitalized(shorts)} ${unlisted}.`;
  const described = description ?? (owner === "account or person" ? whose : undefined);
  return listCommand({
    route: listRouteOf(thing),
    ...(described === undefined ? {} : { description: described }),
    within: "one account",
    columns: columns ?? columnsOf(thing),
    none: none ?? `No ${titles} yet. Create one: ${typedAs(thing, "create")} --help`,
    examples: examples ?? [typedAs(thing, "list")],
  });
}

export function showOf<Thing extends CommandedThing>(
  { thing, example, named }: CommandSubject<Thing>,
  { text, examples, ...texts }: ShowTexts<Thing>,
): DefineCommand {
  const route = routeOf(thing, "show");
  return apiCommand({
    ...texts,
    take: named.take,
    examples: examples ?? [typedAs(thing, "show", example)],
    call: async (api, [name]: [string], { account }: AccountOptions) =>
      api.call(route, inputOf(route, { params: await named.params(api, name, account) })),
    text: text ?? ((shown) => shownInLines(thing, shown as object)),
  });
}

export function createOf<Thing extends CommandedThing>(
  { thing }: CommandSubject<Thing>,
  { from, text, ...texts }: WriteTexts<Thing, "create">,
): DefineCommand {
  const route = routeOf(thing, "create");
  return apiCommand({
    ...texts,
    take: (command) => takeOneAccount(from.take(command)),
    needs: { begins: true },
    async call(api, args: readonly (string | undefined)[], options: AccountOptions) {
      const { uuid: account } = await api.accountFor(options.account);
      const body = await from.read(args, options);
      return api.call(route, inputOf(route, { params: { account }, body }));
    },
    text: text ?? ((created) => `Created ${called(thing, created as Written)}.`),
  });
}

export function updateOf<Thing extends CommandedThing>(
  { thing, named }: CommandSubject<Thing>,
  { from, text, ...texts }: WriteTexts<Thing, "update">,
): DefineCommand {
  const route = routeOf(thing, "update");
  return apiCommand({
    ...texts,
    take: (command) => takeOneAccount(from.take(named.takeName(command))),
    async call(api, [name, ...args]: readonly (string | undefined)[], options: AccountOptions) {
      const params = await named.params(api, name!, options.account);
      const body = await from.read(args, options);
      return api.call(route, inputOf(route, { params, body }));
    },
    text: text ?? ((updated) => `Updated ${called(thing, updated as Written)}.`),
  });
}

export function deleteOf<Thing extends CommandedThing>(
  { thing, example, named }: CommandSubject<Thing>,
  { question, examples, ...texts }: DeleteTexts,
): DefineCommand {
  const { param, title = thing.thing } = thing;
  const route = routeOf(thing, "delete");
  return apiCommand({
    ...texts,
    take: (command) => takeYes(named.take(command)),
    examples: examples ?? [typedAs(thing, "delete", example)],
    async call(api, [name]: [string], options: AccountOptions & ConfirmOptions) {
      const params = await named.params(api, name, options.account);
      await askFirst(question?.(name) ?? `Delete the ${title} ${name}?`, options);
      await api.call(route, inputOf(route, { params }));
      return { [param]: params[thing.param as Thing["param"]], deleted: true };
    },
    text: (_, [name]) => `Deleted ${title} ${printable(name)}.`,
  });
}

interface Written {
  readonly uuid: string;
  readonly name: string;
}

/** `alert rule Too warm (0b0c9a34-…)`, as messages say it. */
function called({ thing, title = thing }: CommandedThing, { name, uuid }: Written): string {
  return `${title} ${printable(name)} (${uuid})`;
}
