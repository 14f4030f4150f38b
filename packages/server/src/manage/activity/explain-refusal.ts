import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { Device } from "../devices.ts";
import { timeInWords } from "./times-in-words.ts";

export type RefusedRequest = Pick<ActivityRecord, "status" | "error" | "arrivalMs" | "problems">;
/** As it is now; null where it was removed. */
export type RefusedDevice = Pick<Device, "enabled" | "tokenCreatedAt" | "createdAt"> | null;

/** Why a request as a whole was refused and what to do about it; null where it was not. */
export function explainRefusal(request: RefusedRequest, device: RefusedDevice): string | null {
  const { status, error, problems } = request;
  if (status < 400) return null;
  if (error === "device_disabled") return explainDisabled(device);
  if (error === "invalid_token" || (status === 401 && error === null)) {
    return explainToken(request, device);
  }
  if (problems?.body !== undefined) return unreadable;
  const known = error === null ? undefined : sentences[error];
  return known ?? ofStatus[status] ?? `The request was answered with status ${status}.`;
}

const sentences: Record<string, string> = {
  missing_token:
    'The request had no token. Send the header "Authorization: Bearer " followed by the device\'s token.',
  sensor_not_found:
    "No reading named a sensor of this device, so none was accepted. What is said of each tells which sensors may have been meant.",
  bad_request:
    "The body did not arrive as HTTP describes it: a chunk was malformed. The device's HTTP client needs mending.",
  request_timeout:
    "The body did not arrive in time, so nothing was accepted. Over a slow network, send fewer readings at a time.",
  expectation_failed: "The Expect header asked for something other than 100-continue. Leave it out.",
  uri_too_long:
    "The path was over 16 KiB, which no endpoint needs. Check how the device puts its URL together.",
  request_header_fields_too_large:
    "The request line and headers were over 16 KiB. Send fewer or shorter headers.",
  not_implemented:
    "The method or transfer coding is one that the server does not implement. Send a POST, and compress with Content-Encoding.",
  http_version_not_supported: "The request was in another major version of HTTP. Send it as HTTP/1.1.",
  not_found: "The path is no endpoint of the device API. /docs lists them.",
  method_not_allowed: "The endpoint takes POST alone. Send the readings as the body of a POST.",
  payload_too_large:
    "The body was larger than the server takes: 2 MiB once inflated, unless it is configured otherwise. Send fewer readings at a time.",
  unsupported_media_type:
    "The body was not sent as JSON. Set Content-Type to application/json, and Content-Encoding only to gzip, deflate, br or zstd.",
  no_readings_accepted:
    "The body was well-formed, but every reading in it was dropped. What is said of each tells why.",
};

const ofStatus: Record<number, string> = {
  404: "The request named a device or sensor that there was not.",
  422: "The body was not as the contract says; the problems name the fields. An invalid value or timestamp or a missing sensor name rejects the whole request, unless the device's handling is lenient: then only its reading is dropped.",
  429: "The source sent more requests in a minute than it may. Send readings together on the bulk or batch endpoint, and after a 429 wait as long as Retry-After says.",
  500: "The server failed. Nothing was accepted; the device should send the same again. The server's log has more under this request's id.",
  503: "Readings could not be made safe at that moment: the queue was full, or its disk. Nothing was accepted; the device should send the same again a little later.",
};

const unreadable =
  'The body could not be read at all; the problem says why. Often a quote is missing, or the text was cut off where a buffer ended. It has to be JSON, such as {"data": {"value": 21.5}}.';

function explainDisabled(device: RefusedDevice): string {
  return device?.enabled === false
    ? "The device is disabled, so its requests are refused. Enable it to take its readings in."
    : "The device was disabled at the time, so its requests were refused.";
}

function explainToken({ arrivalMs }: RefusedRequest, device: RefusedDevice): string {
  if (device === null) return "The token was not the device's.";
  const { tokenCreatedAt, createdAt } = device;
  if (tokenCreatedAt === createdAt) {
    return "The token was not this device's. Compare what the device sends with Show Token; it may have the token of another device.";
  }
  const madeMs = tokenCreatedAt / 1000;
  return madeMs > arrivalMs
    ? `The token was not this device's current one. The token was regenerated after that, at ${timeInWords(madeMs)}.`
    : `The token is not this device's current one: that was regenerated at ${timeInWords(madeMs)}, and the device may still have the one before. Put the current token (Show Token) on the device.`;
}
