import { z } from "zod";
import { accountParams } from "../manage/account-params.ts";
import type { Route } from "../manage/route.ts";
import {
  type ResourceDefinition,
  type ResourceOperation,
  resourceOperations,
} from "./resource-definition.ts";
import type { ResourceRoutes } from "./resource-route-types.ts";
import { resourceSchemas } from "./resource-schemas.ts";
import { capitalized, pascalOf, withArticle } from "./resource-words.ts";

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
  const body = bodyBytesMax === undefined ? {} : { bodyBytesMax };
  const versioned = definition.version === undefined ? {} : { versioned: true as const };
  const needsEditor = isOwned
    ? `${capitalized(withArticle(short))} of the account needs an editor; viewers can do this with their own ${shorts}.`
    : "";
  const { listed, shown, created, patch } = resourceSchemas(definition);
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
      ...writable,
      scope: scopes.create ?? scopes.write,
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
      ...writable,
      scope: scopes.update ?? scopes.write,
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
