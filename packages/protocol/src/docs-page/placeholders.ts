import type { JsonValue } from "../openapi/openapi-document.ts";
import { formatJson } from "./blocks.ts";

/** Placeholders that readers replace with their own values. */
export const serverPlaceholder = "https://YOUR_SERVER";
export const devicePlaceholder = "DEVICE_UUID";
export const sensorPlaceholder = "SENSOR";
export const tokenPlaceholder = "DEVICE_TOKEN";

export function urlWithPlaceholders(path: string): string {
  return (
    serverPlaceholder +
    path.replace("{device_uuid}", devicePlaceholder).replace("{sensor}", sensorPlaceholder)
  );
}

/** A command to paste into a shell, with the body quoted. */
export function curlCommand(path: string, body: JsonValue): string {
  const quotedBody = `'${formatJson(body, "  ").replaceAll("'", "'\\''")}'`;
  return [
    `curl -i "${urlWithPlaceholders(path)}"`,
    `-H "Authorization: Bearer ${tokenPlaceholder}"`,
    '-H "Content-Type: application/json"',
    '-H "Accept: application/json"',
    `-d ${quotedBody}`,
  ].join(" \\\n  ");
}
