import { z } from "zod";
import { hardwareStates } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { deviceParams } from "./device-forms.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { hardware, keyParams, newProvisioningKey, provisioningKey } from "./provisioning-forms.ts";
import { decidedAtOnceMax, provisioningKeysMax } from "./provisioning-limits.ts";
import { defineRoutes } from "./route.ts";

const keysPath = "/accounts/{account}/provisioning-keys";
const hardwarePath = "/accounts/{account}/hardware";
const readable = { access: "viewer", scope: "devices:read", params: accountParams } as const;
const writable = { access: "editor", scope: "devices:write", params: accountParams } as const;

const chosen = z
  .strictObject({
    hardware: z.array(z.string().max(100)).min(1).max(decidedAtOnceMax).describe("Their UUIDs."),
  })
  .meta({ id: "ChosenHardware" });
const decided = z
  .object({
    results: z.array(
      z.object({
        uuid: z.string(),
        ok: z.boolean(),
        problem: z.string().nullable().describe("Why nothing was done with it."),
      }),
    ),
  })
  .meta({ id: "DecidedHardware" });

export const provisioningRoutes = defineRoutes("Provisioning", {
  listProvisioningKeys: {
    method: "GET",
    path: keysPath,
    ...readable,
    summary: "List provisioning keys",
    description: "Without the keys themselves, by name. Expired keys stay until they are revoked.",
    answer: z.object({ items: z.array(provisioningKey), next: z.null() }),
  },
  createProvisioningKey: {
    method: "POST",
    path: keysPath,
    ...writable,
    summary: "Create a provisioning key",
    description: `Devices with this key create themselves from a template, with \`POST /api/v1/provision\`. The answer contains the key, only this once. An account can have at most ${provisioningKeysMax}.`,
    proof: true,
    body: newProvisioningKey,
    status: 201,
    answer: provisioningKey
      .extend({ key: z.string().describe("The key itself. It is shown only once.") })
      .meta({ id: "IssuedProvisioningKey" }),
  },
  showProvisioningKey: {
    method: "GET",
    path: `${keysPath}/{key}`,
    ...readable,
    summary: "Show a provisioning key",
    params: keyParams,
    answer: provisioningKey,
  },
  revokeProvisioningKey: {
    method: "DELETE",
    path: `${keysPath}/{key}`,
    ...writable,
    summary: "Revoke a provisioning key",
    description:
      "After the answer, devices that ask with it are refused. Its devices and their tokens stay. Devices that wait, and claim codes of the key, are deleted.",
    params: keyParams,
    answer: null,
  },
  listHardware: {
    method: "GET",
    path: hardwarePath,
    ...readable,
    summary: "List hardware ids that asked for a device",
    description: "The newest first.",
    query: pageQuery.extend({
      state: z.enum(hardwareStates).optional(),
      key_uuid: z.string().max(100).optional().describe("UUID of a provisioning key."),
      device: z.string().max(100).optional().describe("UUID of a device."),
    }),
    answer: pageOf(hardware),
  },
  countHardware: {
    method: "GET",
    path: `${hardwarePath}/counts`,
    ...readable,
    summary: "Count hardware ids by state",
    answer: z
      .object({
        waiting: z.number().int(),
        rejected: z.number().int(),
        provisioned: z.number().int(),
        claimed: z.number().int(),
      })
      .meta({ id: "HardwareCounts" }),
  },
  approveHardware: {
    method: "POST",
    path: `${hardwarePath}/approve`,
    ...writable,
    summary: "Approve devices that wait or were rejected",
    description:
      "Creates each device from the template of its key. It gets its token when it asks the next time, once.",
    body: chosen,
    answer: decided,
  },
  rejectHardware: {
    method: "POST",
    path: `${hardwarePath}/reject`,
    ...writable,
    summary: "Reject devices that wait",
    description: "They are answered 403 until somebody approves or forgets them.",
    body: chosen,
    answer: decided,
  },
  forgetHardware: {
    method: "POST",
    path: `${hardwarePath}/forget`,
    ...writable,
    summary: "Forget hardware ids that wait or were rejected",
    description: "A device that asks again is handled like a new one.",
    body: chosen,
    answer: decided,
  },
  allowProvisioningAgain: {
    method: "POST",
    path: "/accounts/{account}/devices/{device}/provisioning/allow",
    ...writable,
    summary: "Allow a device to get a token once more",
    description:
      "For a device that has lost its token, or never received it. When it asks the next time, it gets a new token, which replaces the present one.",
    params: deviceParams,
    answer: hardware,
  },
});
