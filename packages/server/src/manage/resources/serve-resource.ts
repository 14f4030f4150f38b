import type { Resource, ResourceDefinition } from "@weir/protocol/resources/define-resource";
import type { ListedOf, PatchOf, ResourceRoutes } from "@weir/protocol/resources/resource-routes";
import { pascalOf } from "@weir/protocol/resources/resource-words";
import type { RowOf } from "../../control/resources/resource-rows.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { AccountContext } from "../../web/api-context.ts";
import { expectedVersion } from "../../web/device-version.ts";
import type { HandlersOf } from "../../web/handler.ts";
import { type Result, succeed } from "../manage-error.ts";
import { editorOf, ownerOf } from "../owner-rules.ts";
import { etagOf, ResourceOperations, type ResourceRules } from "./resource-operations.ts";

interface ServedRules<Definition extends ResourceDefinition> extends ResourceRules<Definition> {
  /** What the definition lists besides the fields. */
  readonly listed?: (
    row: RowOf<Definition>,
  ) => Definition extends { readonly listed: infer Listed }
    ? { readonly [Name in keyof Listed]: unknown }
    : never;
}

interface ServedResource<Definition extends ResourceDefinition> {
  readonly operations: ResourceOperations<Definition>;
  readonly handlers: HandlersOf<ResourceRoutes<Definition>>;
}

/** The operations of a resource, and the handlers of its routes. */
export function serveResource<Definition extends ResourceDefinition>(
  definition: Resource<Definition>,
  rules: ServedRules<Definition> = {},
): ServedResource<Definition> {
  const operations = new ResourceOperations<Definition>(definition, rules);
  const { thing, things, param, owner, showsCreation, fields } = definition;
  const [one, many] = [pascalOf(thing), pascalOf(things)];

  const fieldsOf = (row: RowOf<Definition>, isListed: boolean) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        field.isListed === isListed ? [[name, (row as Record<string, unknown>)[name]]] : [],
      ),
    );
  const toListed = (row: RowOf<Definition>) =>
    ({
      uuid: row.uuid,
      ...fieldsOf(row, true),
      ...(owner === "account or person" ? { owner: ownerOf(row) } : {}),
      version: row.version,
      ...rules.listed?.(row),
      ...(showsCreation ? { created_at: formatMicros(row.createdAt!) } : {}),
      updated_at: formatMicros(row.updatedAt),
    }) as unknown as ListedOf<Definition>;
  const shown = (result: Result<RowOf<Definition>>) =>
    result.ok
      ? {
          ok: true,
          value: { ...toListed(result.value), ...fieldsOf(result.value, false) },
          etag: etagOf(result.value),
        }
      : result;
  const uuidOf = (params: Readonly<Record<string, string>>) => params[param]!;

  const handlers = {
    async [`list${many}`](context: AccountContext) {
      const rows = await operations.rows.list(context.control.db, editorOf(context));
      return succeed({ items: rows.map(toListed), next: null });
    },

    async [`create${one}`](context: AccountContext, { body }: { readonly body: PatchOf<Definition> }) {
      return shown(await operations.create(context.control, editorOf(context), body));
    },

    async [`show${one}`](context: AccountContext, { params }: Input) {
      return shown(await operations.find(context.control.db, editorOf(context), uuidOf(params)));
    },

    async [`update${one}`](
      context: AccountContext,
      { params, body }: Input & { readonly body: PatchOf<Definition> },
    ) {
      const change = { patch: body, expected: expectedVersion(context.request) };
      return shown(await operations.edit(context.control, editorOf(context), uuidOf(params), change));
    },

    async [`delete${one}`](context: AccountContext, { params }: Input) {
      const { control, request } = context;
      return operations.remove(control, editorOf(context), uuidOf(params), expectedVersion(request));
    },
  };
  return { operations, handlers: handlers as unknown as HandlersOf<ResourceRoutes<Definition>> };
}

interface Input {
  readonly params: Readonly<Record<string, string>>;
}
