import { hardwareIdPattern, provisionNoncePattern } from "@weir/protocol/provisioning";
import { isNestedDeeperThan } from "../../platform/json-depth.ts";

/** What a device sends to be provisioned. */
export interface ProvisionBody {
  readonly provisioningKey: string;
  readonly hardwareId: string;
  readonly name: string | null;
  readonly firmware: string | null;
  readonly nonce: string | null;
}

type Errors = Record<string, string[]>;

const utf8 = new TextDecoder("utf-8", { fatal: true });
const depthMax = 32;
const hardwareIdShape = new RegExp(hardwareIdPattern);
const nonceShape = new RegExp(provisionNoncePattern);
const keyLengthMax = 200;
const nameLengthMax = 200;
const firmwareLengthMax = 100;
const controlCharacter = /\p{Cc}/u;

/** As with readings, unknown fields are ignored and all wrong ones are named, by their path. */
export function readProvisionBody(
  bytes: Uint8Array,
): { readonly ok: true; readonly body: ProvisionBody } | { readonly ok: false; readonly errors: Errors } {
  const sent = parse(bytes);
  if (sent === null) return { ok: false, errors: { body: ["The body must be a JSON object in UTF-8."] } };
  const errors: Errors = {};
  const text = (field: string, rule: string, isGood: (value: string) => boolean): string => {
    const value = sent[field];
    if (typeof value === "string" && isGood(value)) return value;
    errors[field] = [rule];
    return "";
  };
  const optionalText = (field: string, lengthMax: number): string | null => {
    const value = sent[field];
    if (value === undefined || value === null) return null;
    const rule = `The ${field} must be a text of 1 to ${lengthMax} characters without line breaks.`;
    return text(field, rule, (given) => isPlainText(given, lengthMax)).trim();
  };
  const body = {
    provisioningKey: text(
      "provisioning_key",
      "The provisioning key is missing.",
      (value) => value !== "" && value.length <= keyLengthMax,
    ),
    hardwareId: text(
      "hardware_id",
      "The hardware id must have 1 to 100 printable ASCII characters without spaces.",
      (value) => hardwareIdShape.test(value),
    ),
    name: optionalText("name", nameLengthMax),
    firmware: optionalText("firmware", firmwareLengthMax),
    nonce:
      sent.nonce === undefined || sent.nonce === null
        ? null
        : text("nonce", "The nonce must have 16 to 100 printable ASCII characters without spaces.", (value) =>
            nonceShape.test(value),
          ),
  };
  return Object.keys(errors).length === 0 ? { ok: true, body } : { ok: false, errors };
}

function isPlainText(text: string, lengthMax: number): boolean {
  const length = text.trim().length;
  return length >= 1 && length <= lengthMax && text.isWellFormed() && !controlCharacter.test(text);
}

function parse(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const text = utf8.decode(bytes);
    if (isNestedDeeperThan(bytes, depthMax)) return null;
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
