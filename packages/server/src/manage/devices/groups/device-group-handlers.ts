import type { deviceGroupRoutes } from "@weir/protocol/manage/device-group-routes";
import { z } from "zod";
import { expectedVersion } from "../../../web/expected-version.ts";
import { readCursor, writeCursor } from "../../../web/record-cursor.ts";
import type { HandlersOf, Outcome } from "../../core/handler.ts";
import { succeed } from "../../core/manage-error.ts";
import { expectationToJson, settingsToJson } from "../expectation/device-expectation.ts";
import { expectationPatch } from "../expectation/expectation-patch.ts";
import { createDeviceGroup } from "./device-groups.ts";
import {
  type DescribedGroup,
  editDeviceGroup,
  getDeviceGroup,
  listGroupPage,
  removeDeviceGroup,
  versionOfGroup,
} from "./device-groups-edit.ts";

const cursorKey = z.string().max(200);

export const deviceGroupHandlers: HandlersOf<typeof deviceGroupRoutes> = {
  async listDeviceGroups({ account, control }, { query }) {
    const cursor = readCursor(query.cursor, cursorKey);
    if (!cursor.ok) return cursor;
    const { limit } = query;
    const { groups, last } = await listGroupPage(control, account.id, { after: cursor.value ?? null, limit });
    return succeed({ items: groups.map(toJson), next: last === null ? null : writeCursor(last) });
  },

  async createDeviceGroup({ account, control }, { body }) {
    const { name, chain } = body;
    const created = await createDeviceGroup(control, {
      accountId: account.id,
      name,
      chain: chain ?? undefined,
      ...expectationPatch(body),
    });
    if (!created.ok) return created;
    const group = await getDeviceGroup(control, account.id, created.value.name);
    return group.ok ? shown(group.value) : group;
  },

  async showDeviceGroup({ account, control }, { params }) {
    const group = await getDeviceGroup(control, account.id, params.group);
    return group.ok ? shown(group.value) : group;
  },

  async updateDeviceGroup({ account, control, request }, { params, body }) {
    const subject = { accountId: account.id, group: params.group };
    const patch = { name: body.name, chain: body.chain, ...expectationPatch(body) };
    const edited = await editDeviceGroup(control, subject, patch, expectedVersion(request));
    return edited.ok ? shown(edited.value) : edited;
  },

  async deleteDeviceGroup({ account, control, request }, { params, query }) {
    const subject = { accountId: account.id, group: params.group, force: query.force === "true" };
    return removeDeviceGroup(control, subject, expectedVersion(request));
  },
};

function shown(group: DescribedGroup): Outcome<(typeof deviceGroupRoutes)["showDeviceGroup"]> {
  return { ok: true, value: toJson(group), etag: versionOfGroup(group) };
}

function toJson(group: DescribedGroup) {
  const { name, chain, deviceCount, expectation } = group;
  return {
    name,
    chain,
    device_count: deviceCount,
    ...settingsToJson(group),
    expectation: expectationToJson(expectation),
  };
}
