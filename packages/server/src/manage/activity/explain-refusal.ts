import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { Device } from "../../control/devices/described-devices.ts";
import { timeInWords } from "../../platform/times-in-words.ts";

type RefusedRequest = Pick<ActivityRecord, "status" | "error" | "arrivalMs" | "problems">;
/** The current device; null if it was removed. */
export type RefusedDevice = Pick<Device, "enabled" | "tokenCreatedAt" | "createdAt"> | null;

/** Why a whole request was refused and what to do about it; null if it was not refused. */
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
    "No reading named a sensor of this device, so none was accepted. Each reading below says which sensor may have been meant.",
  bad_request: "The body was not valid HTTP: a chunk was malformed. Fix or replace the device's HTTP client.",
  request_timeout:
    "The body did not arrive in time, so nothing was accepted. Over a slow network, send fewer readings at a time.",
  expectation_failed: "The Expect header asked for something other than 100-continue. Remove it.",
  uri_too_long: "The path was longer than 16 KiB. Check how the device builds its URL.",
  request_header_fields_too_large:
    "The request line and headers were larger than 16 KiB. Send fewer or shorter headers.",
  not_implemented:
    "The server does not support this method or transfer coding. Send a POST request, and use Content-Encoding for compression.",
  http_version_not_supported: "The server does not support this version of HTTP. Use HTTP/1.1.",
  not_found: "The path is not an endpoint of the device API. See /docs for the endpoints.",
  method_not_allowed:
    "This endpoint accepts only POST requests. Send the readings as the body of a POST request.",
  payload_too_large:
    "The body was too large. The limit is 2 MiB uncompressed, unless the server is configured otherwise. Send fewer readings at a time.",
  unsupported_media_type:
    "The body was not sent as JSON. Set Content-Type to application/json. Content-Encoding can be gzip, deflate, br or zstd.",
  account_limit:
    "The account had reached a limit, so nothing was accepted. The device should send the request again later. System > Limits shows what the account uses.",
  no_readings_accepted:
    "The body was valid, but every reading in it was rejected. Each reading below says why.",
};

const ofStatus: Record<number, string> = {
  404: "The device or sensor in the request does not exist.",
  422: "The body was not valid. The problems below name the fields. With strict handling, an invalid value or timestamp or a missing sensor name rejects the whole request. With lenient handling, only that reading is dropped.",
  429: "Too many requests came from this address within a minute. Send several readings in one request to the bulk or batch endpoint, and after a 429 wait for the number of seconds in Retry-After.",
  500: "The server failed, and nothing was accepted. The device should send the request again. The server's log has details under this request's id.",
  503: "The server could not store readings because its queue or disk was full. Nothing was accepted. The device should send the request again a little later.",
};

const unreadable =
  'The body could not be read. The problem below says why. Often a quote is missing, or the text was cut off at the end of a buffer. The body has to be JSON, such as {"data": {"value": 21.5}}.';

function explainDisabled(device: RefusedDevice): string {
  return device?.enabled === false
    ? "The device is disabled, so its requests are refused. Enable it to accept its readings."
    : "The device was disabled at the time, so the request was refused.";
}

function explainToken({ arrivalMs }: RefusedRequest, device: RefusedDevice): string {
  if (device === null) return "The token did not belong to this device.";
  const { tokenCreatedAt, createdAt } = device;
  if (tokenCreatedAt === createdAt) {
    return "The token did not belong to this device. Compare the token on the device with Show Token; the device may have the token of another device.";
  }
  const madeMs = tokenCreatedAt / 1000;
  return madeMs > arrivalMs
    ? `The token was not this device's token at the time. It has been regenerated since, at ${timeInWords(madeMs)}.`
    : `The token is not this device's current token. It was regenerated at ${timeInWords(madeMs)}, and the device may still have the old one. Copy the current token (Show Token) to the device.`;
}
