import type { ClaimCode } from "../../control/provisioning/claim-codes.ts";
import type { Hardware } from "../../control/provisioning/hardware-ids.ts";
import { formatMicros } from "../../platform/instant.ts";
import { microsOrNull } from "../core/records/record-values.ts";
import type { UsedKey } from "./provisioning-keys.ts";

export function keyToJson({ uuid, name, start, template, admission, use, ...key }: UsedKey) {
  return {
    uuid,
    name,
    start,
    template: { uuid: template.uuid, name: template.name },
    admission,
    may_repeat: key.mayRepeat,
    device_limit: key.deviceLimit,
    device_count: use.devices,
    waiting_count: use.waiting,
    created_by: key.createdBy,
    created_at: formatMicros(key.createdAt),
    expires_at: microsOrNull(key.expiresAt),
    last_used_at: microsOrNull(key.lastUsedAt),
  };
}

export function hardwareToJson({ uuid, hardwareId, state, key, device, ...hardware }: Hardware) {
  return {
    uuid,
    hardware_id: hardwareId,
    state,
    provisioning_key: key === null ? null : { uuid: key.uuid, name: key.name },
    device: device === null ? null : { uuid: device.uuid, name: device.name },
    token_due: hardware.tokenDue,
    name: hardware.name,
    firmware: hardware.firmware,
    source: hardware.source,
    asked_at: formatMicros(hardware.askedAt),
    last_asked_at: formatMicros(hardware.lastAskedAt),
    decided_by: hardware.decidedBy,
    decided_at: microsOrNull(hardware.decidedAt),
  };
}

export function claimCodeToJson({ uuid, hardwareId, key, ...code }: ClaimCode) {
  return {
    uuid,
    hardware_id: hardwareId,
    provisioning_key: { uuid: key.uuid, name: key.name },
    created_by: code.createdBy,
    created_at: formatMicros(code.createdAt),
    expires_at: formatMicros(code.expiresAt),
    claimed_at: microsOrNull(code.claimedAt),
  };
}
