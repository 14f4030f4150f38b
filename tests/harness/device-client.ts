import { apiPrefix, type EndpointName } from "@weir/protocol/contracts";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { DocumentedAnswers } from "./documented-answers.ts";
import type { RawAnswer } from "./raw-connection.ts";
import type { TestWeir } from "./test-weir.ts";
import { exchange, type WireRequest } from "./wire-request.ts";

/** A request of a device. Everything but endpoint and body defaults to what a well-behaved device sends. */
export interface Submission {
  readonly endpoint: EndpointName;
  readonly body: string | Uint8Array;
  /** The identifier in the URL: `temperature` unless given, none on the batch endpoint. */
  readonly sensor?: string;
  /** Added to the usual headers or replaces them; null removes a usual header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly method?: string;
  /** Replaces the endpoint's path. */
  readonly path?: string;
  readonly chunkBytes?: number;
}

export interface DeviceAnswer extends RawAnswer {
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

/**
 * A device that speaks HTTP over a real socket and checks every answer against the server's OpenAPI document, the
 * headers that every answer must have, and the rule that request ids are never used twice.
 */
export class DeviceClient {
  readonly #weir: Pick<TestWeir, "url">;
  readonly #documented: DocumentedAnswers;
  readonly #requestIds = new Set<string>();

  constructor(weir: Pick<TestWeir, "url" | "limits">) {
    this.#weir = weir;
    this.#documented = new DocumentedAnswers(weir.limits);
  }

  async send(device: CreatedDevice, submission: Submission): Promise<DeviceAnswer> {
    const request = wireRequest(device, submission);
    const answer = await exchange(this.#weir.url, request);
    this.check(submission.endpoint, answer, request.method !== "HEAD");
    return { ...answer, json: isJson(answer) ? JSON.parse(answer.body) : undefined };
  }

  /** Throws if the answer breaks a rule that applies to all answers. */
  check(endpoint: EndpointName, answer: RawAnswer, hasBody = true): void {
    const problems = [
      ...this.#documented.problems(endpoint, answer, hasBody),
      ...headerProblems(answer),
      ...this.#requestIdProblems(answer),
    ];
    if (problems.length > 0) throw new Error(`A ${answer.status} that breaks rules: ${problems.join("; ")}.`);
  }

  #requestIdProblems({ headers }: RawAnswer): string[] {
    const id = headers["x-request-id"];
    if (id === undefined || id === "") return ["X-Request-Id is missing"];
    if (this.#requestIds.has(id)) return [`X-Request-Id ${id} was used before`];
    this.#requestIds.add(id);
    return [];
  }
}

export function wireRequest(device: CreatedDevice, submission: Submission): WireRequest {
  const { endpoint, body, sensor, headers, method = "POST", chunkBytes } = submission;
  const merged: Record<string, string | null> = {
    authorization: `Bearer ${device.token}`,
    "content-type": "application/json",
    accept: "application/json",
    ...headers,
  };
  return {
    method,
    path: submission.path ?? endpointPath(endpoint, device.uuid, sensor),
    headers: Object.entries(merged).filter((header): header is [string, string] => header[1] !== null),
    body: typeof body === "string" ? Buffer.from(body) : body,
    chunkBytes,
  };
}

export function endpointPath(endpoint: EndpointName, deviceUuid: string, sensor = "temperature"): string {
  const device = `${apiPrefix}/devices/${deviceUuid}`;
  if (endpoint === "batch") return `${device}/readings`;
  const readings = `${device}/sensors/${encodeURIComponent(sensor)}/readings`;
  return endpoint === "bulk" ? `${readings}/bulk` : readings;
}

/** The contract's rules about headers that apply to every answer. */
function headerProblems({ status, headers }: RawAnswer): string[] {
  const problems: string[] = [];
  for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining"]) {
    if (!/^\d+$/.test(headers[name] ?? "")) problems.push(`${name} is ${headers[name]}`);
  }
  if ("x-ratelimit-reset" in headers !== (status === 429)) problems.push("X-RateLimit-Reset is for 429 only");
  const mayRetry = status === 429 || status === 503;
  if ("retry-after" in headers !== mayRetry) problems.push("Retry-After is for 429 and 503 only");
  if ("allow" in headers !== (status === 405)) problems.push("Allow is for 405 only");
  return problems;
}

function isJson({ headers, body }: RawAnswer): boolean {
  return body !== "" && headers["content-type"] === "application/json";
}
