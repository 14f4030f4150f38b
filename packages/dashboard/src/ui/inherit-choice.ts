import type { Choice } from "./field.tsx";

/** The label of the choice to set nothing here, with the inherited setting if it is known. */
export function inheritLabel(inherited?: string): string {
  return inherited === undefined ? "Inherit" : `Inherit (${inherited})`;
}

/** The choice to set nothing here, so that the setting of the device, group or account applies. */
export function inheritChoice(inherited?: string): Choice {
  return { value: "", label: inheritLabel(inherited) };
}
