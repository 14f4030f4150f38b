import { z } from "zod";
import { templateDifferenceKinds, templateReferenceKinds } from "../closed-sets.ts";
import { contractNames, handlingNames } from "../contracts.ts";
import { accountParams } from "./account-params.ts";
import { newSensor, sensorFields } from "./device-forms.ts";
import { noteFields } from "./device-note-forms.ts";
import { expectationFields } from "./expectation-forms.ts";
import { leadsReadings } from "./leads-readings.ts";
import { namedText } from "./named-text.ts";
import { sensorRetentionSetting } from "./retention-routes.ts";
import { templateSensorsMax } from "./template-limits.ts";
import { time } from "./time.ts";

/** All fields at their longest, if each character takes six bytes as JSON. */
export const templateBytesMax = 1024 * 1024;

export const templateParams = accountParams.extend({
  template: z.string().max(200).describe("UUID or name of the template."),
});

const chain = z
  .string()
  .max(200)
  .nullable()
  .describe("UUID or name of a published chain, answered as UUID; null leaves it to the next level.");

const retention = { chain, retention_days: sensorRetentionSetting };
const templateSensor = sensorFields.extend(retention).meta({ id: "TemplateSensor" });
const chosenChain = leadsReadings(chain);
const newTemplateSensor = z
  .strictObject({ ...newSensor.shape, chain: chosenChain.default(null) })
  .extend({ retention_days: sensorRetentionSetting.default("account") })
  .meta({ id: "NewTemplateSensor" });

/** What devices can follow. */
const followedFields = {
  chain,
  contract: z.enum(contractNames).nullable().describe("Null leaves it to the server, or to the device."),
  handling: z.enum(handlingNames),
  ...expectationFields,
  judge_by_arrival: z
    .boolean()
    .describe(
      "Whether alert rules judge readings that are more than `clock_behind_days` behind their arrival by the time of their arrival, as if they were current. For devices whose clock is known to fall back. It is not a setting of the device: it applies while the device follows the template.",
    ),
};

/** What new devices get, and do not follow. */
const initialFields = {
  tags: noteFields.tags.describe("Tags of new devices. Later changes do not reach devices."),
  attributes: noteFields.attributes.describe(
    "Attributes of new devices. Later changes do not reach devices.",
  ),
};

const ownFields = {
  name: namedText.describe("Unique in the account."),
  description: z.string().max(2000),
  board: z
    .string()
    .max(100)
    .nullable()
    .describe(
      "UUID or name of a board of the account that shows a device of this kind, answered as UUID; null for none.",
    ),
};

const references = z
  .array(
    z
      .strictObject({
        kind: z.enum(templateReferenceKinds),
        uuid: z.string().max(100),
        name: z.string().max(200),
      })
      .meta({ id: "NamedInTemplate" }),
  )
  .max(templateSensorsMax + 2);
const answeredReferences = references.describe(
  "The chains and the board that the template names by UUID. In another account, they are found by their names.",
);
const givenReferences = references.describe(
  "As answered by another account: a chain or board whose UUID does not exist in this account is found by its name.",
);

const sensors = z.array(newTemplateSensor).max(templateSensorsMax);

export const newTemplate = z
  .strictObject({
    ...ownFields,
    description: ownFields.description.default(""),
    board: ownFields.board.default(null),
    references: givenReferences.default([]),
    sensors: sensors.default([]),
    chain: chosenChain.default(null),
    contract: followedFields.contract.default(null),
    handling: followedFields.handling.default("strict"),
    expected_interval_s: expectationFields.expected_interval_s.default(null),
    silence_alarm: expectationFields.silence_alarm.default(null),
    judge_by_arrival: followedFields.judge_by_arrival.default(false),
    tags: initialFields.tags.default([]),
    attributes: initialFields.attributes.default({}),
  })
  .meta({ id: "NewDeviceTemplate" });

export const templatePatch = z
  .strictObject({ ...ownFields, references: givenReferences, sensors, ...followedFields, ...initialFields })
  // Followers lose the chain of a sensor that the new list names without one.
  .extend({ chain: chosenChain, sensors: leadsReadings(sensors) })
  .partial()
  .meta({ id: "DeviceTemplatePatch" });

export const template = z
  .object({
    uuid: z.string(),
    ...ownFields,
    sensors: z.array(templateSensor).describe("Known by their slugs."),
    ...followedFields,
    ...initialFields,
    references: answeredReferences,
    version: z.number().int().describe("Counts the changes that devices follow."),
    device_count: z.number().int().describe("Devices with this template."),
    following_count: z.number().int().describe("Those that follow its changes."),
    pending_count: z.number().int().describe("Those that do not have its last change yet."),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "DeviceTemplate" });

const differenceValue = z.union([z.string().max(200), z.number()]).nullable();

/** How a device differs from its template. */
export const templateDifferences = z
  .object({
    template: z.object({ uuid: z.string(), name: z.string(), version: z.number().int() }),
    follows_template: z.boolean(),
    is_pending: z
      .boolean()
      .describe("Whether the device follows the template and gets its last change in a moment."),
    items: z.array(
      z.object({
        kind: z
          .enum(templateDifferenceKinds)
          .describe(
            "`missing_sensor`: only the template has the sensor. `extra_sensor`: only the device has it; it is never removed.",
          ),
        sensor: z.string().nullable().describe("Slug; null for a setting of the device."),
        field: z.string().nullable().describe("The setting; null if the whole sensor is missing or extra."),
        device: differenceValue.describe("Its value on the device."),
        template: differenceValue.describe("Its value in the template."),
      }),
    ),
  })
  .meta({ id: "TemplateDifferences" });
