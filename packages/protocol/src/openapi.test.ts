import { describe, expect, test } from "bun:test";
import Ajv from "ajv/dist/2020";
import { apiPrefix, endpointNames, endpointPaths } from "./contracts.ts";
import { dropReasons } from "./drop-reasons.ts";
import { apiErrors } from "./errors.ts";
import type { Answer, Operation, Reference } from "./openapi/openapi-document.ts";
import { resolveReference } from "./openapi/resolve-reference.ts";
import { openapiDocument } from "./openapi.ts";
import { locatedObjects } from "./test-located-objects.ts";

const limits = { rateLimit: 1000, bodyBytesMax: 2_097_152, entriesMax: 10_000 };
const document = openapiDocument(limits);

const ajv = new Ajv({ strict: true, strictTypes: true, allErrors: true });
// The document is registered as one schema so that its references resolve; its own top-level keys are no keywords.
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, "weir");

const located = [...locatedObjects(document)];
const validatorAt = (pointer: string) => ajv.compile({ $ref: `weir${pointer}` });
const validatorOf = (schemaName: string) => validatorAt(`#/components/schemas/${schemaName}`);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  [item.get, item.post]
    .filter((operation) => operation !== undefined)
    .map((operation) => ({ path, operation })),
);
const deviceOperations = endpointNames.map((name) => document.paths[apiPrefix + endpointPaths[name]]!.post!);

function answerOf(operation: Operation, status: number): Answer {
  return resolveReference<Answer>(document, operation.responses[status] as Answer | Reference);
}

function bodyValidator(operation: Operation, status: number) {
  const schema = answerOf(operation, status).content!["application/json"]!.schema;
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"weir#/'));
  return ajv.compile(absolute);
}

describe("the document's structure", () => {
  test("survives a round trip through JSON", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document as unknown as Record<string, unknown>);
  });

  test("has only references that resolve", () => {
    const refs = located.filter(({ node }) => typeof node.$ref === "string");
    expect(refs.length).toBeGreaterThan(0);
    for (const { node } of refs) {
      expect(resolveReference(document, node as Reference)).toBeObject();
    }
  });

  test("has no unused component", () => {
    const used = new Set(located.map(({ node }) => node.$ref));
    const { securitySchemes: _, ...referable } = document.components;
    for (const [kind, components] of Object.entries(referable)) {
      for (const name of Object.keys(components)) {
        expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
        expect(used).toContain(`#/components/${kind}/${name}`);
      }
    }
  });

  test("gives every operation a unique id, declared tags and described answers", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of operations) {
      for (const tag of operation.tags) expect(tags).toContain(tag);
      for (const [status, answer] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/);
        expect(resolveReference<Answer>(document, answer).description).not.toBe("");
      }
    }
  });

  test("declares exactly the parameters of each path, all required", () => {
    for (const { path, operation } of operations) {
      const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
      const declared = (operation.parameters ?? [])
        .map((parameter) => resolveReference(document, parameter) as unknown as Record<string, unknown>)
        .filter((parameter) => parameter.in === "path");
      expect(declared.map(({ name }) => name as string).sort()).toEqual(inTemplate.sort());
      for (const parameter of declared) expect(parameter.required).toBe(true);
    }
  });

  test("requires the device's token on the device endpoints and nowhere else", () => {
    for (const { operation } of operations) {
      const isDeviceOperation = deviceOperations.includes(operation);
      expect(operation.security).toEqual(isDeviceOperation ? [{ deviceToken: [] }] : []);
    }
    expect(document.components.securitySchemes.deviceToken).toMatchObject({ type: "http", scheme: "bearer" });
  });
});

describe("schemas and examples", () => {
  const schemaPointers = located.flatMap(({ pointer, node }) => [
    ...(/^#\/components\/schemas\/[^/]+$/.test(pointer) ? [pointer] : []),
    ...(!pointer.startsWith("#/components/schemas/") && node.schema ? [`${pointer}/schema`] : []),
  ]);

  test.each(schemaPointers)("%s compiles as strict JSON Schema 2020-12", (pointer) => {
    expect(validatorAt(pointer)).toBeFunction();
  });

  test("match every example of a body, parameter or header", () => {
    let checked = 0;
    for (const { pointer, node } of located) {
      if (!node.schema) continue;
      const named = Object.values((node.examples ?? {}) as Record<string, { value: unknown }>);
      const values = [...named.map(({ value }) => value), ...("example" in node ? [node.example] : [])];
      const validate = validatorAt(`${pointer}/schema`);
      for (const value of values) {
        validate(value);
        expect({ pointer, value, errors: validate.errors }).toEqual({ pointer, value, errors: null });
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(30);
  });

  test("match every example inside a schema", () => {
    for (const { pointer, node } of located) {
      if (!Array.isArray(node.examples)) continue;
      const validate = validatorAt(pointer);
      for (const value of node.examples) expect({ value, ok: validate(value) }).toEqual({ value, ok: true });
    }
  });

  test("have an example for every JSON answer of a device endpoint", () => {
    for (const operation of deviceOperations) {
      for (const status of Object.keys(operation.responses)) {
        const json = answerOf(operation, Number(status)).content!["application/json"]!;
        expect(Object.keys(json.examples ?? {}).length).toBeGreaterThan(0);
      }
    }
  });
});

describe("answers", () => {
  test("have the exact body of every error of the table on every device endpoint, and nothing more", () => {
    const extras = {
      sensor_not_found: { sensors: ["x"] },
      no_readings_accepted: { rejected: { dropped_invalid_shape: 1 } },
      "Validation failed.": { errors: { "data.0.value": ["Required."] } },
      account_limit: { detail: "Too much.", limit: { setting: "queue_bytes_per_account", max: 1 } },
    } as Record<string, object>;
    for (const operation of deviceOperations) {
      for (const { status, code, message } of Object.values(apiErrors)) {
        const body = { message, ...(code ? { error: code } : {}), ...extras[code ?? message] };
        const validate = bodyValidator(operation, status);
        expect({ body, ok: validate(body) }).toEqual({ body, ok: true });
        expect(validate({ ...body, more: 1 })).toBe(false);
        expect(validate({ ...body, message: `${message}!` })).toBe(false);
      }
    }
  });

  test("use the stored contract's bodies where it differs, and only there", () => {
    const single = deviceOperations[0]!;
    expect(bodyValidator(single, 401)({ message: "Unauthenticated." })).toBe(true);
    expect(bodyValidator(single, 404)({ message: "Device not found." })).toBe(true);
    expect(bodyValidator(single, 429)({ message: "Too Many Requests" })).toBe(true);
    expect(bodyValidator(single, 503)({ message: "Service unavailable." })).toBe(false);
  });

  test("have the body of their own endpoint for a stored success", () => {
    const [single, bulk, batch] = deviceOperations.map((operation) => bodyValidator(operation, 201));
    const sensor = "b7d1f0a2-58c3-4f6e-8a19-2c4d6e8f0a1b";
    const ofBulk = { message: "12 readings stored successfully.", sensor, count: 12 };
    const ofBatch = { message: "12 readings processed successfully.", count: 12 };
    expect(single!({ message: "Reading stored successfully.", sensor })).toBe(true);
    expect(single!({ message: "Reading stored successfully.", sensor: "temperature" })).toBe(false);
    expect(bulk!(ofBulk)).toBe(true);
    expect(bulk!({ ...ofBulk, message: "12 readings stored successfullyX" })).toBe(false);
    expect(bulk!({ ...ofBulk, message: "1 reading stored successfully.", count: 1 })).toBe(true);
    expect(bulk!({ ...ofBulk, message: "1 readings stored successfully.", count: 1 })).toBe(false);
    expect(batch!(ofBatch)).toBe(true);
    expect(batch!({ ...ofBatch, count: 0 })).toBe(false);
  });

  test("name the sensor of a queued success on single and bulk only, with at least one accepted reading", () => {
    const [single, bulk, batch] = deviceOperations.map((operation) => bodyValidator(operation, 202));
    const message = "Readings accepted and queued for rule chain processing.";
    const body = { message, accepted: 0, duplicates: 2, rejected: {} };
    for (const validate of [single!, bulk!]) {
      expect(validate({ ...body, sensor: "temperature" })).toBe(true);
      expect(validate(body)).toBe(false);
    }
    expect(batch!(body)).toBe(true);
    expect(batch!({ ...body, sensor: "temperature" })).toBe(false);
    expect(batch!({ ...body, duplicates: 0 })).toBe(false);
  });

  test("have exactly the drop reasons as keys of `rejected`, with counts from 1", () => {
    const validate = validatorOf("RejectedCounts");
    for (const { key } of dropReasons) {
      expect(validate({ [key]: 1 })).toBe(true);
      expect(validate({ [key]: 0 })).toBe(false);
      expect(validate({ [key]: 1.5 })).toBe(false);
    }
    expect(validate({})).toBe(true);
    expect(validate({ dropped_duplicate: 1 })).toBe(false);
    expect(
      bodyValidator(
        deviceOperations[0]!,
        422,
      )({
        message: "No readings were accepted.",
        error: "no_readings_accepted",
        rejected: {},
      }),
    ).toBe(false);
  });

  test("all have the rate limit and request id headers, and the others where they belong", () => {
    const extra: Record<string, string[]> = {
      "201": ["Preference-Applied"],
      "202": ["Preference-Applied"],
      "401": ["WWW-Authenticate"],
      "404": ["Preference-Applied"],
      "405": ["Allow"],
      "415": ["Accept", "Accept-Encoding"],
      "422": ["Preference-Applied"],
      "429": ["Retry-After", "X-RateLimit-Reset"],
      "503": ["Retry-After"],
    };
    for (const operation of deviceOperations) {
      for (const status of Object.keys(operation.responses)) {
        expect(Object.keys(answerOf(operation, Number(status)).headers!)).toEqual([
          "X-RateLimit-Limit",
          "X-RateLimit-Remaining",
          "X-Request-Id",
          ...(extra[status] ?? []),
        ]);
      }
    }
  });

  test("may be an HTML page only for a 429", () => {
    for (const operation of deviceOperations) {
      const html = Object.keys(operation.responses).filter(
        (status) => answerOf(operation, Number(status)).content!["text/html"],
      );
      expect(html).toEqual(["429"]);
    }
  });
});

describe("requests", () => {
  const single = validatorOf("SingleRequest");
  const bulk = validatorOf("BulkRequest");
  const batch = validatorOf("BatchRequest");

  test.each([
    { data: { value: -0.5 } },
    { data: { value: 1, timestamp: null }, battery_voltage: null },
    { data: { value: 1, timestamp: "2026-W11-6", note: { nested: [1] } }, battery_voltage: 100 },
  ])("may have %j as a single reading", (body) => {
    expect(single(body)).toBe(true);
  });

  test.each([
    {},
    { data: {} },
    { data: null },
    { data: [{ value: 1 }] },
    { data: { value: null } },
    { data: { value: "21.5" } },
    { data: { value: true } },
    { data: { value: 1, timestamp: 1773480413 } },
    { data: { value: 1 }, battery_voltage: 100.1 },
    { data: { value: 1 }, battery_voltage: -1 },
    { data: { value: 1 }, battery_voltage: "3.7" },
  ])("may not have %j as a single reading", (body) => {
    expect(single(body)).toBe(false);
  });

  test("have a list of one entry up to the deployment's maximum", () => {
    const entries = (count: number) => ({ data: Array.from({ length: count }, () => ({ value: 1 })) });
    expect(bulk(entries(0))).toBe(false);
    expect(bulk(entries(1))).toBe(true);
    expect(bulk(entries(limits.entriesMax))).toBe(true);
    expect(bulk(entries(limits.entriesMax + 1))).toBe(false);
  });

  test("name the sensor of a batch entry by a slug or a UUID; null and empty count as absent", () => {
    const accepts = (entry: object) => batch({ data: [{ value: 1, ...entry }] });
    expect(accepts({ sensor_slug: "a" })).toBe(true);
    expect(accepts({ sensor_uuid: "b", sensor_slug: null })).toBe(true);
    expect(accepts({ sensor_uuid: "", sensor_slug: "a" })).toBe(true);
    expect(accepts({})).toBe(false);
    expect(accepts({ sensor_slug: "", sensor_uuid: null })).toBe(false);
    expect(accepts({ sensor_slug: 7, sensor_uuid: "b" })).toBe(false);
  });
});

test("states the deployment's limits", () => {
  const other = openapiDocument({ rateLimit: 50, bodyBytesMax: 4096, entriesMax: 7 });
  expect(other["x-weir-limits"]).toEqual({ rateLimit: 50, bodyBytesMax: 4096, entriesMax: 7 });
  expect(other.components.headers["X-RateLimit-Limit"]!.schema.const).toBe(50);
  expect(JSON.stringify(other.components.schemas.BulkRequest)).toContain('"maxItems":7');
  expect(other.paths[apiPrefix + endpointPaths.single]!.post!.requestBody!.description).toContain(
    "4096 bytes",
  );
});
