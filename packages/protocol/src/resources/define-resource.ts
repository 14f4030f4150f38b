import type { z } from "zod";
import type { Scope } from "../manage/access.ts";
import type { Field, FieldSet, ValuesOf } from "./field.ts";
import { type ResourceProblems, resourceProblems } from "./resource-problems.ts";
import { type ResourceRoutes, resourceRoutes } from "./resource-routes.ts";

/** Whose a resource is: the account's, or also a person's own, which nobody else sees. */
type Ownership = "account" | "account or person";

/**
 * A kind of thing that people create, list, show, change and delete. This is the only place that says what is particular to
 * it. Routes, OpenAPI, problem codes, tables, audit entries and commands are derived from it.
 */
export interface ResourceDefinition {
  /** In lower case: "chart" gives `unknown_chart`, `createChart` and the audit action `chart.create`. */
  readonly thing: string;
  readonly things: string;
  /** What people read, if it is longer: "saved chart". */
  readonly title?: string;
  readonly titles?: string;
  /** The heading in the docs. */
  readonly tag: string;
  /** Below the account. */
  readonly path: string;
  /** The name of the UUID in the path. */
  readonly param: string;
  readonly table: string;
  readonly scopes: { readonly read: Scope; readonly write: Scope };
  readonly owner: Ownership;
  readonly max: { readonly perAccount: number; readonly perPerson?: number };
  /** Whether two of an account cannot have the same name. */
  readonly hasUniqueNames?: true;
  /** Whether the time of its creation is kept and shown. */
  readonly showsCreation?: true;
  /** `name` is one of them. */
  readonly fields: FieldSet & { readonly name: Field<z.ZodString, true> };
  /** What lists show besides, which the server computes. */
  readonly listed?: z.ZodRawShape;
  /** What the derived texts of the routes cannot say. */
  readonly texts?: ResourceTexts;
}

/** A summary replaces the derived one. A description is added to what is derived. */
type ResourceTexts = {
  readonly [Operation in "list" | "create" | "show" | "update" | "delete"]?: {
    readonly summary?: string;
    readonly description?: string;
  };
};

/** The values of the fields of a resource. */
export type FieldsOf<Definition extends ResourceDefinition> = ValuesOf<Definition["fields"]>;

export type Resource<Definition extends ResourceDefinition = ResourceDefinition> = Definition & {
  readonly routes: ResourceRoutes<Definition>;
  readonly problems: ResourceProblems<Definition>;
};

export function defineResource<const Definition extends ResourceDefinition>(
  definition: Definition,
): Resource<Definition> {
  return { ...definition, routes: resourceRoutes(definition), problems: resourceProblems(definition) };
}
