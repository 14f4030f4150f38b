import { z } from "zod";
import { chainLevels, deviceStatuses, quarantineModes } from "../closed-sets.ts";
import { contractNames, handlingNames } from "../contracts.ts";
import { accountParams } from "./account-params.ts";
import { chainWarning } from "./chain-forms.ts";
import { noteFields, shownLocation } from "./device-note-forms.ts";
import { expectation, expectationFields } from "./expectation-forms.ts";
import { leadsReadings } from "./leads-readings.ts";
import { namedText } from "./named-text.ts";
import { ofReadings } from "./of-readings.ts";
import { time } from "./time.ts";

/** Schemas of devices and sensors that several routes use. */

export const deviceParams = accountParams.extend({
  device: z.string().max(100).describe("UUID of the device."),
});
export const sensorParams = deviceParams.extend({
  sensor: z.string().max(100).describe("Slug or UUID of the sensor."),
});

export const chainReference = z.object({ uuid: z.string(), name: z.string() }).meta({ id: "ChainReference" });

const templateReference = z
  .object({
    uuid: z.string(),
    name: z.string(),
    board: z.string().nullable().describe("UUID of the board that shows its devices; null for none."),
  })
  .meta({ id: "TemplateReference" });

export const deviceStatus = z
  .enum(deviceStatuses)
  .describe("A device is online if its last request is as recent as its `expectation` requires.");

/** What people write about a device. */
export const deviceFields = z.strictObject({
  name: namedText,
  description: z.string().max(2000),
  group: namedText.nullable().describe("The name of a group of the account; null for none."),
  enabled: z.boolean().describe("Requests of a disabled device are refused."),
  contract: z.enum(contractNames).describe("How requests are answered."),
  handling: z
    .enum(handlingNames)
    .describe(
      "What an invalid value, an invalid timestamp or a missing sensor name does: `strict` rejects the whole request, " +
        "`lenient` drops the reading. " +
        "Under both, unknown sensors, wrong shapes and future timestamps are dropped individually.",
    ),
  quarantine: z
    .boolean()
    .describe("Whether its rejected readings are kept now, so that they can be submitted again."),
  quarantine_mode: z
    .enum(quarantineModes)
    .describe(
      "`automatic`, which new devices have, keeps rejected readings until the first day without rejections and then becomes " +
        "`off`. Setting `quarantine` means `on` or `off`; if both are given, this one applies.",
    ),
  chain: leadsReadings(
    z
      .string()
      .max(200)
      .nullable()
      .describe("UUID or name of a published chain; null leaves it to the group or the account."),
  ),
  template: z
    .string()
    .max(200)
    .nullable()
    .describe(
      "UUID or name of a device template. A new device is created from it: what is given here replaces what the template says, and sensors and tags are added. Giving an existing device a template changes nothing else.",
    ),
  follows_template: z
    .boolean()
    .describe("Whether the device gets later changes of its template. True by default if it has a template."),
  ...expectationFields,
  ...noteFields,
});

export const device = z
  .object({
    ...deviceFields.shape,
    uuid: z.string(),
    location: shownLocation.nullable(),
    chain: chainReference
      .nullable()
      .describe("The device's own chain; null if the chain of its group or account applies."),
    template: templateReference.nullable().describe("The template of the device; null for none."),
    applicable_chain: z
      .object({
        ...chainReference.shape,
        through: z.enum(chainLevels).exclude(["sensor"]).describe("What makes it apply."),
        warnings: z.array(chainWarning).describe("Warnings about its published version."),
      })
      .describe("The chain for readings of sensors without their own chain."),
    expectation,
    status: deviceStatus,
    last_connected: time.nullable().describe("The last request with a valid token; null if there was none."),
    last_troubled: time
      .nullable()
      .describe("When a request for it was last refused or one of its readings rejected; null if not known."),
    wrong_clock: z
      .object({
        at: time.describe("When the last request with such times arrived."),
        behind_s: z
          .number()
          .int()
          .describe("How far behind its arrival the newest time of that request was."),
      })
      .nullable()
      .describe(
        "Not null while the device, whose times were right before, sends times that are more than `clock_behind_days` in the past.",
      ),
    battery: z.object({ volts: z.number(), at: time }).nullable(),
    sensor_count: z.number().int(),
    picture: time.nullable().describe("When its picture was stored; null if it has none."),
    created_at: time,
  })
  .meta({ id: "Device" });

export const sensorFields = z.strictObject({
  slug: z.string().min(1).max(64).describe("Identifies the sensor in requests; unique on its device."),
  name: namedText,
  type: z
    .string()
    .max(64)
    .nullable()
    .describe("Free text, or the name of one of the account's sensor types."),
  unit: z.string().max(32).nullable(),
});

export const newSensor = sensorFields
  .partial({ name: true, type: true, unit: true })
  .meta({ id: "NewSensor" });

export const sensor = z
  .object({
    uuid: z.string(),
    ...sensorFields.shape,
    latest: ofReadings(
      z
        .object({ value: z.number(), at: time })
        .nullable()
        .describe("The saved reading with the latest time; null if there is no data."),
    ),
    first_at: time.nullable().describe("The earliest time of its saved readings; null if there is no data."),
    created_at: time,
  })
  .meta({ id: "Sensor" });

export const listedSensor = sensor
  .extend({
    applicable_chain: z
      .object({
        ...chainReference.shape,
        through: z.enum(chainLevels).describe("What makes it apply."),
        warnings: z.array(chainWarning).describe("Warnings about its published version."),
      })
      .describe("What its readings go through."),
  })
  .meta({ id: "ListedSensor" });
