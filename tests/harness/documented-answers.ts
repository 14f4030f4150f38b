import { apiPrefix, type EndpointName, endpointPaths } from "@weir/protocol/contracts";
import { type DocumentLimits, type OpenApiDocument, openapiDocument } from "@weir/protocol/openapi";
import type { Answer, JsonSchema, ResponseHeader } from "@weir/protocol/openapi/openapi-document";
import { resolveReference } from "@weir/protocol/openapi/resolve-reference";
import Ajv, { type ValidateFunction } from "ajv/dist/2020";
import type { RawAnswer } from "./raw-connection.ts";

const documentId = "weir";

/**
 * Checks answers against the OpenAPI document of a server with these limits: the endpoint documents the status, the
 * documented headers are present and valid, and the body matches the schema of its media type. The document is built
 * here, because a server builds all of its documentation when asked for it, which takes as long as its start.
 * `readings-api.test.ts` shows that the served document is the same.
 */
export class DocumentedAnswers {
  readonly #document: OpenApiDocument;
  readonly #ajv = new Ajv({ strict: true, allErrors: true });
  readonly #validators = new Map<JsonSchema, ValidateFunction>();

  constructor(limits: DocumentLimits) {
    const document = openapiDocument(limits);
    this.#document = document;
    // The document is registered as one schema so that its references resolve. Its own keys are not keywords.
    this.#ajv.addVocabulary(Object.keys(document));
    this.#ajv.addSchema(document, documentId);
  }

  /** The differences from the documentation, in words; empty if there are none. */
  problems(endpoint: EndpointName, answer: RawAnswer, hasBody: boolean): string[] {
    const operation = this.#document.paths[apiPrefix + endpointPaths[endpoint]]?.post;
    const documented = operation?.responses[answer.status];
    if (documented === undefined) return [`${endpoint} documents no status ${answer.status}`];
    const promised = resolveReference<Answer>(this.#document, documented);
    return [
      ...this.#headerProblems(promised, answer),
      ...(hasBody ? this.#bodyProblems(promised, answer) : []),
    ];
  }

  #headerProblems(promised: Answer, answer: RawAnswer): string[] {
    return Object.entries(promised.headers ?? {}).flatMap(([name, reference]) => {
      const { required, schema } = resolveReference<ResponseHeader>(this.#document, reference as never);
      const text = answer.headers[name.toLowerCase()];
      if (text === undefined) return required ? [`${name} is missing`] : [];
      return this.#mismatches(name, schema, schema.type === "integer" ? Number(text) : text);
    });
  }

  #bodyProblems(promised: Answer, answer: RawAnswer): string[] {
    const mediaType = answer.headers["content-type"]?.split(";")[0] ?? "none";
    const schema = promised.content?.[mediaType]?.schema;
    if (schema === undefined) return [`a ${answer.status} has no content of type ${mediaType}`];
    const body: unknown = mediaType === "application/json" ? JSON.parse(answer.body) : answer.body;
    return this.#mismatches(`the body ${answer.body}`, schema, body);
  }

  #mismatches(what: string, schema: JsonSchema, value: unknown): string[] {
    const validate = this.#validatorOf(schema);
    if (validate(value)) return [];
    return [`${what}: ${this.#ajv.errorsText(validate.errors)}`];
  }

  #validatorOf(schema: JsonSchema): ValidateFunction {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      const absolute = JSON.stringify(schema).replaceAll('"#/', `"${documentId}#/`);
      validate = this.#ajv.compile(JSON.parse(absolute) as JsonSchema);
      this.#validators.set(schema, validate);
    }
    return validate;
  }
}
