import { type EndpointName, queuedMessage, storedMessages } from "../contracts.ts";
import { clientHandling, type SuccessStatus } from "./client-handling.ts";
import { exactObject } from "./exact-object.ts";
import { type Answer, type Example, type JsonSchema, refTo } from "./openapi-document.ts";
import { headersWith } from "./response-headers.ts";
import { sampleSensorSlug, sampleSensorUuid } from "./sample-values.ts";

export const uuidPattern = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";

const storedSensor: JsonSchema = {
  type: "string",
  pattern: uuidPattern,
  description: "The sensor's UUID from the URL.",
};

const storedCount: JsonSchema = {
  type: "integer",
  minimum: 1,
  description: "Number of accepted readings and duplicates together.",
};

function queuedSchema(sensor: Record<string, JsonSchema>): JsonSchema {
  const properties = {
    message: { const: queuedMessage, description: "A fixed text." },
    accepted: { type: "integer", minimum: 0, description: "Readings accepted for the sensor's rule chain." },
    duplicates: {
      type: "integer",
      minimum: 0,
      description: "Readings recognized as repeats of readings already sent. They count as success.",
    },
    rejected: refTo("schemas", "RejectedCounts"),
    ...sensor,
  };
  return {
    ...exactObject(properties),
    // A request without any accepted reading is a 422, never an empty success.
    anyOf: [
      { properties: { accepted: { type: "integer", minimum: 1 } } },
      { properties: { duplicates: { type: "integer", minimum: 1 } } },
    ],
  };
}

/** Turns a message with a count into a pattern that matches it for one reading and for several. */
function countedMessage(message: (count: number) => string): JsonSchema {
  const [one, several] = [1, 2].map((count) => message(count).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")) as [
    string,
    string,
  ];
  return { type: "string", pattern: `^(${one}|${several.replace("2", "([2-9]|[1-9][0-9]+)")})$` };
}

export function successSchemas(): Record<string, JsonSchema> {
  const echoedSensor: JsonSchema = { type: "string", description: "The `{sensor}` of the URL, echoed." };
  return {
    QueuedSensorAnswer: queuedSchema({ sensor: echoedSensor }),
    QueuedBatchAnswer: queuedSchema({}),
    StoredSingleAnswer: exactObject({ message: { const: storedMessages.single }, sensor: storedSensor }),
    StoredBulkAnswer: exactObject({
      message: countedMessage(storedMessages.bulk),
      sensor: storedSensor,
      count: storedCount,
    }),
    StoredBatchAnswer: exactObject({ message: countedMessage(storedMessages.batch), count: storedCount }),
  };
}

const allAccepted = (accepted: number, sensor: Record<string, string>): Example => ({
  summary: "Everything was accepted",
  value: { message: queuedMessage, accepted, duplicates: 0, rejected: {}, ...sensor },
});

const repeated = (duplicates: number, sensor: Record<string, string>): Example => ({
  summary: "The same request again: all duplicates, still a success",
  value: { message: queuedMessage, accepted: 0, duplicates, rejected: {}, ...sensor },
});

const partly = (reason: string, sensor: Record<string, string>): Example => ({
  summary: "Five sent: three accepted, two dropped",
  value: { message: queuedMessage, accepted: 3, duplicates: 0, rejected: { [reason]: 2 }, ...sensor },
});

const inUrl = { sensor: sampleSensorSlug };

const answerBodies: Record<
  SuccessStatus,
  Record<EndpointName, { schema: string; examples: Record<string, Example> }>
> = {
  202: {
    single: {
      schema: "QueuedSensorAnswer",
      examples: { accepted: allAccepted(1, inUrl), repeated: repeated(1, inUrl) },
    },
    bulk: {
      schema: "QueuedSensorAnswer",
      examples: { accepted: allAccepted(2, inUrl), partly: partly("dropped_future_timestamp", inUrl) },
    },
    batch: {
      schema: "QueuedBatchAnswer",
      examples: { accepted: allAccepted(2, {}), partly: partly("dropped_unknown_sensor", {}) },
    },
  },
  201: {
    single: {
      schema: "StoredSingleAnswer",
      examples: {
        stored: {
          summary: "Contract `stored`",
          value: { message: storedMessages.single, sensor: sampleSensorUuid },
        },
      },
    },
    bulk: {
      schema: "StoredBulkAnswer",
      examples: {
        stored: {
          summary: "Contract `stored`",
          value: { message: storedMessages.bulk(2), sensor: sampleSensorUuid, count: 2 },
        },
      },
    },
    batch: {
      schema: "StoredBatchAnswer",
      examples: {
        stored: {
          summary: "Contract `stored`",
          value: { message: storedMessages.batch(2), count: 2 },
        },
      },
    },
  },
};

export function successAnswer(status: SuccessStatus, endpoint: EndpointName): Answer {
  const { meaning, action } = clientHandling[status];
  const { schema, examples } = answerBodies[status][endpoint];
  return {
    description: `${meaning} ${action}`,
    headers: headersWith("Preference-Applied"),
    content: { "application/json": { schema: refTo("schemas", schema), examples } },
  };
}
