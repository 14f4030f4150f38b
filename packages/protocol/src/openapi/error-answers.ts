import { storedMessages } from "../contracts.ts";
import { dropReasons } from "../drop-reasons.ts";
import { type ApiErrorName, apiErrors } from "../errors.ts";
import { clientHandling, type ErrorStatus } from "./client-handling.ts";
import { exactObject } from "./exact-object.ts";
import { type Answer, type Example, type JsonObject, type JsonSchema, refTo } from "./openapi-document.ts";
import { oneOfSchemas, refusalSchema, refusalSchemaName } from "./refusal-schema.ts";
import { headersWith } from "./response-headers.ts";

/** Fields that an error has besides `message` and `error`, each with a value for the example. */
const extraFields: Partial<
  Record<ApiErrorName, Record<string, { schema: JsonSchema; sample: JsonObject[string] }>>
> = {
  sensorNotFound: { sensors: { schema: refTo("schemas", "UnmatchedSensors"), sample: ["Temprature"] } },
  validationFailed: {
    errors: {
      schema: refTo("schemas", "FieldErrors"),
      sample: { "data.value": ["The value must be a number."] },
    },
  },
  noReadingsAccepted: {
    rejected: {
      schema: { ...refTo("schemas", "RejectedCounts"), type: "object", minProperties: 1 },
      sample: { dropped_future_timestamp: 2 },
    },
  },
  accountLimit: {
    detail: {
      schema: { type: "string" },
      sample:
        "Readings of this account, or of accounts that count with it, that wait to be processed take up 536870912 bytes, which is all that an account may have (queue_bytes_per_account).",
    },
    limit: {
      schema: {
        type: "object",
        required: ["setting", "max"],
        properties: { setting: { type: "string" }, max: { type: "number" } },
      },
      sample: { setting: "queue_bytes_per_account", max: 536870912 },
    },
  },
};

/** Answers for which the `stored` contract has another body. */
const storedErrors: Partial<Record<ErrorStatus, { schemaName: string; message: string; condition: string }>> =
  {
    401: {
      schemaName: "StoredUnauthenticated",
      message: storedMessages.unauthenticated,
      condition: "Any 401.",
    },
    404: {
      schemaName: "StoredNotFound",
      message: storedMessages.notFound,
      condition: "The device or the sensor does not exist.",
    },
    429: {
      schemaName: "StoredTooManyRequests",
      message: storedMessages.tooManyRequests,
      condition:
        "Rate limit reached; counted per device for requests with its token, per source address for all others.",
    },
  };

const extraHeaders: Partial<Record<ErrorStatus, string[]>> = {
  401: ["WWW-Authenticate"],
  404: ["Preference-Applied"],
  405: ["Allow"],
  415: ["Accept", "Accept-Encoding"],
  422: ["Preference-Applied"],
  429: ["Retry-After", "X-RateLimit-Reset"],
  503: ["Retry-After"],
};

const errorNames = Object.keys(apiErrors) as ApiErrorName[];

export const errorStatuses: readonly ErrorStatus[] = [
  ...new Set(errorNames.map((name) => apiErrors[name].status)),
];

export function errorsOf(status: ErrorStatus): ApiErrorName[] {
  return errorNames.filter((name) => apiErrors[name].status === status);
}

export function storedErrorOf(status: ErrorStatus): { message: string; condition: string } | undefined {
  return storedErrors[status];
}

export const responseNameOf = (status: ErrorStatus): string =>
  clientHandling[status].name.replaceAll(" ", "");

export function errorSchemas(): Record<string, JsonSchema> {
  const queued = errorNames.map((name) => [refusalSchemaName(name), errorSchema(name)] as const);
  const stored = Object.values(storedErrors).map(
    ({ schemaName, message, condition }) =>
      [
        schemaName,
        exactObject({ message: { const: message } }, `Contract \`stored\`: ${condition}`),
      ] as const,
  );
  return {
    RejectedCounts: {
      type: "object",
      description: "How many readings were dropped, by reason. A reason without a drop is absent.",
      properties: Object.fromEntries(
        dropReasons.map(({ key, meaning }) => [key, { type: "integer", minimum: 1, description: meaning }]),
      ),
      additionalProperties: false,
    },
    UnmatchedSensors: {
      type: "array",
      description: "The identifiers that matched no sensor, in the order they were sent; at most 100.",
      items: { type: "string" },
      maxItems: 100,
      uniqueItems: true,
    },
    FieldErrors: {
      type: "object",
      description: "What is wrong, by field path; at most 100 paths.",
      propertyNames: { pattern: "^(body$|battery_voltage$|data($|\\.))" },
      additionalProperties: { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 },
      minProperties: 1,
      maxProperties: 100,
    },
    ...Object.fromEntries([...queued, ...stored]),
  };
}

export function errorAnswers(): Record<string, Answer> {
  return Object.fromEntries(errorStatuses.map((status) => [responseNameOf(status), errorAnswer(status)]));
}

function errorAnswer(status: ErrorStatus): Answer {
  const names = errorsOf(status);
  const stored = storedErrors[status];
  const schemaNames = [...names.map(refusalSchemaName), ...(stored ? [stored.schemaName] : [])];
  const examples = Object.fromEntries([
    ...names.map((name) => [name, errorExample(name)] as const),
    ...(stored ? [[stored.schemaName, storedExample(stored)] as const] : []),
  ]);
  const { meaning, action } = clientHandling[status];
  return {
    description: `${meaning} ${action}`,
    headers: headersWith(...(extraHeaders[status] ?? [])),
    content: {
      "application/json": { schema: oneOfSchemas(schemaNames), examples },
      ...(status === apiErrors.tooManyRequests.status ? { "text/html": htmlPage } : {}),
    },
  };
}

const htmlPage = {
  schema: { type: "string", description: "A small page for people, when `Accept` names no JSON type." },
};

function errorSchema(name: ApiErrorName): JsonSchema {
  const extras = Object.entries(extraFields[name] ?? {}).map(([field, { schema }]) => [field, schema]);
  return refusalSchema(apiErrors[name], Object.fromEntries(extras));
}

function errorExample(name: ApiErrorName): Example {
  const { code, message, condition } = apiErrors[name];
  const extras = Object.entries(extraFields[name] ?? {});
  return {
    summary: condition,
    value: {
      message,
      ...(code === null ? {} : { error: code }),
      ...Object.fromEntries(extras.map(([field, { sample }]) => [field, sample])),
    },
  };
}

function storedExample({ message, condition }: { message: string; condition: string }): Example {
  return { summary: `Contract \`stored\`: ${condition}`, value: { message } };
}
