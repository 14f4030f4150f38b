import { manageRoutes } from "@weir/protocol/manage/routes";
import type { ApiParts } from "../../manage/core/api-context.ts";
import type { ImportSink } from "../../manage/core/import-sink.ts";
import { createManagementApi } from "../../manage/create-management-api.ts";
import { createManageHandlers } from "../../manage/handlers.ts";
import { createPeopleAccessControl } from "../../manage/people/people-access-control.ts";
import type { ManagementApi } from "../../web/management-api.ts";
import { createOperatorAccessControl } from "../../web/operator-access-control.ts";

/** The management API with its handlers, for each way to reach it. */
export interface RoutedApi {
  readonly ofPeople: ManagementApi;
  readonly ofOperator: ManagementApi;
}

export function createRoutedApi(imports: ImportSink, parts: ApiParts): RoutedApi {
  const handlers = createManageHandlers(imports);
  const { control } = parts;
  return {
    ofPeople: createManagementApi(manageRoutes, handlers, createPeopleAccessControl(control), parts),
    ofOperator: createManagementApi(manageRoutes, handlers, createOperatorAccessControl(control), parts),
  };
}
