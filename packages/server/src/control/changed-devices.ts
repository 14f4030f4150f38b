import type { ControlChange } from "./control.ts";

/** Returns the ids of the devices that these changes concern, each once. */
export function changedDevices(changes: readonly ControlChange[]): number[] {
  return [...new Set(changes.flatMap((change) => (change.kind === "device" ? [change.deviceId] : [])))];
}
