import { apiPrefix, type EndpointName, endpointNames, endpointPaths } from "../contracts.ts";
import { errorStatuses, responseNameOf } from "./error-answers.ts";
import { type Operation, type PathItem, refTo } from "./openapi-document.ts";
import { parametersOf } from "./request-parameters.ts";
import { requestSchemaNames } from "./request-schemas.ts";
import { requestExamples } from "./sample-values.ts";
import { successAnswer } from "./success-answers.ts";

const operationTexts: Record<EndpointName, { operationId: string; summary: string; description: string }> = {
  single: {
    operationId: "sendReading",
    summary: "Single: one reading for one sensor",
    description: "`data` is an object: exactly one reading.",
  },
  bulk: {
    operationId: "sendReadings",
    summary: "Bulk: several readings for one sensor",
    description: "`data` is an array of readings of the sensor in the URL, for example to send a buffer.",
  },
  batch: {
    operationId: "sendReadingsOfSensors",
    summary: "Batch: readings for several sensors",
    description: "`data` is an array of entries, each with the slug or UUID of its sensor.",
  },
};

export function pathOf(endpoint: EndpointName): string {
  return apiPrefix + endpointPaths[endpoint];
}

export function devicePaths(bodyBytesMax: number): Record<string, PathItem> {
  return Object.fromEntries(
    endpointNames.map((endpoint) => [pathOf(endpoint), { post: deviceOperation(endpoint, bodyBytesMax) }]),
  );
}

function deviceOperation(endpoint: EndpointName, bodyBytesMax: number): Operation {
  return {
    ...operationTexts[endpoint],
    tags: ["readings"],
    security: [{ deviceToken: [] }],
    parameters: parametersOf(endpoint),
    requestBody: {
      description: `JSON in UTF-8, at most ${bodyBytesMax} bytes. May be encoded with gzip, deflate, br or zstd, named in \`Content-Encoding\`; then the inflated size counts.`,
      required: true,
      content: {
        "application/json": {
          schema: refTo("schemas", requestSchemaNames[endpoint]),
          examples: requestExamples[endpoint],
        },
      },
    },
    responses: {
      "201": successAnswer(201, endpoint),
      "202": successAnswer(202, endpoint),
      ...Object.fromEntries(
        errorStatuses.map((status) => [String(status), refTo("responses", responseNameOf(status))]),
      ),
    },
  };
}
