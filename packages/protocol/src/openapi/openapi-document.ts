/**
 * The part of OpenAPI 3.1 that this project writes. Every value is plain JSON, so a document can be sent as it is,
 * walked by the docs page, and handed to a schema validator.
 */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };
export type JsonSchema = JsonObject;

export type Reference = { readonly $ref: string };

export interface Example {
  readonly summary: string;
  readonly value: JsonValue;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface ResponseHeader {
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: JsonValue;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: JsonValue;
}

export interface RequestBody {
  readonly description: string;
  readonly required: true;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}

export const operationMethods = ["get", "post", "put", "patch", "delete"] as const;

export type PathItem = { readonly [Method in (typeof operationMethods)[number]]?: Operation };

/** The limits a deployment sets that the document states as facts. */
export interface DocumentLimits {
  readonly rateLimit: number;
  readonly bodyBytesMax: number;
  readonly entriesMax: number;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly jsonSchemaDialect: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, ResponseHeader>>;
    readonly securitySchemes: Readonly<Record<string, JsonObject>>;
  };
  /** The numbers behind the prose, for readers of the document that are programs. */
  readonly "x-weir-limits": DocumentLimits;
}

/** A reference into the components of the document; the test suite checks that each one resolves. */
export function refTo(kind: keyof OpenApiDocument["components"], name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}
