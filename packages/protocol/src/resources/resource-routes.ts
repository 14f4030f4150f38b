import { z } from "zod";
import { type Owner, owners } from "../closed-sets.ts";
import type { Role, Scope } from "../manage/access.ts";
import { accountParams } from "../manage/account-params.ts";
import type { Route } from "../manage/route.ts";
import { time } from "../manage/time.ts";
import type { FieldsOf, ResourceDefinition } from "./define-resource.ts";
import type { Field, FieldSet } from "./field.ts";
import { capitalized, type PascalOf, pascalOf, withArticle } from "./resource-words.ts";

/** What every one of a resource has besides its fields. */
type Facts<Definition extends ResourceDefinition> = {
  readonly uuid: string;
  /** Counts changes, from 1. */
  readonly version: number;
  readonly updated_at: string;
} & (Definition["owner"] extends "account or person" ? { readonly owner: Owner } : unknown) &
  (Definition extends { readonly showsCreation: true } ? { readonly created_at: string } : unknown);

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
type ShownOf<Definition extends ResourceDefinition> = ListedOf<Definition> & FieldsOf<Definition>;

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
  readonly scope: Scope;
}

type Listing<Definition extends ResourceDefinition> = Shared & {
  readonly method: "GET";
  readonly status: 200;
  readonly params: AccountParams;
  readonly answer: z.ZodType<
    { readonly items: readonly ListedOf<Definition>[]; readonly next: null },
    { readonly items: readonly ListedOf<Definition>[]; readonly next: null }
  >;
};
type Shown<Definition extends ResourceDefinition> = z.ZodType<ShownOf<Definition>, ShownOf<Definition>>;
type Creation<Definition extends ResourceDefinition> = Shared & {
  readonly method: "POST";
  readonly status: 201;
  readonly params: AccountParams;
  readonly body: z.ZodType<NewOf<Definition>, SentNew<Definition>>;
  readonly answer: Shown<Definition>;
  readonly versioned: true;
};
type Showing<Definition extends ResourceDefinition> = Shared & {
  readonly method: "GET";
  readonly status: 200;
  readonly params: OneParams<Definition>;
  readonly answer: Shown<Definition>;
  readonly versioned: true;
};
type Update<Definition extends ResourceDefinition> = Shared & {
  readonly method: "PATCH";
  readonly status: 200;
  readonly params: OneParams<Definition>;
  readonly body: z.ZodType<PatchOf<Definition>, Patched<Sent<Definition>>>;
  readonly answer: Shown<Definition>;
  readonly versioned: true;
};
type Deletion<Definition extends ResourceDefinition> = Shared & {
  readonly method: "DELETE";
  readonly status: 204;
  readonly params: OneParams<Definition>;
  readonly answer: null;
  readonly versioned: true;
};

/** The routes of a resource by the names of their operations, such as `listCharts` and `createChart`. */
export type ResourceRoutes<Definition extends ResourceDefinition> = {
  readonly [Name in `list${PascalOf<Definition["things"]>}`]: Listing<Definition>;
} & { readonly [Name in `create${PascalOf<Definition["thing"]>}`]: Creation<Definition> } & {
  readonly [Name in `show${PascalOf<Definition["thing"]>}`]: Showing<Definition>;
} & { readonly [Name in `update${PascalOf<Definition["thing"]>}`]: Update<Definition> } & {
  readonly [Name in `delete${PascalOf<Definition["thing"]>}`]: Deletion<Definition>;
};

export function resourceRoutes<Definition extends ResourceDefinition>(
  definition: Definition,
): ResourceRoutes<Definition> {
  const { thing, things, title = thing, titles = things, tag, scopes, param, owner, texts = {} } = definition;
  const [one, many] = [pascalOf(thing), pascalOf(things)];
  const isOwned = owner === "account or person";
  const listPath = `/accounts/{account}/${definition.path}`;
  const path = `${listPath}/{${param}}`;
  const oneParams = accountParams.extend({ [param]: z.string().max(100).describe(`UUID of the ${title}.`) });
  const readable = { tag, access: "viewer", scope: scopes.read } as const;
  // Viewers change their own. What is the account's needs an editor, which the operations check.
  const writable = { tag, access: isOwned ? "viewer" : "editor", scope: scopes.write } as const;
  const needsEditor = isOwned
    ? `${capitalized(withArticle(thing))} of the account needs an editor; viewers can do this with their own ${things}.`
    : "";
  const { listed, shown, created, patch } = schemasOf(definition, one);
  const routes: Record<string, Route> = {
    [`list${many}`]: {
      ...readable,
      method: "GET",
      path: listPath,
      summary: texts.list?.summary ?? `List ${titles}`,
      ...describe(isOwned ? ownList(things) : "By name.", texts.list?.description),
      params: accountParams,
      answer: z.object({ items: z.array(listed), next: z.null() }),
      status: 200,
    },
    [`create${one}`]: {
      ...writable,
      method: "POST",
      path: listPath,
      summary: texts.create?.summary ?? `Create ${withArticle(title)}`,
      ...describe(needsEditor, texts.create?.description),
      params: accountParams,
      body: created,
      answer: shown,
      status: 201,
      versioned: true,
    },
    [`show${one}`]: {
      ...readable,
      method: "GET",
      path,
      summary: texts.show?.summary ?? `Show ${withArticle(title)}`,
      ...describe("", texts.show?.description),
      params: oneParams,
      answer: shown,
      status: 200,
      versioned: true,
    },
    [`update${one}`]: {
      ...writable,
      method: "PATCH",
      path,
      summary: texts.update?.summary ?? `Change ${withArticle(title)}`,
      ...describe(
        [needsEditor, "Fields that are left out do not change."].filter((text) => text !== "").join(" "),
        texts.update?.description,
      ),
      params: oneParams,
      body: patch,
      answer: shown,
      status: 200,
      versioned: true,
    },
    [`delete${one}`]: {
      ...writable,
      method: "DELETE",
      path,
      summary: texts.delete?.summary ?? `Delete ${withArticle(title)}`,
      ...describe(needsEditor, texts.delete?.description),
      params: oneParams,
      answer: null,
      status: 204,
      versioned: true,
    },
  };
  return routes as unknown as ResourceRoutes<Definition>;
}

function ownList(things: string): string {
  return `The ${things} of the account and the caller's own ${things}, by name. An API key sees only ${things} of the account.`;
}

function describe(derived: string, added = ""): { readonly description?: string } {
  const description = [derived, added].filter((text) => text !== "").join(" ");
  return description === "" ? {} : { description };
}

function schemasOf(definition: ResourceDefinition, one: string) {
  const { thing, owner, fields, listed: computed = {}, showsCreation } = definition;
  const whose = z
    .enum(owners)
    .describe(
      `\`account\`: all members see the ${thing}, and editors change it. \`person\`: a ${thing} of the caller, which only the caller sees and changes.`,
    );
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
    version: z.number().int().describe("Counts changes, from 1. It is also the ETag."),
    ...computed,
    ...(showsCreation ? { created_at: time } : {}),
    updated_at: time,
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
