import { activityRoutes } from "@weir/protocol/manage/activity-routes";
import { TestRequests } from "../../web/testing/test-requests.ts";
import type { ApiParts } from "../core/api-context.ts";
import { getDevice } from "../core/find-device.ts";
import { createDevice } from "../devices/devices.ts";
import { newDevice, unwrap } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { activityHandlers } from "./activity-handlers.ts";

export const arrivalMs = Date.parse("2026-06-01T11:00:00.000Z");

/** For tests: the activity routes of an account, with devices whose requests can be recorded. */
export async function activityScene(parts: Partial<ApiParts> = {}) {
  const state = { flushes: 0 };
  const recentActivity = {
    async flush() {
      state.flushes++;
    },
  };
  const api = await ApiUnderTest.create(activityRoutes, activityHandlers, {
    parts: { recentActivity, ...parts },
  });
  const account = await api.addAccount("Plant");
  const make = async (name: string) => {
    const { uuid } = unwrap(await createDevice(api.control, newDevice(account.id, { name })));
    const device = unwrap(await getDevice(api.control, uuid));
    return { device, whose: { accountId: account.id, deviceId: device.id } };
  };
  const seen = new TestRequests(api.store);
  return { api, account, make, seen, state, viewer: api.as("viewer", account) };
}
