import type { EndpointName } from "../contracts.ts";
import { type JsonSchema, refTo } from "./openapi-document.ts";
import { sampleSensorSlug, sampleSensorUuid, sampleTimestamp } from "./sample-values.ts";

/**
 * What a device should send: a body that matches its schema is never refused for its form. Two rules cannot be
 * written as a schema and stand in the descriptions instead: the ISO 8601 variants of `timestamp`, and the size of
 * a reading's metadata.
 */
const value: JsonSchema = {
  type: "number",
  description:
    "The measured value, a finite number: not a string, not null. Skip failed samples instead of sending them.",
  examples: [21.5],
};

const timestamp: JsonSchema = {
  type: ["string", "null"],
  description:
    "When it was measured, in ISO 8601; without a zone it is UTC. Absent or null: the time the request arrives, and a microsecond more for each earlier reading of the request without one.",
  examples: [sampleTimestamp, "2026-03-14T10:26:53.250+01:00", null],
};

const metadata: JsonSchema = {
  description:
    "Any other key is kept as metadata of the reading, up to 4 KiB as JSON. It is kept as the JSON text that was sent, but for white space between tokens: 12345678901234567890 and 1e400 come back as they are. Of a repeated key the last counts. Rule chains see numbers as doubles.",
};

const batteryVoltage: JsonSchema = {
  type: ["number", "null"],
  minimum: 0,
  maximum: 100,
  description: "Volts. Stands beside `data`, not inside it. Null counts as absent.",
  examples: [3.71],
};

const readingSchema: JsonSchema = {
  type: "object",
  description: "One reading of the sensor in the URL.",
  required: ["value"],
  properties: { value, timestamp },
  additionalProperties: metadata,
};

/** Null and the empty string count as absent, so naming a sensor takes one identifier that is neither. */
const namesSensorBy = (identifier: "sensor_slug" | "sensor_uuid"): JsonSchema => ({
  required: [identifier],
  properties: { [identifier]: { type: "string", minLength: 1 } },
});

const batchEntrySchema: JsonSchema = {
  type: "object",
  description: "One reading, and the sensor it belongs to.",
  required: ["value"],
  properties: {
    sensor_slug: {
      type: ["string", "null"],
      description: "The sensor's slug, exact and case-sensitive.",
      examples: [sampleSensorSlug],
    },
    sensor_uuid: {
      type: ["string", "null"],
      description: "The sensor's UUID, exact and case-sensitive. Decides when both are given.",
      examples: [sampleSensorUuid],
    },
    value,
    timestamp,
  },
  anyOf: [namesSensorBy("sensor_slug"), namesSensorBy("sensor_uuid")],
  additionalProperties: metadata,
};

export const requestSchemaNames: Record<EndpointName, string> = {
  single: "SingleRequest",
  bulk: "BulkRequest",
  batch: "BatchRequest",
};

export function requestSchemas(entriesMax: number): Record<string, JsonSchema> {
  const listOf = (entry: string): JsonSchema => ({
    type: "array",
    description: `1 to ${entriesMax.toLocaleString("en-US")} readings.`,
    minItems: 1,
    maxItems: entriesMax,
    items: refTo("schemas", entry),
  });
  return {
    Reading: readingSchema,
    BatchEntry: batchEntrySchema,
    [requestSchemaNames.single]: requestSchema(refTo("schemas", "Reading")),
    [requestSchemaNames.bulk]: requestSchema(listOf("Reading")),
    [requestSchemaNames.batch]: requestSchema(listOf("BatchEntry")),
  };
}

function requestSchema(data: JsonSchema): JsonSchema {
  return {
    type: "object",
    required: ["data"],
    properties: { data, battery_voltage: batteryVoltage },
  };
}
