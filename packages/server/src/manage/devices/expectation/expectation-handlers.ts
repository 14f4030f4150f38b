import type { expectationRoutes } from "@weir/protocol/manage/expectation-routes";
import type { HandlersOf } from "../../../web/handler.ts";
import { accountExpectation, editAccountExpectation } from "./account-expectation.ts";
import { settingsToJson } from "./device-expectation.ts";
import { expectationPatch } from "./expectation-patch.ts";

export const expectationHandlers: HandlersOf<typeof expectationRoutes> = {
  async showAccountExpectation({ control, account }) {
    return { ok: true, value: settingsToJson(await accountExpectation(control, account.id)) };
  },

  async updateAccountExpectation({ control, account }, { body }) {
    const edited = await editAccountExpectation(control, account.id, expectationPatch(body));
    return edited.ok ? { ok: true, value: settingsToJson(edited.value) } : edited;
  },
};
