import { z } from "zod";
import { type Owner, owners } from "../closed-sets.ts";
import type { Role, ScopeNeed } from "../manage/access.ts";
import { accountParams } from "../manage/account-params.ts";
import type { Route } from "../manage/route.ts";
import { time } from "../manage/time.ts";
import type { Field, FieldSet } from "./field.ts";
import {
  type FieldsOf,
  type OperationsOf,
  type ResourceDefinition,
  type ResourceOperation,
  resourceOperations,
} from "./resource-definition.ts";
import { capitalized, type PascalOf, pascalOf, withArticle } from "./resource-words.ts";

/** What every one of a resource has besides its fields. */
type Facts<Definition extends ResourceDefinition> = { readonly uuid: string } & {
  readonly [Time in Definition["times"][number]]: string;
} & (Definition["owner"] extends "account or person" ? { readonly owner: Owner } : unknown) &
  (Definition extends { readonly version: "counted" } ? { readonly version: number } : unknown);

type ListedNames<Fields extends FieldSet> = {
  [Name in keyof Fields]: Fields[Name]["isListed"] extends true ? Name : never;
}[keyof Fields];

type Computed<Definition extends ResourceDefinition> = Definition extends {
  readonly listed: infer Listed extends z.ZodRawShape;
}
  ? z.output<z.ZodObject<Listed>>
  : unknown;

/** One of a resource in a list. */
export type ListedOf<Definition extends ResourceDefinition> = Facts<Definition> &
  Pick<FieldsOf<Definition>, ListedNames<Definition["fields"]>> &
  Computed<Definition>;

/** One of a resource by itself. */
export type ShownOf<Definition extends ResourceDefinition> = ListedOf<Definition> & FieldsOf<Definition>;

type Sent<Definition extends ResourceDefinition> = {
  readonly [Name in keyof Definition["fields"]]: z.input<Definition["fields"][Name]["schema"]>;
};

type OptionalNames<Fields extends FieldSet> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly initial: unknown } ? Name : never;
}[keyof Fields];

type Patched<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined };
type Created<Values, Optional extends PropertyKey> = Omit<Values, Optional> &
  Pick<Patched<Values>, Optional & keyof Values>;

export type PatchOf<Definition extends ResourceDefinition> = Patched<FieldsOf<Definition>>;

/** What is sent to create one, before and after the defaults were added. */
type SentNew<Definition extends ResourceDefinition> = Created<
  Sent<Definition>,
  OptionalNames<Definition["fields"]>
> &
  (Definition["owner"] extends "account or person" ? { readonly owner?: Owner | undefined } : unknown);
type NewOf<Definition extends ResourceDefinition> = Created<
  FieldsOf<Definition>,
  OptionalNames<Definition["fields"]>
> &
  (Definition["owner"] extends "account or person" ? { readonly owner: Owner } : unknown);

type AccountParams = typeof accountParams;
type OneParams<Definition extends ResourceDefinition> = z.ZodObject<
  AccountParams["shape"] & { readonly [Param in Definition["param"]]: z.ZodString }
>;

interface Shared {
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Role;
  readonly scope: ScopeNeed;
  readonly versioned?: true;
}

type Answer<Shown> = z.ZodType<Shown, Shown>;
type List<Item> = { readonly items: readonly Item[]; readonly next: null };

interface RoutesByOperation<Definition extends ResourceDefinition> {
  readonly list: Shared & {
    readonly method: "GET";
    readonly status: 200;
    readonly params: AccountParams;
    readonly answer: Answer<List<ListedOf<Definition>>>;
  };
  readonly create: Shared & {
    readonly method: "POST";
    readonly status: 201;
    readonly params: AccountParams;
    readonly body: z.ZodType<NewOf<Definition>, SentNew<Definition>>;
    readonly bodyBytesMax?: number;
    readonly answer: Answer<ShownOf<Definition>>;
  };
  readonly show: Shared & {
    readonly method: "GET";
    readonly status: 200;
    readonly params: OneParams<Definition>;
    readonly answer: Answer<ShownOf<Definition>>;
  };
  readonly update: Shared & {
    readonly method: "PATCH";
    readonly status: 200;
    readonly params: OneParams<Definition>;
    readonly body: z.ZodType<PatchOf<Definition>, Patched<Sent<Definition>>>;
    readonly bodyBytesMax?: number;
    readonly answer: Answer<ShownOf<Definition>>;
  };
  readonly delete: Shared & {
    readonly method: "DELETE";
    readonly status: 204;
    readonly params: OneParams<Definition>;
    readonly answer: null;
  };
}

type RouteName<
  Definition extends ResourceDefinition,
  Operation extends ResourceOperation,
> = Operation extends "list"
  ? `list${PascalOf<Definition["things"]>}`
  : `${Operation}${PascalOf<Definition["thing"]>}`;

/** The routes of a resource by the names of their operations, such as `listCharts` and `createChart`. */
export type ResourceRoutes<Definition extends ResourceDefinition> = {
  readonly [Operation in OperationsOf<Definition> as RouteName<
    Definition,
    Operation
  >]: RoutesByOperation<Definition>[Operation];
};

/** The name of the route of an operation. */
export function resourceRouteName(
  { thing, things }: Pick<ResourceDefinition, "thing" | "things">,
  operation: ResourceOperation,
): string {
  return operation === "list" ? `list${pascalOf(things)}` : `${operation}${pascalOf(thing)}`;
}

export function resourceRoutes<Definition extends ResourceDefinition>(
  definition: Definition,
): ResourceRoutes<Definition> {
  const { operations = resourceOperations } = definition;
  const all = allRoutes(definition);
  const routes = operations.map((operation) => [
    resourceRouteName(definition, operation),
    withTexts(definition, operation, all[operation]),
  ]);
  return Object.fromEntries(routes) as ResourceRoutes<Definition>;
}

/** A route whose description is complete only with the texts of the definition. */
type Untold = Omit<Route, "tag" | "description"> & { readonly description: string };

function allRoutes(definition: ResourceDefinition): Record<ResourceOperation, Untold> {
  const { thing, things, title = thing, titles = things, scopes, param, owner, bodyBytesMax } = definition;
  const { short = thing, shorts = things } = definition;
  const isOwned = owner === "account or person";
  const listPath = `/accounts/{account}/${definition.path}`;
  const path = `${listPath}/{${param}}`;
  const oneParams = accountParams.extend({ [param]: z.string().max(100).describe(`UUID of the ${title}.`) });
  const readable = { access: "viewer", scope: scopes.read } as const;
  // Viewers change their own. What is the account's needs an editor, which the operations check.
  const writable = { access: isOwned ? "viewer" : "editor", scope: scopes.write } as const;
  const filling = { ...writable, scope: scopes.fill ?? scopes.write };
  const body = bodyBytesMax === undefined ? {} : { bodyBytesMax };
  const versioned = definition.version === undefined ? {} : { versioned: true as const };
  const needsEditor = isOwned
    ? `${capitalized(withArticle(short))} of the account needs an editor; viewers can do this with their own ${shorts}.`
    : "";
  const { listed, shown, created, patch } = schemasOf(definition);
  return {
    list: {
      ...readable,
      method: "GET",
      path: listPath,
      summary: `List ${titles}`,
      description: isOwned ? ownList(shorts) : "By name.",
      params: accountParams,
      answer: z.object({ items: z.array(listed), next: z.null() }),
      status: 200,
    },
    create: {
      ...filling,
      method: "POST",
      path: listPath,
      summary: `Create ${withArticle(title)}`,
      description: needsEditor,
      params: accountParams,
      body: created,
      ...body,
      answer: shown,
      status: 201,
      ...versioned,
    },
    show: {
      ...readable,
      method: "GET",
      path,
      summary: `Show ${withArticle(title)}`,
      description: "",
      params: oneParams,
      answer: shown,
      status: 200,
      ...versioned,
    },
    update: {
      ...filling,
      method: "PATCH",
      path,
      summary: `Change ${withArticle(title)}`,
      description: sentences(needsEditor, "Fields that are left out do not change."),
      params: oneParams,
      body: patch,
      ...body,
      answer: shown,
      status: 200,
      ...versioned,
    },
    delete: {
      ...writable,
      method: "DELETE",
      path,
      summary: `Delete ${withArticle(title)}`,
      description: needsEditor,
      params: oneParams,
      answer: null,
      status: 204,
      ...versioned,
    },
  };
}

function withTexts(
  { tag, texts }: ResourceDefinition,
  operation: ResourceOperation,
  { description: derived, ...route }: Untold,
): Route {
  const { summary = route.summary, description: added = "" } = texts?.[operation] ?? {};
  const description = sentences(derived, added);
  return { ...route, tag, summary, ...(description === "" ? {} : { description }) };
}

function sentences(...all: readonly string[]): string {
  return all.filter((one) => one !== "").join(" ");
}

function ownList(things: string): string {
  return `The ${things} of the account and the caller's own ${things}, by name. An API key sees only ${things} of the account.`;
}

function schemasOf(definition: ResourceDefinition) {
  const { thing, short = thing, owner, fields, listed: computed = {}, times, version } = definition;
  const one = pascalOf(thing);
  const whose = z
    .enum(owners)
    .describe(
      `\`account\`: all members see the ${short}, and editors change it. \`person\`: a ${short} of the caller, which only the caller sees and changes.`,
    );
  const counted = z.number().int().describe("Counts changes, from 1. It is also the ETag.");
  const ofFields = (choose: (one: Field) => z.ZodType | null) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, one]) => {
        const schema = choose(one);
        return schema === null ? [] : [[name, schema] as const];
      }),
    );
  const isOwned = owner === "account or person";
  const listed = z.object({
    uuid: z.uuid(),
    ...ofFields(({ schema, isListed }) => (isListed ? schema : null)),
    ...(isOwned ? { owner: whose } : {}),
    ...(version === "counted" ? { version: counted } : {}),
    ...computed,
    ...Object.fromEntries(times.map((name) => [name, time])),
  });
  const whole = ofFields(({ schema, isListed }) => (isListed ? null : schema));
  const hasWhole = Object.keys(whole).length > 0;
  return {
    listed: listed.meta({ id: hasWhole ? `Listed${one}` : one }),
    shown: hasWhole ? listed.extend(whole).meta({ id: one }) : listed.meta({ id: one }),
    created: z
      .strictObject({
        ...ofFields(({ schema, initial }) => (initial === undefined ? schema : schema.optional())),
        ...(isOwned ? { owner: whose.default("account") } : {}),
      })
      .meta({ id: `New${one}` }),
    patch: z.strictObject(ofFields(({ schema }) => schema.optional())).meta({ id: `${one}Patch` }),
  };
}
