import type { claimCodeRoutes } from "@weir/protocol/manage/claim-code-routes";
import { listClaimCodes } from "../../control/provisioning/claim-codes.ts";
import { sourceKey } from "../../platform/address.ts";
import { callerName } from "../../web/caller-name.ts";
import { recordPage, recordsToPage } from "../../web/record-page.ts";
import { tooManyRequests } from "../../web/too-many-requests.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { createClaimCodes, revokeClaimCode } from "./claim-codes.ts";
import { claimDevice } from "./claim-device.ts";
import { claimCodeToJson } from "./provisioning-json.ts";
import { getProvisioningKey } from "./provisioning-keys.ts";

export const claimCodeHandlers: HandlersOf<typeof claimCodeRoutes> = {
  async listClaimCodes({ control, account }, { query }) {
    const page = recordPage(query);
    if (!page.ok) return page;
    const { key_uuid: keyUuid } = query;
    const key = keyUuid === undefined ? null : await getProvisioningKey(control, account.id, keyUuid);
    if (key?.ok === false) return key;
    const found = await listClaimCodes(control, account.id, { ...page.value, keyUuid });
    return succeed(recordsToPage(found, query.limit, claimCodeToJson));
  },

  async createClaimCodes({ control, account }, { body }) {
    const { provisioning_key: keyUuid, hardware_ids: hardwareIds, expires_in_days: days } = body;
    const made = await createClaimCodes(control, account.id, { keyUuid, hardwareIds, days });
    if (!made.ok) return made;
    return succeed({
      items: made.value.map(({ code, ...issued }) => ({ ...claimCodeToJson(issued), code })),
    });
  },

  revokeClaimCode: ({ control, account }, { params }) => revokeClaimCode(control, account.id, params.claim),

  /**
   * Codes are short enough for people to type, so wrong ones are counted: by account, by the person or key, who may have many
   * accounts, and by the source of the request.
   */
  async claimDevice({ allAccounts, account, caller, limits, request, clock, defaultContract }, { body }) {
    const nowMs = clock.nowMs();
    const taken = [];
    const callers = caller === null ? [] : [`caller ${callerName(caller)}`];
    for (const key of [`account ${account.id}`, ...callers, `source ${sourceKey(request.source)}`]) {
      const budget = await limits.wrongClaims.take(key, nowMs);
      if (!budget.ok) return tooManyRequests(budget, nowMs);
      taken.push({ key, budget });
    }
    const claimed = await claimDevice(allAccounts, { ...body, accountId: account.id, defaultContract });
    if (!claimed.ok) return claimed;
    for (const { key, budget } of taken) limits.wrongClaims.giveBack(key, budget);
    const { uuid, name, hardwareId } = claimed.value;
    return succeed({ uuid, name, hardware_id: hardwareId });
  },
};
