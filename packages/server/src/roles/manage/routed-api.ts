import { manageRoutes } from "@weir/protocol/manage/routes";
import { createManageHandlers } from "../../manage/handlers.ts";
import { createPeopleAccessControl } from "../../manage/people/people-access-control.ts";
import type { ImportSink } from "../../manage/transfer/imports/import-sink.ts";
import type { ApiParts } from "../../web/api-context.ts";
import { createManagementApi, type ManagementApi } from "../../web/management-api.ts";

/** The management API with all its routes. */
export function createRoutedApi(imports: ImportSink, parts: ApiParts): ManagementApi {
  return createManagementApi(
    manageRoutes,
    createManageHandlers(imports),
    createPeopleAccessControl(parts.control),
    parts,
  );
}
