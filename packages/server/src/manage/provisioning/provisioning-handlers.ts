import type { provisioningRoutes } from "@weir/protocol/manage/provisioning-routes";
import { countHardware, listHardware } from "../../control/provisioning/hardware-ids.ts";
import { recordPage, recordsToPage } from "../../web/record-page.ts";
import type { AccountContext } from "../core/api-context.ts";
import { findDevice } from "../core/find-device.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { allowAgain, decideHardware, type HardwareDecision } from "./decide-hardware.ts";
import { hardwareToJson, keyToJson } from "./provisioning-json.ts";
import {
  createProvisioningKey,
  getProvisioningKey,
  listProvisioningKeys,
  revokeProvisioningKey,
} from "./provisioning-keys.ts";

export const provisioningHandlers: HandlersOf<typeof provisioningRoutes> = {
  async listProvisioningKeys({ control, account }) {
    const keys = await listProvisioningKeys(control, account.id);
    return succeed({ items: keys.map(keyToJson), next: null });
  },

  async createProvisioningKey({ control, account }, { body }) {
    const { name, template, admission } = body;
    const made = await createProvisioningKey(control, account.id, {
      name,
      template,
      admission,
      mayRepeat: body.may_repeat,
      deviceLimit: body.device_limit,
      days: body.expires_in_days,
    });
    return made.ok ? succeed({ ...keyToJson(made.value.key), key: made.value.text }) : made;
  },

  async showProvisioningKey({ control, account }, { params }) {
    const key = await getProvisioningKey(control, account.id, params.key);
    return key.ok ? succeed(keyToJson(key.value)) : key;
  },

  revokeProvisioningKey: ({ control, account }, { params }) =>
    revokeProvisioningKey(control, account.id, params.key),

  async listHardware({ control, account }, { query }) {
    const page = recordPage(query);
    if (!page.ok) return page;
    const { state, key_uuid: keyUuid, device: deviceUuid } = query;
    const key = keyUuid === undefined ? null : await getProvisioningKey(control, account.id, keyUuid);
    if (key?.ok === false) return key;
    const device = deviceUuid === undefined ? null : await findDevice(control, control.db, deviceUuid);
    if (device?.ok === false) return device;
    const filter = { state, keyUuid, deviceUuid };
    const found = await listHardware(control, account.id, filter, page.value);
    return succeed(recordsToPage(found, query.limit, hardwareToJson));
  },

  countHardware: async ({ control, account }) => succeed(await countHardware(control.db, account.id)),

  approveHardware: (context, { body }) => decide(context, "approve", body.hardware),
  rejectHardware: (context, { body }) => decide(context, "reject", body.hardware),
  forgetHardware: (context, { body }) => decide(context, "forget", body.hardware),

  async allowProvisioningAgain({ control }, { params }) {
    const allowed = await allowAgain(control, params.device);
    return allowed.ok ? succeed(hardwareToJson(allowed.value)) : allowed;
  },
};

async function decide(
  { control, account, defaultContract }: AccountContext,
  decision: HardwareDecision,
  uuids: readonly string[],
) {
  const decided = await decideHardware(control, account.id, { decision, uuids, defaultContract });
  return succeed({ results: decided.map(({ uuid, problem }) => ({ uuid, ok: problem === null, problem })) });
}
