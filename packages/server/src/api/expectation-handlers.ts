import type { expectationRoutes } from "@weir/protocol/manage/expectation-routes";
import { accountExpectation, editAccountExpectation } from "../manage/account-expectation.ts";
import { settingsToJson } from "../manage/device-expectation.ts";
import { expectationPatch } from "./expectation-patch.ts";
import type { HandlersOf } from "./handler.ts";

export const expectationHandlers: HandlersOf<typeof expectationRoutes> = {
  async showAccountExpectation({ control, account }) {
    return { ok: true, value: settingsToJson(await accountExpectation(control, account.id)) };
  },

  async updateAccountExpectation({ control, account }, { body }) {
    const edited = await editAccountExpectation(control, account.id, expectationPatch(body));
    return edited.ok ? { ok: true, value: settingsToJson(edited.value) } : edited;
  },
};
