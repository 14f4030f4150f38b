import { z } from "zod";
import { valueStates } from "../manage/value-states.ts";
import { defineResource } from "./define-resource.ts";
import { field, withInitial } from "./field.ts";

/** A suggestion for the types of sensors, and how their values are shown. Sensors name their type in free text. */
export const sensorType = defineResource({
  thing: "sensor type",
  things: "sensor types",
  tag: "Sensor types",
  path: "sensor-types",
  param: "type",
  table: "sensor_types",
  scopes: { read: "devices:read", write: "devices:write" },
  owner: "account",
  max: { perAccount: 500 },
  sameName: "refused",
  version: "compared",
  times: ["created_at"],
  fields: {
    name: field.name("The name that sensors have as their type; unique in its account.", 64),
    unit: field.textOrNone({ max: 32 }),
    decimals: field.numberOrNone(
      z.number().int().min(0).max(15),
      "Decimals to show; null shows values as sent.",
    ),
    min: field.numberOrNone(
      z.number(),
      "The usual range, for scales. Readings outside it are still accepted.",
    ),
    max: field.numberOrNone(z.number()),
    states: withInitial(
      field.listedJson(
        valueStates
          .nullable()
          .describe(
            "Names of values, such as 0 for closed and 1 for open. Pages show them instead of the values.",
          ),
      ),
      null,
    ),
    icon: field.textOrNone({ max: 64 }),
  },
  texts: {
    list: { description: "They are suggestions for the types of sensors. An account can have at most 500." },
    update: { description: "Sensors keep the name of their type." },
  },
});
