import { describe, expect, test } from "bun:test";
import Ajv from "ajv/dist/2020";
import { Glob } from "bun";
import { z } from "zod";
import {
  type Answer,
  type JsonSchema,
  type Operation,
  operationMethods,
  type Parameter,
  type Reference,
} from "../openapi/openapi-document.ts";
import { resolveReference } from "../openapi/resolve-reference.ts";
import { openapiDocument } from "../openapi.ts";
import { resources } from "../resources/resources.ts";
import { locatedObjects } from "../test-located-objects.ts";
import { managePaths } from "./manage-openapi.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { problemMediaType } from "./problem-media-type.ts";
import { defineRoutes, managePath, type Route } from "./route.ts";
import { manageRoutes } from "./routes.ts";

const limits = { rateLimit: 1000, bodyBytesMax: 2_097_152, entriesMax: 10_000 };
const document = openapiDocument(limits, manageRoutes);
const routes = Object.entries<Route>(manageRoutes);

// Most are compiled once and never used, so making them fast would take longer than they run.
const code = { optimize: false };
const ajv = new Ajv({
  strict: true,
  strictTypes: true,
  allErrors: true,
  code,
  inlineRefs: false,
  formats: formatsAsTexts(),
});
// The document is registered as one schema so that its references resolve; its own top-level keys are no keywords.
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, "weir");

/** Formats that the schemas name. The validator needs to know them; the schemas of the routes check them. */
function formatsAsTexts(): Record<string, true> {
  return { uuid: true, email: true, "date-time": true, date: true, uri: true, ipv4: true, ipv6: true };
}

const located = [...locatedObjects(document)];

interface LocatedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const operations: LocatedOperation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  operationMethods.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [{ path, method, operation }];
  }),
);
const managed = operations.filter(({ path }) => path.startsWith(managePath));

function operationNamed(name: string, among = document): Operation {
  const items = Object.values(among.paths).flatMap((item) => operationMethods.map((method) => item[method]));
  return items.find((operation) => operation?.operationId === name)!;
}

function parametersOf(operation: Operation, among = document): Parameter[] {
  return (operation.parameters ?? []).map((parameter) => resolveReference<Parameter>(among, parameter));
}

test("has every route of every group in the table, each under its own name", async () => {
  const names = resources.flatMap(({ routes }) => Object.keys(routes));
  for (const file of new Glob("*-routes.ts").scanSync(import.meta.dir)) {
    const exported: Record<string, object> = await import(`./${file}`);
    const groups = Object.entries(exported).filter(([name]) => name.endsWith("Routes"));
    expect({ file, groups: groups.length }).toEqual({ file, groups: 1 });
    names.push(...groups.flatMap(([, group]) => Object.keys(group)));
  }
  expect(names.sort()).toEqual(Object.keys(manageRoutes).sort());
});

describe("the document with the management API", () => {
  test("has an operation for every route, under its name, method and path", () => {
    const documented = managed.map(({ path, method, operation }) => [operation.operationId, method, path]);
    const expected = routes.map(([name, { method, path }]) => [
      name,
      method.toLowerCase(),
      managePath + path,
    ]);
    expect(documented.sort()).toEqual(expected.sort());
  });

  test("leaves the device API as it is without the management API", () => {
    const device = openapiDocument(limits);
    for (const [path, item] of Object.entries(device.paths)) expect(document.paths[path]).toEqual(item);
    for (const [kind, components] of Object.entries(device.components)) {
      const merged = document.components[kind as keyof typeof device.components];
      expect(merged).toMatchObject(components);
    }
  });

  test("survives a round trip through JSON", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document as unknown as Record<string, unknown>);
  });

  test("has only references that resolve", () => {
    for (const { node } of located) {
      if (typeof node.$ref === "string") expect(resolveReference(document, node as Reference)).toBeObject();
    }
  });

  test("has no unused component, and no component name that OpenAPI does not allow", () => {
    const used = new Set(located.map(({ node }) => node.$ref));
    const { securitySchemes, ...referable } = document.components;
    const unused = Object.entries(referable).flatMap(([kind, components]) =>
      Object.keys(components)
        .filter((name) => !used.has(`#/components/${kind}/${name}`) || !/^[A-Za-z0-9._-]+$/.test(name))
        .map((name) => `${kind}/${name}`),
    );
    expect(unused).toEqual([]);
    const demanded = new Set(
      operations.flatMap(({ operation }) => operation.security.flatMap((each) => Object.keys(each))),
    );
    expect([...demanded].sort()).toEqual(Object.keys(securitySchemes).sort());
  });

  test("gives every operation a unique id", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/);
  });

  test.each(managed.map((each) => [each.operation.operationId, each] as const))(
    "%s has a tag, a summary, its parameters, a success and problems",
    (_, { path, operation }) => {
      expect(operation.tags).toHaveLength(1);
      expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0]!);
      expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
      const parameters = parametersOf(operation);
      const inPath = parameters.filter((parameter) => parameter.in === "path");
      const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
      expect(inPath.map(({ name }) => name)).toEqual(inTemplate);
      expect(inPath.every(({ required }) => required)).toBe(true);
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(names).size).toBe(names.length);
      const statuses = Object.keys(operation.responses);
      expect(statuses.filter((status) => status.startsWith("2"))).toHaveLength(1);
      for (const status of statuses.filter((each) => !each.startsWith("2"))) {
        const answer = resolveReference<Answer>(document, operation.responses[status]!);
        expect(answer.description).not.toBe("");
        expect(Object.keys(answer.content!)).toEqual([problemMediaType]);
      }
      expect(statuses).toContain("default");
    },
  );
});

describe("schemas", () => {
  const validatorAt = (pointer: string) => ajv.compile({ $ref: `weir${pointer}` });

  test("compile as strict JSON Schema 2020-12", () => {
    const pointers = located.flatMap(({ pointer, node }) => {
      if (/^#\/components\/schemas\/[^/]+$/.test(pointer)) return [pointer];
      const isHolder = !pointer.startsWith("#/components/schemas/") && typeof node.schema === "object";
      return isHolder ? [`${pointer}/schema`] : [];
    });
    expect(pointers.length).toBeGreaterThan(routes.length);
    for (const pointer of pointers) expect(() => validatorAt(pointer)).not.toThrow();
    // Hundreds of schemas take seconds on a busy machine.
  }, 60_000);

  test("have only valid defaults and examples", () => {
    const values = located
      .filter(({ pointer }) => isSchema(pointer))
      .flatMap(({ pointer, node }) => [
        ...("default" in node ? [{ pointer, value: node.default }] : []),
        ...(Array.isArray(node.examples) ? node.examples.map((value) => ({ pointer, value })) : []),
      ]);
    expect(values.length).toBeGreaterThan(10);
    expect(values.filter(({ pointer, value }) => !validatorAt(pointer)(value))).toEqual([]);
  });

  test("match every example of a parameter or header", () => {
    for (const { pointer, node } of located) {
      if (typeof node.schema !== "object" || !("example" in node)) continue;
      expect({ pointer, ok: validatorAt(`${pointer}/schema`)(node.example) }).toEqual({ pointer, ok: true });
    }
  });

  /** Where a schema stands, and not a map of properties, one of which may be called "default". */
  function isSchema(pointer: string): boolean {
    return /\/schemas?\//.test(`${pointer}/`) && !/\/(schemas|properties|examples|default)$/.test(pointer);
  }
});

describe("a route in the document", () => {
  const reading = z
    .object({ at: z.iso.datetime(), value: z.number(), note: z.string().default("") })
    .meta({ id: "SampleReading" });
  const holder = z.strictObject({ reading }).meta({ id: "SampleHolder" });
  const plain = z.strictObject({ name: z.string() }).meta({ id: "SamplePlain" });
  const sample = defineRoutes("Samples", {
    listSamples: {
      method: "GET",
      path: "/accounts/{account}/samples",
      summary: "List samples",
      access: "viewer",
      scope: "readings:read",
      params: z.object({ account: z.uuid() }),
      query: pageQuery.extend({ search: z.string().max(9).optional().describe("A part of the name.") }),
      answer: pageOf(holder),
    },
    replaceSample: {
      method: "PUT",
      path: "/accounts/{account}/samples/{sample}",
      summary: "Replace a sample",
      description: "All of it.",
      access: "owner",
      scope: null,
      body: z.strictObject({ holder, plain }),
      answer: plain,
      versioned: true,
    },
    deleteSample: {
      method: "DELETE",
      path: "/accounts/{account}/samples/{sample}",
      summary: "Delete a sample",
      access: "editor",
      scope: "readings:write",
      status: 204,
      answer: null,
      versioned: true,
    },
    watchSamples: {
      method: "GET",
      path: "/samples/live",
      summary: "Watch samples",
      access: "signed-in",
      scope: "readings:read",
      answer: { stream: ["text/event-stream"] },
    },
    greet: {
      method: "GET",
      path: "/greeting",
      tag: "Greetings",
      summary: "Greet",
      access: "public",
      scope: null,
      answer: z.object({ at: z.date() }),
    },
  });
  const made = openapiDocument(limits, sample);
  const { schemas } = made.components;

  test("says who may call it, in words and for programs", () => {
    const security = (name: string) => operationNamed(name, made).security;
    expect(security("listSamples")).toEqual([{ sessionCookie: ["viewer"] }, { apiKey: ["readings:read"] }]);
    expect(security("replaceSample")).toEqual([{ sessionCookie: ["owner"] }]);
    expect(security("watchSamples")).toEqual([{ sessionCookie: [] }, { apiKey: ["readings:read"] }]);
    expect(security("greet")).toEqual([]);
    expect(operationNamed("listSamples", made).description).toBe(
      "For viewers, editors and owners of the account. An API key needs the scope `readings:read`.",
    );
    expect(operationNamed("replaceSample", made).description).toBe(
      "All of it.\n\nFor owners of the account. Not for API keys.",
    );
    expect(operationNamed("greet", made).description).toBe("Open to everybody.");
  });

  test("has its query as parameters, with limits, defaults and what may be left out", () => {
    expect(parametersOf(operationNamed("listSamples", made), made)).toEqual([
      {
        name: "account",
        in: "path",
        required: true,
        description: "UUID of the account.",
        schema: { type: "string", format: "uuid" },
      },
      {
        name: "limit",
        in: "query",
        required: false,
        schema: { default: 100, type: "integer", minimum: 1, maximum: 1000 },
      },
      { name: "cursor", in: "query", required: false, schema: { type: "string", maxLength: 2000 } },
      {
        name: "search",
        in: "query",
        required: false,
        description: "A part of the name.",
        schema: { type: "string", maxLength: 9 },
      },
    ]);
  });

  test("has its own component for input if a default may be left out, and only then", () => {
    expect(Object.keys(schemas).filter((name) => name.startsWith("Sample"))).toEqual([
      "SampleHolder",
      "SampleHolderInput",
      "SamplePlain",
      "SampleReading",
      "SampleReadingInput",
    ]);
    expect(schemas.SampleReading!.required).toEqual(["at", "value", "note"]);
    expect(schemas.SampleReadingInput!.required).toEqual(["at", "value"]);
    const sent = operationNamed("replaceSample", made).requestBody!.content["application/json"]!.schema;
    expect((sent.properties as Record<string, JsonSchema>).holder).toEqual({
      $ref: "#/components/schemas/SampleHolderInput",
    });
    expect(schemas.SampleHolderInput!.properties).toEqual({
      reading: { $ref: "#/components/schemas/SampleReadingInput" },
    });
  });

  test("takes If-Match and returns an ETag if two people may edit the same thing", () => {
    const replace = operationNamed("replaceSample", made);
    expect(parametersOf(replace, made).map(({ name }) => name)).toEqual(["account", "sample", "If-Match"]);
    expect((replace.responses["200"] as Answer).headers).toEqual({
      ETag: { $ref: "#/components/headers/ETag" },
    });
    expect(Object.keys(replace.responses)).toEqual([
      "200",
      "400",
      "401",
      "403",
      "404",
      "409",
      "412",
      "413",
      "415",
      "422",
      "428",
      "default",
    ]);
    expect(operationNamed("deleteSample", made).responses["204"]).toEqual({
      description: "Done; the answer has no body.",
    });
  });

  test("returns a stream as its media types, and anything that JSON Schema cannot describe as any value", () => {
    const stream = operationNamed("watchSamples", made).responses["200"] as Answer;
    expect(Object.keys(stream.content!)).toEqual(["text/event-stream"]);
    const greeting = operationNamed("greet", made).responses["200"] as Answer;
    expect(greeting.content!["application/json"]!.schema.properties).toEqual({ at: {} });
  });

  test("has the keys of a record as properties if they are known", () => {
    const counts = z.record(z.enum(["kept", "lost"]), z.number()).meta({ id: "SampleCounts" });
    const { components } = managePaths({ greet: { ...sample.greet, answer: counts } });
    expect(components.schemas.SampleCounts).toEqual({
      type: "object",
      required: ["kept", "lost"],
      properties: { kept: { type: "number" }, lost: { type: "number" } },
      additionalProperties: false,
    });
  });

  test("lists its tag in the order of the table", () => {
    expect(made.tags.slice(-2)).toEqual([{ name: "Samples" }, { name: "Greetings" }]);
  });

  test("is refused if its place or the name of a schema is taken", () => {
    const { greet, watchSamples } = sample;
    expect(() => managePaths({ greet, greetAgain: greet })).toThrow("Two routes are GET /greeting.");
    const answering = (answer: z.ZodType) => ({ ...greet, answer });
    const ofDevices = z.object({ x: z.string() }).meta({ id: "BatchEntry" });
    expect(() => openapiDocument(limits, { greet: answering(ofDevices) })).toThrow(
      "Both APIs have a component BatchEntry.",
    );
    const first = z.object({ x: z.string() }).meta({ id: "SampleTwice" });
    const second = z.object({ y: z.string() }).meta({ id: "SampleTwice" });
    expect(() =>
      managePaths({ greet: answering(first), watch: { ...watchSamples, answer: second } }),
    ).toThrow('Duplicate schema id "SampleTwice"');
  });

  test("is refused if a schema has the name that the sent form of another gets", () => {
    const { greet, watchSamples } = sample;
    const twofold = z.object({ x: z.string().default("") }).meta({ id: "SampleTwofold" });
    const taking = z.object({ y: z.string() }).meta({ id: "SampleTwofoldInput" });
    const post = { ...greet, method: "POST", body: twofold, answer: twofold } as const;
    expect(() => managePaths({ greet: post, watch: { ...watchSamples, answer: taking } })).toThrow(
      "Two schemas have the id SampleTwofoldInput.",
    );
  });

  test("needs an id for a schema that refers to itself", () => {
    interface Tree {
      readonly branches: readonly Tree[];
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ branches: z.array(tree) }));
    expect(() => managePaths({ greet: { ...sample.greet, answer: tree } })).toThrow("needs an id");
  });
});

test("takes no secret in the path or query of a route, where proxies would log it", () => {
  const secretWords = /token|secret|password|code|key$/i;
  for (const [name, route] of Object.entries<Route>(manageRoutes)) {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!);
    const inQuery = Object.keys(route.query?.shape ?? {});
    // {key} is an API key's UUID and {secret} a secret's name; neither is the secret itself.
    const suspects = [...inPath.filter((word) => word !== "key" && word !== "secret"), ...inQuery];
    expect([name, suspects.filter((word) => secretWords.test(word))]).toEqual([name, []]);
  }
});

test("writes patterns that tools read with and without the flag for Unicode, and that agree about names", () => {
  const patterns = new Set(
    located.flatMap(({ node }) => (typeof node.pattern === "string" ? node.pattern : [])),
  );
  expect(patterns.size).toBeGreaterThan(5);
  for (const pattern of patterns) {
    // Classes of letters and characters beyond U+FFFF mean something else without the flag, or nothing in other languages.
    expect(pattern).toMatch(/^[\x20-\x7e]*$/);
    expect(pattern).not.toMatch(/\\[pPu]/);
    const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, "u")];
    for (const text of ["küche", "cold-room", "厨房", "𠮷野", "A", "a b", "a\u0001", ""])
      expect(plain.test(text)).toBe(unicode.test(text));
  }
});
