import type { expectationRoutes } from "@weir/protocol/manage/expectation-routes";
import type { HandlersOf } from "../../core/handler.ts";
import { succeed } from "../../core/manage-error.ts";
import { accountExpectation, editAccountExpectation } from "./account-expectation.ts";
import { settingsToJson } from "./device-expectation.ts";
import { expectationPatch } from "./expectation-patch.ts";

export const expectationHandlers: HandlersOf<typeof expectationRoutes> = {
  async showAccountExpectation({ control, account }) {
    return succeed(settingsToJson(await accountExpectation(control, account.id)));
  },

  async updateAccountExpectation({ control, account }, { body }) {
    const edited = await editAccountExpectation(control, account.id, expectationPatch(body));
    return edited.ok ? succeed(settingsToJson(edited.value)) : edited;
  },
};
