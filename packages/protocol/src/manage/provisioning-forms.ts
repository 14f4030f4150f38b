import { z } from "zod";
import { hardwareStates, provisioningAdmissions } from "../closed-sets.ts";
import { hardwareIdPattern } from "../provisioning.ts";
import { accountParams } from "./account-params.ts";
import { namedText } from "./named-text.ts";
import { keyDevicesMax, keyDevicesUsual } from "./provisioning-limits.ts";
import { time } from "./time.ts";

/** Schemas of provisioning that several routes use. */

export const hardwareId = z
  .string()
  .regex(new RegExp(hardwareIdPattern), "must have 1 to 100 printable ASCII characters without spaces")
  .describe("As the device sends it: a serial number, a MAC address, the id of a chip.");

const reference = z.object({ uuid: z.string(), name: z.string() });

export const keyParams = accountParams.extend({ key: z.string().max(100).describe("UUID of the key.") });

const admission = z
  .enum(provisioningAdmissions)
  .describe(
    "`at_once` creates a device when it asks. `approval` waits until an editor approves it. `claim` waits until somebody " +
      "enters the claim code of its hardware id, and creates it in their account.",
  );

export const provisioningKey = z
  .object({
    uuid: z.string(),
    name: z.string(),
    start: z.string().describe("The first characters of the key, to tell keys apart."),
    template: reference.meta({ id: "KeyTemplate" }),
    admission,
    may_repeat: z.boolean().describe("Whether a device that asks again gets a new token."),
    device_limit: z.number().int(),
    device_count: z
      .number()
      .int()
      .describe("Devices and claims of this key that count against `device_limit`."),
    waiting_count: z.number().int(),
    created_by: z.string(),
    created_at: time,
    expires_at: time.nullable(),
    last_used_at: time.nullable().describe("When a device last asked with it, to the minute."),
  })
  .meta({ id: "ProvisioningKey" });

export const newProvisioningKey = z
  .strictObject({
    name: namedText.describe("Unique in the account."),
    template: z.string().max(100).describe("UUID of the device template that its devices are created from."),
    admission: admission.default("at_once"),
    may_repeat: z
      .boolean()
      .default(false)
      .describe(
        "Whether a device that asks again gets a new token, which replaces the old one. Then whoever has the key and a hardware id can take over that device.",
      ),
    device_limit: z.number().int().min(1).max(keyDevicesMax).default(keyDevicesUsual),
    expires_in_days: z.number().int().min(1).max(3650).nullable().default(null).describe("Null: never."),
  })
  .meta({ id: "NewProvisioningKey" });

export const hardware = z
  .object({
    uuid: z.string(),
    hardware_id: z.string(),
    state: z.enum(hardwareStates),
    provisioning_key: reference
      .nullable()
      .meta({ id: "HardwareKey" })
      .describe("Null if the key was revoked."),
    device: reference
      .nullable()
      .meta({ id: "HardwareDevice" })
      .describe("Null if it waits, was rejected, or is in another account."),
    token_due: z.boolean().describe("Whether the device gets a token when it asks the next time."),
    name: z.string().nullable().describe("The name that the device proposed."),
    firmware: z.string().nullable(),
    source: z.string().describe("The address from which the device last asked."),
    asked_at: time.describe("When the device first asked."),
    last_asked_at: time,
    decided_by: z.string().nullable().describe("Who approved, rejected or claimed it."),
    decided_at: time.nullable(),
  })
  .meta({ id: "Hardware" });

export const claimCode = z
  .object({
    uuid: z.string(),
    hardware_id: z.string(),
    provisioning_key: reference.meta({ id: "ClaimCodeKey" }),
    created_by: z.string(),
    created_at: time,
    expires_at: time,
    claimed_at: time.nullable().describe("Null while it can be used."),
  })
  .meta({ id: "ClaimCode" });
