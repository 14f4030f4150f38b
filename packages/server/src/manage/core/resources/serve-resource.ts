import type { Resource } from "@weir/protocol/resources/define-resource";
import {
  type ResourceDefinition,
  type ResourceOperation,
  resourceOperations,
} from "@weir/protocol/resources/resource-definition";
import type {
  ComputedOf,
  ListedOf,
  PatchOf,
  ResourceRoutes,
  ShownOf,
} from "@weir/protocol/resources/resource-route-types";
import { resourceRouteName } from "@weir/protocol/resources/resource-routes";
import type { Success } from "@weir/protocol/result";
import type { RowOf } from "../../../control/resources/resource-rows.ts";
import { formatMicros } from "../../../platform/instant.ts";
import { expectedVersion } from "../../../web/expected-version.ts";
import type { AccountContext } from "../api-context.ts";
import type { HandlersOf } from "../handler.ts";
import { type Refusal, type Result, succeed } from "../manage-error.ts";
import { editorOf, ownerOf } from "../owner-rules.ts";
import { fieldsShown } from "./resource-fields.ts";
import { ResourceOperations, type WantedOf } from "./resource-operations.ts";
import type { ResourceRules } from "./resource-rules.ts";

export interface ServedResource<
  Definition extends ResourceDefinition,
  Row extends RowOf<Definition> = RowOf<Definition>,
  Kept extends object = object,
> {
  readonly definition: Resource<Definition>;
  readonly operations: ResourceOperations<Definition, Row, Kept>;
  readonly handlers: HandlersOf<ResourceRoutes<Definition>>;
  /** The answer that shows one, for routes of its own. */
  readonly shown: (context: AccountContext, result: Result<Row>) => Promise<Shown<Definition>>;
}

type Shown<Definition extends ResourceDefinition> =
  | (Success<ShownOf<Definition>> & { readonly etag?: string })
  | Refusal;

interface Input {
  readonly params: Readonly<Record<string, string>>;
}

/** The operations of a resource, and the handlers of its routes. */
export function serveResource<
  Definition extends ResourceDefinition,
  Row extends RowOf<Definition> = RowOf<Definition>,
  Kept extends object = object,
>(
  definition: Resource<Definition>,
  rules: ResourceRules<Definition, Row, Kept> = {},
): ServedResource<Definition, Row, Kept> {
  const operations = new ResourceOperations<Definition, Row, Kept>(definition, rules);
  const toListed = async (rows: readonly Row[], context: AccountContext) => {
    const computed = await rules.listed?.(rows, context);
    return rows.map((row, index) => listedOf(definition, row, computed?.[index]));
  };
  const shown = async (context: AccountContext, result: Result<Row>): Promise<Shown<Definition>> => {
    if (!result.ok) return result;
    const [listed] = await toListed([result.value], context);
    const value = { ...fieldsShown(definition, result.value, false), ...listed! };
    const etag = operations.etagOf(result.value);
    return { ...succeed(value as unknown as ShownOf<Definition>), ...(etag === undefined ? {} : { etag }) };
  };
  const uuidOf = (params: Readonly<Record<string, string>>) => params[definition.param]!;

  const handlers = {
    async list(context: AccountContext) {
      const rows = await operations.rows.list(context.control.db, editorOf(context));
      return succeed({
        items: await toListed(rows as readonly unknown[] as readonly Row[], context),
        next: null,
      });
    },

    async create(context: AccountContext, { body }: { readonly body: WantedOf<Definition> }) {
      return shown(context, await operations.create(context.control, editorOf(context), body));
    },

    async show(context: AccountContext, { params }: Input) {
      return shown(context, await operations.find(context.control.db, editorOf(context), uuidOf(params)));
    },

    async update(context: AccountContext, { params, body }: Input & { readonly body: PatchOf<Definition> }) {
      const change = { patch: body, expected: expectedVersion(context.request) };
      return shown(
        context,
        await operations.edit(context.control, editorOf(context), uuidOf(params), change),
      );
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
  computed: ComputedOf<Definition> | undefined,
): ListedOf<Definition> {
  const { owner, version, times } = definition;
  const { uuid, createdAt, updatedAt } = row;
  const shownTimes = { created_at: createdAt, updated_at: updatedAt };
  return {
    uuid,
    ...fieldsShown(definition, row, true),
    ...(owner === "account or person" ? { owner: ownerOf(row) } : {}),
    ...(version === "counted" ? { version: row.version } : {}),
    ...(computed as object | undefined),
    ...Object.fromEntries(times.map((time) => [time, formatMicros(shownTimes[time]!)])),
  } as unknown as ListedOf<Definition>;
}
