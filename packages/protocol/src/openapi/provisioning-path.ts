import { apiErrors } from "../errors.ts";
import {
  hardwareIdPattern,
  type ProvisionErrorName,
  provisionBodyBytesMax,
  provisionErrors,
  provisionMessages,
  provisionNoncePattern,
  provisionPath,
  provisionRepeatS,
  provisionRetryS,
} from "../provisioning.ts";
import { exactObject } from "./exact-object.ts";
import { type Answer, type JsonSchema, type Operation, type PathItem, refTo } from "./openapi-document.ts";
import { oneOfSchemas, refusalSchema, refusalSchemaName } from "./refusal-schema.ts";
import { headersWith } from "./response-headers.ts";
import { sampleDeviceUuid } from "./sample-values.ts";
import { uuidPattern } from "./success-answers.ts";

const sampleKey = "wpk_Zk3xJ0vT8bQ2mN5cR7yL1wH4sD9fG6aE0uP3iO8tK2";
const sampleToken = "wdt_h4sD9fG6aE0uP3iO8tK2Zk3xJ0vT8bQ2mN5cR7yL1w";
const errorNames = Object.keys(provisionErrors) as ProvisionErrorName[];
const uuid: JsonSchema = { type: "string", pattern: uuidPattern };
const token: JsonSchema = {
  type: "string",
  description: "Store it. It is not answered again, except to the same nonce, or if the key allows it.",
};

/** The part of the device API with which a device gets its UUID and token. */
export const provisioningPath: Record<string, PathItem> = { [provisionPath]: { post: operation() } };

function operation(): Operation {
  return {
    operationId: "provision",
    tags: ["provisioning"],
    summary: "Create this device, or find it again",
    description:
      "Send the provisioning key that all devices of a kind share, and what only this device has. There is one device for each " +
      "hardware id, however often and from wherever it asks. The token is answered once. A device whose answer " +
      `got lost repeats its request with the same \`nonce\` within ${provisionRepeatS / 60} minutes and gets the same token. A device that ` +
      "has lost its token later gets another one if the key that created it allows devices to ask again, or after somebody has allowed it.",
    security: [],
    requestBody: {
      description: `JSON in UTF-8, at most ${provisionBodyBytesMax} bytes.`,
      required: true,
      content: {
        "application/json": {
          schema: refTo("schemas", "ProvisionRequest"),
          examples: {
            first: {
              summary: "At the first start",
              value: {
                provisioning_key: sampleKey,
                hardware_id: "A4:CF:12:9B:00:7E",
                firmware: "1.4.2",
                nonce: "0d5c9be1f3a84f6f9b7a2c41",
              },
            },
          },
        },
      },
    },
    responses: {
      "200": success(
        "ProvisionedAgain",
        "The device exists. `token` is there only if it may get another one.",
        {
          message: provisionMessages.existing,
          device_uuid: sampleDeviceUuid,
        },
      ),
      "201": success("ProvisionedDevice", "The device was created. Store its UUID and token.", {
        message: provisionMessages.created,
        device_uuid: sampleDeviceUuid,
        token: sampleToken,
      }),
      "202": success(
        "ProvisionWaiting",
        `Somebody has to approve or claim the device first. Ask again after \`Retry-After\` (${provisionRetryS}) seconds; then the answer is 201 with the token.`,
        { message: provisionMessages.waiting },
        "Retry-After",
      ),
      "401": refusal(401, "WWW-Authenticate"),
      "403": refusal(403),
      "405": shared("methodNotAllowed", "Allow"),
      "413": shared("payloadTooLarge"),
      "415": shared("unsupportedMediaType", "Accept", "Accept-Encoding"),
      "422": {
        description: "Something in the body is wrong; `errors` names the fields.",
        headers: headersWith(),
        content: { "application/json": { schema: refTo("schemas", "ProvisionInvalid") } },
      },
      "429": {
        description:
          "This address, this key, or this hardware id has asked too often. Wait `Retry-After` seconds.",
        headers: headersWith("Retry-After", "X-RateLimit-Reset"),
        content: {
          "application/json": { schema: refTo("schemas", "TooManyRequests") },
          "text/html": { schema: { type: "string", description: "If `Accept` names no JSON type." } },
        },
      },
      "500": shared("serverError"),
      "503": {
        description:
          "Too many devices wait to be approved or claimed, the account has reached its limit of devices, or the server is restarting. Wait `Retry-After` seconds.",
        headers: headersWith("Retry-After"),
        content: {
          "application/json": {
            schema: oneOfSchemas(["Unavailable", "AccountLimit", ...namesOf(503).map(schemaNameOf)]),
          },
        },
      },
    },
  };
}

export function provisioningSchemas(): Record<string, JsonSchema> {
  const errors = errorNames.map((name) => [schemaNameOf(name), refusalSchema(provisionErrors[name])]);
  const fields: JsonSchema = {
    type: "object",
    propertyNames: { enum: ["body", "provisioning_key", "hardware_id", "name", "firmware", "nonce"] },
    additionalProperties: { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 },
    minProperties: 1,
  };
  const text = (maxLength: number, description: string): JsonSchema => ({
    type: ["string", "null"],
    maxLength,
    description,
  });
  return {
    ProvisionRequest: {
      type: "object",
      required: ["provisioning_key", "hardware_id"],
      properties: {
        provisioning_key: { type: "string", maxLength: 200 },
        hardware_id: {
          type: "string",
          pattern: hardwareIdPattern,
          description:
            "What only this device has: a serial number, a MAC address, the id of its chip. Printable ASCII without spaces.",
        },
        name: text(200, "A name for a new device; by default the name of its template and the hardware id."),
        firmware: text(100, "The version of its firmware. It becomes an attribute of a new device."),
        nonce: {
          type: ["string", "null"],
          pattern: provisionNoncePattern,
          description: `Random text of this device, stored before the first request. Within ${provisionRepeatS / 60} minutes, a repeated request with the same nonce gets the same token; any other nonce gets none.`,
        },
      },
    },
    ProvisionedDevice: exactObject(
      { message: { const: provisionMessages.created }, device_uuid: uuid, token },
      "A new device.",
    ),
    ProvisionedAgain: {
      type: "object",
      required: ["message", "device_uuid"],
      properties: {
        message: {
          enum: [provisionMessages.existing, provisionMessages.again, provisionMessages.repeated],
        },
        device_uuid: uuid,
        token,
      },
      additionalProperties: false,
    },
    ProvisionWaiting: exactObject({ message: { const: provisionMessages.waiting } }, "The device waits."),
    ProvisionInvalid: exactObject(
      { message: { const: apiErrors.validationFailed.message }, errors: fields },
      apiErrors.validationFailed.condition,
    ),
    ...Object.fromEntries(errors),
  };
}

function success(
  schema: string,
  description: string,
  value: Readonly<Record<string, string>>,
  ...headers: string[]
): Answer {
  const examples = { usual: { summary: description, value } };
  const content = { "application/json": { schema: refTo("schemas", schema), examples } };
  return { description, headers: headersWith(...headers), content };
}

function namesOf(status: number): ProvisionErrorName[] {
  return errorNames.filter((name) => provisionErrors[name].status === status);
}

function refusal(status: 401 | 403, ...headers: string[]): Answer {
  const names = namesOf(status);
  return {
    description: names.map((name) => provisionErrors[name].condition).join(" "),
    headers: headersWith(...headers),
    content: { "application/json": { schema: oneOfSchemas(names.map(schemaNameOf)) } },
  };
}

/** A refusal that every request of a device can get. */
function shared(name: keyof typeof apiErrors, ...headers: string[]): Answer {
  return {
    description: apiErrors[name].condition,
    headers: headersWith(...headers),
    content: { "application/json": { schema: oneOfSchemas([refusalSchemaName(name)]) } },
  };
}

function schemaNameOf(name: ProvisionErrorName): string {
  return `Provision${refusalSchemaName(name)}`;
}
