import { expect } from "bun:test";
import type { DropReason } from "@weir/protocol/drop-reasons";

/**
 * The answers of the contract, spelled out. Nothing is taken from the server's own tables: if a text changes there,
 * somebody has to check the contract and change it here as well.
 */
export interface ExpectedAnswer {
  readonly status: number;
  /** The exact JSON body. */
  readonly json?: unknown;
  /** Instead of `json`: "Validation failed." with exactly these paths under `errors`. */
  readonly errorPaths?: readonly string[];
  /** Instead of `json`: a body that is not JSON matches this. */
  readonly text?: RegExp;
  /** Headers with exactly these values. Those of `tellingHeaders` are absent unless listed. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const tellingHeaders = [
  "preference-applied",
  "allow",
  "retry-after",
  "x-ratelimit-reset",
  "www-authenticate",
  "accept",
  "accept-encoding",
];

type Rejected = Partial<Record<DropReason, number>>;

interface Counts {
  readonly accepted?: number;
  readonly duplicates?: number;
  readonly rejected?: Rejected;
}

const queuedMessage = "Readings accepted and queued for rule chain processing.";

function counts({ accepted = 0, duplicates = 0, rejected = {} }: Counts): object {
  return { message: queuedMessage, accepted, duplicates, rejected };
}

/** 202 of the single and bulk endpoints. */
export const queued = (given: Counts, sensor = "temperature"): ExpectedAnswer => ({
  status: 202,
  json: { ...counts(given), sensor },
});

/** 202 of the batch endpoint. */
export const queuedBatch = (given: Counts): ExpectedAnswer => ({ status: 202, json: counts(given) });

export const storedSingle = (sensor: string): ExpectedAnswer => ({
  status: 201,
  json: { message: "Reading stored successfully.", sensor },
});

export const storedBulk = (sensor: string, count: number): ExpectedAnswer => ({
  status: 201,
  json: { message: `${readings(count)} stored successfully.`, sensor, count },
});

export const storedBatch = (count: number): ExpectedAnswer => ({
  status: 201,
  json: { message: `${readings(count)} processed successfully.`, count },
});

const readings = (count: number): string => (count === 1 ? "1 reading" : `${count} readings`);

export const invalid = (...errorPaths: string[]): ExpectedAnswer => ({ status: 422, errorPaths });

export const noneAccepted = (rejected: Rejected): ExpectedAnswer => ({
  status: 422,
  json: { message: "No readings were accepted.", error: "no_readings_accepted", rejected },
});

export const sensorNotFound = (...sensors: string[]): ExpectedAnswer => ({
  status: 404,
  json: { message: "No reading matched a sensor on this device.", error: "sensor_not_found", sensors },
});

const refusal = (status: number, error: string, message: string, headers = {}): ExpectedAnswer => ({
  status,
  json: { message, error },
  headers,
});

const challenge = { "www-authenticate": "Bearer" };

export const missingToken = refusal(401, "missing_token", "Device authentication token required.", challenge);
export const invalidToken = refusal(401, "invalid_token", "Invalid device authentication token.", challenge);
export const deviceNotFound = refusal(404, "device_not_found", "Device not found.");
export const notFound = refusal(404, "not_found", "No such route.");
export const methodNotAllowed = refusal(405, "method_not_allowed", "Method not allowed.", { allow: "POST" });
export const payloadTooLarge = refusal(413, "payload_too_large", "Request body too large.");
const unsupported = (headers: Record<string, string>): ExpectedAnswer =>
  refusal(
    415,
    "unsupported_media_type",
    "Send the body as application/json in UTF-8, plain or encoded with gzip, deflate, br or zstd.",
    headers,
  );
export const unsupportedMediaType = unsupported({ accept: "application/json" });
export const unsupportedEncoding = unsupported({ "accept-encoding": "gzip, x-gzip, deflate, br, zstd" });
export const unavailable = refusal(503, "unavailable", "Service unavailable.", { "retry-after": "5" });

/** The text about the limit is for people. */
export const accountLimit = (setting: string, max: number): ExpectedAnswer => ({
  status: 503,
  json: {
    message: "The account has reached a limit.",
    error: "account_limit",
    detail: expect.stringContaining(`(${setting})`),
    limit: { setting, max },
  },
  headers: { "retry-after": "10" },
});

/** The refusals that the `stored` contract words differently. */
export const unauthenticated: ExpectedAnswer = {
  status: 401,
  json: { message: "Unauthenticated." },
  headers: challenge,
};
export const storedNotFound: ExpectedAnswer = { status: 404, json: { message: "Device not found." } };

export const tooMany = (retryAfterS: number, resetSeconds: number): ExpectedAnswer => ({
  status: 429,
  json: { message: "Too Many Attempts." },
  headers: { "retry-after": String(retryAfterS), "x-ratelimit-reset": String(resetSeconds) },
});

export function withHeaders(answer: ExpectedAnswer, headers: Record<string, string>): ExpectedAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** The answer to a request whose `Prefer: handling=lenient` was honoured. */
export const lenient = (answer: ExpectedAnswer): ExpectedAnswer =>
  withHeaders(answer, { "preference-applied": "handling=lenient" });
