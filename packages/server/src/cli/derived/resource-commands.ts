import type { ResourceOperation } from "@weir/protocol/resources/resource-definition";
import { withArticle } from "@weir/protocol/resources/resource-words";
import { type CommandLeaf, type DefineCommand, leaf } from "../command-tree.ts";
import type { CommandedThing, OperationOf } from "./commanded-thing.ts";
import { type NamedThing, namedThing } from "./named-thing.ts";
import {
  type CommandTexts,
  createOf,
  type DeleteTexts,
  deleteOf,
  type ListTexts,
  listOf,
  type ShowTexts,
  showOf,
  updateOf,
  type WriteTexts,
} from "./operation-commands.ts";

/** What is particular to the commands of a resource. */
type Particulars<Thing extends CommandedThing, Without extends ResourceOperation> = {
  /** The name of one in examples. */
  readonly example: string;
  /** Operations that have no command, or one of their own. */
  readonly without?: readonly Without[];
  /** How commands find one, if not in the list of the account. */
  readonly named?: NamedThing<Thing["param"]>;
  readonly list?: ListTexts<Thing>;
  readonly show?: ShowTexts<Thing>;
  readonly delete?: DeleteTexts;
} & {
  readonly [Operation in Extract<CommandOf<Thing, Without>, "create" | "update">]: WriteTexts<
    Thing,
    Operation
  >;
};

type CommandOf<Thing extends CommandedThing, Without extends ResourceOperation> = Exclude<
  OperationOf<Thing>,
  Without
>;

/** In the order of help texts. */
const operations = ["list", "show", "create", "update", "delete"] as const;

/**
 * The commands of a resource, with their summaries, as they follow from its definition. Whatever else can be done with one has
 * a command of its own.
 */
export function resourceCommands<
  const Thing extends CommandedThing,
  const Without extends ResourceOperation = never,
>(
  thing: Thing,
  particulars: Particulars<Thing, Without>,
): Readonly<Record<CommandOf<Thing, Without>, CommandLeaf>> {
  const { example, without = [], named = namedThing(thing) } = particulars;
  const subject = { thing, example: /\s/.test(example) ? `"${example}"` : example, named };
  const { thing: word, things, title = word, titles = things } = thing;
  const texts = particulars as { readonly [Operation in ResourceOperation]?: CommandTexts };
  const definedBy: Record<ResourceOperation, () => DefineCommand> = {
    list: () => listOf(subject, particulars.list ?? {}),
    show: () => showOf(subject, particulars.show ?? {}),
    create: () => createOf(subject, texts.create as WriteTexts<Thing, "create">),
    update: () => updateOf(subject, texts.update as WriteTexts<Thing, "update">),
    delete: () => deleteOf(subject, particulars.delete ?? {}),
  };
  const summaries: Record<ResourceOperation, string> = {
    list: `List the ${titles}`,
    show: `Show ${withArticle(title)}`,
    create: `Create ${withArticle(title)}`,
    update: `Change ${withArticle(title)}`,
    delete: `Delete ${withArticle(title)}`,
  };
  const omitted: readonly ResourceOperation[] = without;
  const commanded = operations.filter(
    (operation) => (thing.operations ?? operations).includes(operation) && !omitted.includes(operation),
  );
  return Object.fromEntries(
    commanded.map((operation) => [
      operation,
      leaf(texts[operation]?.summary ?? summaries[operation], async () => definedBy[operation]()),
    ]),
  ) as Readonly<Record<CommandOf<Thing, Without>, CommandLeaf>>;
}
