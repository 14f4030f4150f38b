import type { z } from "zod";
import type { Scope, ScopeNeed } from "../manage/access.ts";
import type { Field, FieldSet, ValuesOf } from "./field.ts";

/** Whose a resource is: the account's, or also a person's own, which nobody else sees. */
type Ownership = "account" | "account or person";

/** What can be done with every resource. Whatever else can be done with one has a route and a function of its own. */
export const resourceOperations = ["list", "create", "show", "update", "delete"] as const;
export type ResourceOperation = (typeof resourceOperations)[number];

/**
 * A kind of thing that people create, list, show, change and delete. This is the only place that says what is particular to
 * it. Routes, OpenAPI, problem codes, tables and audit entries are derived from it.
 */
export interface ResourceDefinition {
  /** In lower case: "chart" gives `unknown_chart`, `createChart` and the audit action `chart.create`. */
  readonly thing: string;
  readonly things: string;
  /** What people read in the docs, if it is longer: "saved chart". */
  readonly title?: string;
  readonly titles?: string;
  /** What refusals call it, if it is shorter: "filter". */
  readonly short?: string;
  readonly shorts?: string;
  /** The heading in the docs. */
  readonly tag: string;
  /** Below the account. */
  readonly path: string;
  /** The name of the UUID in the path. */
  readonly param: string;
  readonly table: string;
  readonly scopes: {
    readonly read: Scope;
    readonly write: Scope;
    /** What creating or changing one needs, if it needs more, because its contents decide who gets readings. */
    readonly create?: ScopeNeed;
    readonly update?: ScopeNeed;
  };
  readonly owner: Ownership;
  /** By default, a person can have as many as an account. "shared": those of all persons count as the account's. */
  readonly max: { readonly perAccount: number; readonly perPerson?: number | "shared" };
  /** What becomes of a new one if the owner has one with this name. By default, both exist. */
  readonly sameName?: "refused" | "replaced";
  /**
   * How a change finds out that somebody else made another one: by a version that counts changes and is shown, or by
   * comparing the fields. Either gives the ETag.
   */
  readonly version?: "counted" | "compared";
  /** Which times are kept and shown. */
  readonly times: readonly ("created_at" | "updated_at")[];
  /** Which of the operations exist, if not all. */
  readonly operations?: readonly ResourceOperation[];
  /** `name` is one of them. */
  readonly fields: FieldSet & { readonly name: Field<z.ZodString, true> };
  /** What is sent only to create one, and neither shown nor changed: where a channel leads. */
  readonly once?: z.ZodRawShape;
  /** What lists show besides the fields, or instead of the field with the same name. The server computes it. */
  readonly listed?: z.ZodRawShape;
  /** The largest body, if it is larger than usual. */
  readonly bodyBytesMax?: number;
  /** What the derived texts of the routes cannot say. */
  readonly texts?: ResourceTexts;
}

/** A summary replaces the derived one. A description is added to what is derived. */
type ResourceTexts = {
  readonly [Operation in ResourceOperation]?: {
    readonly summary?: string;
    readonly description?: string;
  };
};

/** The values of the fields of a resource. */
export type FieldsOf<Definition extends ResourceDefinition> = ValuesOf<Definition["fields"]>;

/** The values of what is sent only to create one. */
export type OnceOf<Definition extends ResourceDefinition> = Definition extends {
  readonly once: infer Once extends z.ZodRawShape;
}
  ? z.output<z.ZodObject<Once>>
  : unknown;

/** The operations of a resource. */
export type OperationsOf<Definition extends ResourceDefinition> = Definition extends {
  readonly operations: readonly (infer Some extends ResourceOperation)[];
}
  ? Some
  : ResourceOperation;
