import type { Resource } from "@weir/protocol/resources/define-resource";
import {
  type ResourceDefinition,
  type ResourceOperation,
  resourceOperations,
} from "@weir/protocol/resources/resource-definition";
import type {
  ListedOf,
  PatchOf,
  ResourceRoutes,
  ShownOf,
} from "@weir/protocol/resources/resource-route-types";
import { resourceRouteName } from "@weir/protocol/resources/resource-routes";
import type { Success } from "@weir/protocol/result";
import type { RowOf } from "../../control/resources/resource-rows.ts";
import { formatMicros } from "../../platform/instant.ts";
import { expectedVersion } from "../../web/expected-version.ts";
import type { AccountContext } from "../api-context.ts";
import type { HandlersOf } from "../handler.ts";
import { type Refusal, type Result, succeed } from "../manage-error.ts";
import { editorOf, ownerOf } from "../owner-rules.ts";
import { fieldsShown } from "./resource-fields.ts";
import { ResourceOperations, type WantedOf } from "./resource-operations.ts";
import type { ResourceRules } from "./resource-rules.ts";

interface ServedRules<Definition extends ResourceDefinition> extends ResourceRules<Definition> {
  /** What the definition lists besides the fields. It is given what `rows.list` finds. */
  readonly listed?: (
    row: RowOf<Definition>,
  ) => Definition extends { readonly listed: infer Listed }
    ? { readonly [Name in keyof Listed]: unknown }
    : never;
}

export interface ServedResource<Definition extends ResourceDefinition> {
  readonly definition: Resource<Definition>;
  readonly operations: ResourceOperations<Definition>;
  readonly handlers: HandlersOf<ResourceRoutes<Definition>>;
  /** The answer that shows one, for routes of its own. */
  readonly shown: (result: Result<RowOf<Definition>>) => Shown<Definition>;
}

type Shown<Definition extends ResourceDefinition> =
  | (Success<ShownOf<Definition>> & { readonly etag?: string })
  | Refusal;

interface Input {
  readonly params: Readonly<Record<string, string>>;
}

/** The operations of a resource, and the handlers of its routes. */
export function serveResource<Definition extends ResourceDefinition>(
  definition: Resource<Definition>,
  rules: ServedRules<Definition> = {},
): ServedResource<Definition> {
  const operations = new ResourceOperations<Definition>(definition, rules);
  const toListed = (row: RowOf<Definition>) => listedOf(definition, row, rules.listed?.(row));
  const shown = (result: Result<RowOf<Definition>>): Shown<Definition> => {
    if (!result.ok) return result;
    const value = { ...toListed(result.value), ...fieldsShown(definition, result.value, false) };
    const etag = operations.etagOf(result.value);
    return { ...succeed(value as ShownOf<Definition>), ...(etag === undefined ? {} : { etag }) };
  };
  const uuidOf = (params: Readonly<Record<string, string>>) => params[definition.param]!;

  const handlers = {
    async list(context: AccountContext) {
      const rows = await operations.rows.list(context.control.db, editorOf(context));
      const items = rows.map((row) => toListed(row as RowOf<Definition>));
      return succeed({ items, next: null });
    },

    async create(context: AccountContext, { body }: { readonly body: WantedOf<Definition> }) {
      return shown(await operations.create(context.control, editorOf(context), body));
    },

    async show(context: AccountContext, { params }: Input) {
      return shown(await operations.find(context.control.db, editorOf(context), uuidOf(params)));
    },

    async update(context: AccountContext, { params, body }: Input & { readonly body: PatchOf<Definition> }) {
      const change = { patch: body, expected: expectedVersion(context.request) };
      return shown(await operations.edit(context.control, editorOf(context), uuidOf(params), change));
    },

    async delete(context: AccountContext, { params }: Input) {
      const { control, request } = context;
      return operations.remove(control, editorOf(context), uuidOf(params), expectedVersion(request));
    },
  } satisfies Record<ResourceOperation, unknown>;

  const { operations: names = resourceOperations } = definition;
  const named = names.map((name) => [resourceRouteName(definition, name), handlers[name]]);
  return { definition, operations, shown, handlers: Object.fromEntries(named) };
}

function listedOf<Definition extends ResourceDefinition>(
  definition: Definition,
  row: RowOf<Definition>,
  computed: object | undefined,
): ListedOf<Definition> {
  const { owner, version, times } = definition;
  const { uuid, createdAt, updatedAt } = row;
  const shownTimes = { created_at: createdAt, updated_at: updatedAt };
  return {
    uuid,
    ...fieldsShown(definition, row, true),
    ...(owner === "account or person" ? { owner: ownerOf(row) } : {}),
    ...(version === "counted" ? { version: row.version } : {}),
    ...computed,
    ...Object.fromEntries(times.map((time) => [time, formatMicros(shownTimes[time]!)])),
  } as unknown as ListedOf<Definition>;
}
