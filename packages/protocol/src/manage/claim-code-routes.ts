import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { namedText } from "./named-text.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { claimCode, hardwareId } from "./provisioning-forms.ts";
import { claimCodesAtOnceMax, claimCodesMax } from "./provisioning-limits.ts";
import { defineRoutes } from "./route.ts";

const path = "/accounts/{account}/claim-codes";

export const claimCodeRoutes = defineRoutes("Claim codes", {
  listClaimCodes: {
    method: "GET",
    path,
    access: "viewer",
    scope: "devices:read",
    params: accountParams,
    summary: "List claim codes",
    description: "Without the codes themselves, the newest first.",
    query: pageQuery.extend({
      key_uuid: z.string().max(100).optional().describe("UUID of a provisioning key."),
    }),
    answer: pageOf(claimCode),
  },
  createClaimCodes: {
    method: "POST",
    path,
    access: "editor",
    scope: "devices:write",
    params: accountParams,
    summary: "Create claim codes for hardware ids",
    description: `Whoever enters the code of a hardware id gets its device in their account. The key must wait for claims. A hardware id has one code; a new one replaces it. The answer contains the codes, only this once. An account can have at most ${claimCodesMax}.`,
    bodyBytesMax: 256 * 1024,
    body: z
      .strictObject({
        provisioning_key: z.string().max(100).describe("UUID of a key with the admission `claim`."),
        hardware_ids: z.array(hardwareId).min(1).max(claimCodesAtOnceMax),
        expires_in_days: z.number().int().min(1).max(3650).default(365),
      })
      .meta({ id: "NewClaimCodes" }),
    status: 201,
    answer: z.object({
      items: z.array(
        claimCode
          .extend({ code: z.string().describe("The code itself. It is shown only once.") })
          .meta({ id: "IssuedClaimCode" }),
      ),
    }),
  },
  revokeClaimCode: {
    method: "DELETE",
    path: `${path}/{claim}`,
    access: "editor",
    scope: "devices:write",
    summary: "Revoke a claim code",
    params: accountParams.extend({ claim: z.string().max(100).describe("UUID of the claim code.") }),
    answer: null,
  },
  claimDevice: {
    method: "POST",
    path: "/accounts/{account}/claims",
    access: "editor",
    scope: "devices:write",
    summary: "Take a device into this account with its claim code",
    description:
      "Creates the device with the sensors and settings of its maker's template. The device gets its token the next time it asks. A code works once.",
    params: accountParams,
    body: z
      .strictObject({
        code: z.string().max(40).describe("Case, spaces and hyphens do not matter."),
        name: namedText.optional().describe("By default the name of the template and the hardware id."),
      })
      .meta({ id: "Claim" }),
    status: 201,
    answer: z
      .object({ uuid: z.string(), name: z.string(), hardware_id: z.string() })
      .meta({ id: "ClaimedDevice" }),
  },
});
