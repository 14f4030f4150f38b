import { apiPrefix } from "./contracts.ts";

/** How a device asks for its own UUID and token: the part of the device API that the manage role answers. */
export const provisionPath = `${apiPrefix}/provision`;

/** Returns whether a request asks for it, with or without a query. */
export function isProvisionTarget(target: string): boolean {
  if (!target.startsWith(provisionPath)) return false;
  return target.length === provisionPath.length || target[provisionPath.length] === "?";
}

export const provisionBodyBytesMax = 16 * 1024;
/** How long a device that waits for people should wait before it asks again. */
export const provisionRetryS = 60;

/** A serial number, a MAC address, the id of a chip: printable ASCII without spaces, exactly as it is sent. */
export const hardwareIdPattern = "^[!-~]{1,100}$";

/**
 * Chosen by the device for each time it asks for a token, at random. 16 characters of a good generator cannot be guessed.
 */
export const provisionNoncePattern = "^[!-~]{16,100}$";
/** How long a repeated request with the same nonce gets the same token. */
export const provisionRepeatS = 600;

export const provisionMessages = {
  created: "Device created.",
  existing: "The device exists. Its token was given out before.",
  again: "The device exists. This new token replaces the one before.",
  repeated: "The device exists. This is the token that the same request got before.",
  waiting: "The device waits to be approved or claimed.",
} as const;

/** Every refusal that other requests of devices do not get. */
export const provisionErrors = {
  invalidKey: {
    status: 401,
    code: "invalid_provisioning_key",
    message: "Invalid provisioning key.",
    condition: "The key is unknown, was revoked, or has expired.",
  },
  plainHttp: {
    status: 403,
    code: "https_needed",
    message:
      "Provisioning keys are not accepted over plain HTTP, where others on the network can read them. Use https://.",
    condition:
      "The request came over plain HTTP from another machine, and the setting plain_http does not allow that.",
  },
  rejected: {
    status: 403,
    code: "provisioning_rejected",
    message: "The device was rejected.",
    condition: "Somebody rejected the hardware id, or the device is disabled.",
  },
  keyLimit: {
    status: 403,
    code: "provisioning_limit",
    message: "The provisioning key has created as many devices as it may.",
    condition: "The key has reached its limit of devices.",
  },
  waitingOfKey: {
    status: 503,
    code: "provisioning_waiting",
    message: "Too many devices with this provisioning key wait to be approved or claimed.",
    condition:
      "The devices of the key have their share of the places for devices that wait. Ask again later.",
  },
  waitingOfAccount: {
    status: 503,
    code: "provisioning_waiting",
    message: "Too many devices of the account wait to be approved or claimed.",
    condition: "All places for devices that wait are taken. Ask again later.",
  },
} as const;

export type ProvisionErrorName = keyof typeof provisionErrors;
