import type { z } from "zod";
import type { Owner } from "../closed-sets.ts";
import type { Role, ScopeNeed } from "../manage/access.ts";
import type { accountParams } from "../manage/account-params.ts";
import type { FieldSet } from "./field.ts";
import type {
  FieldsOf,
  OnceOf,
  OperationsOf,
  ResourceDefinition,
  ResourceOperation,
} from "./resource-definition.ts";
import type { PascalOf } from "./resource-words.ts";

/** What TypeScript knows of the routes of a resource. Handlers and clients are checked with it. */

/** What every one of a resource has besides its fields. */
type Facts<Definition extends ResourceDefinition> = { readonly uuid: string } & {
  readonly [Time in Definition["times"][number]]: string;
} & (Definition["owner"] extends "account or person" ? { readonly owner: Owner } : unknown) &
  (Definition extends { readonly version: "counted" } ? { readonly version: number } : unknown);

type ListedNames<Fields extends FieldSet> = {
  [Name in keyof Fields]: Fields[Name]["isListed"] extends true ? Name : never;
}[keyof Fields];

/** What lists show besides the fields, or in their place. */
export type ComputedOf<Definition extends ResourceDefinition> = Definition extends {
  readonly listed: infer Listed extends z.ZodRawShape;
}
  ? z.output<z.ZodObject<Listed>>
  : unknown;

/** One of a resource in a list. */
export type ListedOf<Definition extends ResourceDefinition> = Facts<Definition> &
  Omit<Pick<FieldsOf<Definition>, ListedNames<Definition["fields"]>>, keyof ComputedOf<Definition>> &
  ComputedOf<Definition>;

/** One of a resource by itself. */
export type ShownOf<Definition extends ResourceDefinition> = ListedOf<Definition> &
  Omit<FieldsOf<Definition>, keyof ComputedOf<Definition>>;

type Sent<Definition extends ResourceDefinition> = {
  readonly [Name in keyof Definition["fields"]]: z.input<Definition["fields"][Name]["schema"]>;
};

type SentOnce<Definition extends ResourceDefinition> = Definition extends {
  readonly once: infer Once extends z.ZodRawShape;
}
  ? z.input<z.ZodObject<Once>>
  : unknown;

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
  SentOnce<Definition> &
  (Definition["owner"] extends "account or person" ? { readonly owner?: Owner | undefined } : unknown);
type NewOf<Definition extends ResourceDefinition> = Created<
  FieldsOf<Definition>,
  OptionalNames<Definition["fields"]>
> &
  OnceOf<Definition> &
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
