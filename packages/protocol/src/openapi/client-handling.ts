import type { ApiErrorName, apiErrors } from "../errors.ts";

export type ErrorStatus = (typeof apiErrors)[ApiErrorName]["status"];
export type SuccessStatus = 201 | 202;

interface ClientHandling {
  /** The name of the status, which also names its response among the document's components. */
  readonly name: string;
  readonly meaning: string;
  readonly action: string;
}

/**
 * What each status tells a device to do. Typed by the error table: a new status there does not compile until
 * someone has written down how a client should react to it.
 */
export const clientHandling: Record<SuccessStatus | ErrorStatus, ClientHandling> = {
  202: {
    name: "Accepted",
    meaning: "At least one reading was accepted or is a duplicate. A power cut can no longer lose it.",
    action:
      "Read the counts, not only the status. Readings counted in `accepted` and `duplicates` are delivered. Readings counted in `rejected` would fail again: do not resend them.",
  },
  201: {
    name: "Created",
    meaning:
      "The same as 202, for a device on the `stored` contract. The readings have also been through their rule chain, so they can be read back, unless the server was too busy to process them within 5 seconds.",
    action: "Delete the readings of this request from the buffer. `count` says how many were accepted.",
  },
  400: {
    name: "Bad Request",
    meaning: "The request is not well-formed HTTP. The connection is closed.",
    action: "A bug in the HTTP client: fix it. Retrying does not help.",
  },
  401: {
    name: "Unauthorized",
    meaning: "The token is missing, or is not the token of the device in the URL.",
    action: "A configuration problem: check token and device UUID. Retrying does not help.",
  },
  404: {
    name: "Not Found",
    meaning: "The path, the device or the sensor does not exist.",
    action:
      "A configuration problem: check the URL and the sensor's slug, upper and lower case included. Retrying does not help.",
  },
  405: {
    name: "Method Not Allowed",
    meaning: "The path exists but requires another method.",
    action: "Send the method named in `Allow`.",
  },
  408: {
    name: "Request Timeout",
    meaning: "The request did not arrive in time. The connection is closed.",
    action: "Connect again and resend the request; over a slow network, with fewer readings.",
  },
  413: {
    name: "Content Too Large",
    meaning: "The body is over the limit once inflated.",
    action: "Split the readings over several requests.",
  },
  414: {
    name: "URI Too Long",
    meaning: "The request line is over the limit. The connection is closed.",
    action: "Use the paths documented here. Retrying does not help.",
  },
  415: {
    name: "Unsupported Media Type",
    meaning: "The body is not declared as JSON, or its encoding is not known.",
    action: "Set `Content-Type: application/json`, and `Content-Encoding` only for a compressed body.",
  },
  417: {
    name: "Expectation Failed",
    meaning: "The `Expect` header asks for something that is not supported. The connection is closed.",
    action: "Send `Expect: 100-continue` or none. Retrying does not help.",
  },
  422: {
    name: "Unprocessable Content",
    meaning: "The body is malformed, or every reading in it was dropped. Nothing was accepted.",
    action:
      "A problem with the request: `errors` names the field, `rejected` the reason. Do not resend it unchanged. For a device that cannot repair its readings, use lenient handling.",
  },
  429: {
    name: "Too Many Requests",
    meaning: "The rate limit is reached.",
    action: "Wait `Retry-After` seconds, then retry. Back off exponentially when it happens again.",
  },
  431: {
    name: "Request Header Fields Too Large",
    meaning: "Request line and headers are over the limit. The connection is closed.",
    action: "Send fewer or shorter headers. Retrying does not help.",
  },
  500: {
    name: "Internal Server Error",
    meaning: "A server error. Nothing in the request was accepted.",
    action: "Keep the readings in the buffer and retry with exponential backoff.",
  },
  501: {
    name: "Not Implemented",
    meaning:
      "The method or the transfer coding is one that this server does not implement. The connection is closed.",
    action:
      "Use the methods documented here; compress with `Content-Encoding` instead. Retrying does not help.",
  },
  503: {
    name: "Service Unavailable",
    meaning: "The server cannot make readings durable right now. Nothing was accepted.",
    action:
      "Keep the readings in the buffer, wait `Retry-After` seconds, then retry with exponential backoff.",
  },
  505: {
    name: "HTTP Version Not Supported",
    meaning: "The request is in another major version of HTTP. The connection is closed.",
    action: "Speak HTTP/1.1. Retrying does not help.",
  },
};
