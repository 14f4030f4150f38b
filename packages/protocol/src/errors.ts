/**
 * Every refusal of the readings API under the `queued` contract: the one table that the server answers from,
 * and that the OpenAPI document and the docs page are made of. `code` is null where the contract sends no `error`.
 */
interface ApiError {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
  readonly condition: string;
}

export const apiErrors = {
  badRequest: {
    status: 400,
    code: "bad_request",
    message: "The request is not well-formed HTTP/1.1.",
    condition:
      "A line ends in a bare line feed, a header or chunk is malformed, or the length of the body is ambiguous.",
  },
  missingToken: {
    status: 401,
    code: "missing_token",
    message: "Device authentication token required.",
    condition: "No Authorization header, or not in Bearer form.",
  },
  invalidToken: {
    status: 401,
    code: "invalid_token",
    message: "Invalid device authentication token.",
    condition: "The token is not that of the device in the URL, was regenerated, or the device is disabled.",
  },
  deviceNotFound: {
    status: 404,
    code: "device_not_found",
    message: "Device not found.",
    condition: "`{device_uuid}` is not a device.",
  },
  sensorNotFound: {
    status: 404,
    code: "sensor_not_found",
    message: "No reading matched a sensor on this device.",
    condition: "Nothing in the payload addressed a real sensor.",
  },
  notFound: {
    status: 404,
    code: "not_found",
    message: "No such route.",
    condition: "The path is not an endpoint of this API.",
  },
  methodNotAllowed: {
    status: 405,
    code: "method_not_allowed",
    message: "Method not allowed.",
    condition: "The endpoint exists but requires another method; `Allow` names it.",
  },
  requestTimeout: {
    status: 408,
    code: "request_timeout",
    message: "The request did not arrive in time.",
    condition: "The client stopped sending in the middle of a request, or took too long to send it.",
  },
  payloadTooLarge: {
    status: 413,
    code: "payload_too_large",
    message: "Request body too large.",
    condition: "The body, inflated, is over the limit (2 MiB unless configured).",
  },
  uriTooLong: {
    status: 414,
    code: "uri_too_long",
    message: "The request line is over 16 KiB.",
    condition: "The request line is over 16 KiB.",
  },
  unsupportedMediaType: {
    status: 415,
    code: "unsupported_media_type",
    message: "Send the body as application/json in UTF-8, plain or encoded with gzip, deflate, br or zstd.",
    condition:
      "Content-Type is missing or not application/json in UTF-8, or Content-Encoding is not supported.",
  },
  expectationFailed: {
    status: 417,
    code: "expectation_failed",
    message: "Expect may only be 100-continue.",
    condition: "The `Expect` header asks for something else.",
  },
  validationFailed: {
    status: 422,
    code: null,
    message: "Validation failed.",
    condition: "The body is malformed; `errors` maps field paths to messages.",
  },
  noReadingsAccepted: {
    status: 422,
    code: "no_readings_accepted",
    message: "No readings were accepted.",
    condition: "The body is valid, but every reading was dropped; `rejected` says why.",
  },
  tooManyRequests: {
    status: 429,
    code: null,
    message: "Too Many Attempts.",
    condition: "Rate limit reached. An HTML page unless Accept names a JSON type.",
  },
  headersTooLarge: {
    status: 431,
    code: "request_header_fields_too_large",
    message: "Request line and headers are over 16 KiB.",
    condition: "The request line and all headers together are over 16 KiB.",
  },
  serverError: {
    status: 500,
    code: "server_error",
    message: "Server Error",
    condition: "A server error. Retry later; nothing in the request was accepted.",
  },
  notImplemented: {
    status: 501,
    code: "not_implemented",
    message: "This server does not implement that method or transfer coding.",
    condition: "The method is CONNECT, or `Transfer-Encoding` has codings before `chunked`.",
  },
  unavailable: {
    status: 503,
    code: "unavailable",
    message: "Service unavailable.",
    condition:
      "Readings cannot be made durable right now. Retry after `Retry-After` seconds; nothing was accepted.",
  },
  accountLimit: {
    status: 503,
    code: "account_limit",
    message: "The account has reached a limit.",
    condition:
      "The account has reached a limit of this server; `detail` says which, and `limit` names the setting. Retry after `Retry-After` seconds; nothing was accepted.",
  },
  versionNotSupported: {
    status: 505,
    code: "http_version_not_supported",
    message: "This server speaks HTTP/1.1 and HTTP/1.0.",
    condition: "The request line names another major version of HTTP.",
  },
} as const satisfies Record<string, ApiError>;

export type ApiErrorName = keyof typeof apiErrors;
