import { manageRoutes } from "@weir/protocol/manage/routes";
import type { Control } from "../../../packages/server/src/control/control.ts";
import { createManagementApi } from "../../../packages/server/src/manage/create-management-api.ts";
import { createManageHandlers } from "../../../packages/server/src/manage/handlers.ts";
import { createPeopleAccessControl } from "../../../packages/server/src/manage/people/people-access-control.ts";
import { ApiUnderTest } from "../../../packages/server/src/manage/testing/api-under-test.ts";
import { answerFetch } from "../../../packages/server/src/web/answer-fetch.ts";

/** The management API in this process, with its real handlers, access control and data, but without other roles. */
export interface ApiHere extends AsyncDisposable {
  readonly control: Control;
  readonly dataDir: string;
  answer(request: Request): Promise<Response>;
}

const handlers = createManageHandlers({
  aheadMaxMs: 5000,
  take: () => Promise.reject(new Error("Nobody takes readings here.")),
});

export async function openApiHere(): Promise<ApiHere> {
  const under = await ApiUnderTest.create(manageRoutes, handlers);
  const { control, dataDir, parts, clock } = under;
  const api = answerFetch(
    createManagementApi(manageRoutes, handlers, createPeopleAccessControl(control), parts),
  );
  return {
    control,
    dataDir,
    answer(request) {
      clock.set(new Date().toISOString());
      return api(request);
    },
    [Symbol.asyncDispose]: () => under[Symbol.asyncDispose](),
  };
}
