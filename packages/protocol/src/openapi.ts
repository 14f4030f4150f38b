import { type ManageDocument, managePaths } from "./manage/manage-openapi.ts";
import { managePath, type Route } from "./manage/route.ts";
import { devicePaths } from "./openapi/device-operations.ts";
import { errorAnswers, errorSchemas } from "./openapi/error-answers.ts";
import type { DocumentLimits, OpenApiDocument } from "./openapi/openapi-document.ts";
import { operationalPaths } from "./openapi/operational-paths.ts";
import { provisioningPath, provisioningSchemas } from "./openapi/provisioning-path.ts";
import { requestParameters } from "./openapi/request-parameters.ts";
import { requestSchemas } from "./openapi/request-schemas.ts";
import { responseHeaders } from "./openapi/response-headers.ts";
import { successSchemas } from "./openapi/success-answers.ts";

export type { DocumentLimits, OpenApiDocument } from "./openapi/openapi-document.ts";

/**
 * The OpenAPI 3.1 document, made from the tables that the server answers from: the device API and, where the routes of
 * the management API are given, that too. Schemas of answers are exact (no unlisted fields, fixed texts as constants),
 * so a real answer can be validated against them.
 */
export function openapiDocument(
  limits: DocumentLimits,
  routes?: Readonly<Record<string, Route>>,
): OpenApiDocument {
  const document = deviceDocument(limits);
  return routes === undefined ? document : withManagement(document, managePaths(routes));
}

function deviceDocument(limits: DocumentLimits): OpenApiDocument {
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Weir device API",
      version: "1.0.0",
      description:
        "Receives sensor readings from devices over HTTP. An accepted reading is durable and queued for the rule chain of its sensor; the chain decides what happens to it, including whether it is saved.",
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The server that this document comes from." }],
    tags: [
      { name: "readings", description: "What devices send." },
      { name: "provisioning", description: "How devices get their tokens." },
      { name: "operation", description: "For operators of the server." },
    ],
    paths: { ...devicePaths(limits.bodyBytesMax), ...provisioningPath, ...operationalPaths },
    components: {
      schemas: {
        ...requestSchemas(limits.entriesMax),
        ...successSchemas(),
        ...errorSchemas(),
        ...provisioningSchemas(),
      },
      responses: errorAnswers(),
      parameters: requestParameters,
      headers: responseHeaders(limits.rateLimit),
      securitySchemes: {
        deviceToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "wdt_…",
          description:
            "The access token of the device in the URL. `weir device token` shows it; regenerating it revokes the old one immediately.",
        },
      },
    },
    "x-weir-limits": { ...limits },
  };
}

function withManagement(device: OpenApiDocument, manage: ManageDocument): OpenApiDocument {
  const { components } = device;
  return {
    ...device,
    info: {
      ...device.info,
      title: "Weir API",
      description: `${device.info.description} The management API below \`${managePath}\` is for people and their programs: everything except sending readings.`,
    },
    tags: [...device.tags, ...manage.tags],
    paths: { ...device.paths, ...manage.paths },
    components: {
      schemas: joined(components.schemas, manage.components.schemas),
      responses: joined(components.responses, manage.components.responses),
      parameters: joined(components.parameters, manage.components.parameters),
      headers: joined(components.headers, manage.components.headers),
      securitySchemes: joined(components.securitySchemes, manage.components.securitySchemes),
    },
  };
}

/** Both APIs choose the names of their components freely, so one could silently replace the other's. */
function joined<Component>(
  device: Readonly<Record<string, Component>>,
  manage: Readonly<Record<string, Component>>,
): Record<string, Component> {
  const taken = Object.keys(manage).find((name) => name in device);
  if (taken !== undefined) throw new Error(`Both APIs have a component ${taken}.`);
  return { ...device, ...manage };
}
