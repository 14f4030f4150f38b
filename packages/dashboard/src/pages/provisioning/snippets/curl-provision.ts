import type { ProvisionTarget } from "./provision-target.ts";

/** Asks once and prints the answer. Firmware stores UUID and token. */
export function curlProvision({ apiUrl, key }: ProvisionTarget): string {
  return [
    `curl -sS '${apiUrl}/provision' \\`,
    "  -H 'Content-Type: application/json' \\",
    "  -H 'Accept: application/json' \\",
    `  --data '{"provisioning_key": "${key}", "hardware_id": "SN-1001"}'`,
  ].join("\n");
}
