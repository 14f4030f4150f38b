import type { AttributeValue } from "@weir/protocol/manage/device-notes";

/** A change of the tags and attributes of many devices. Null removes an attribute. */
export interface NotesPatch {
  readonly add_tags: string[];
  readonly remove_tags: string[];
  readonly attributes: Record<string, AttributeValue | null>;
}

/** A change of many devices. */
export type BulkPatch = { readonly enabled: boolean } | { readonly group: string | null } | NotesPatch;

/** What a patch may change about a device. */
interface Changed {
  readonly enabled: boolean;
  readonly group: string | null;
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** The change that gives a device its values back. */
export function inverseOf(device: Changed, patch: BulkPatch): BulkPatch {
  if ("enabled" in patch) return { enabled: device.enabled };
  if ("group" in patch) return { group: device.group };
  const names = Object.keys(patch.attributes);
  return {
    add_tags: patch.remove_tags.filter((tag) => device.tags.includes(tag)),
    remove_tags: patch.add_tags.filter((tag) => !device.tags.includes(tag)),
    attributes: Object.fromEntries(names.map((name) => [name, device.attributes[name] ?? null])),
  };
}

/** Whether the patch makes a difference to the device. */
export function isChangedBy(device: Changed, patch: BulkPatch): boolean {
  if ("enabled" in patch) return device.enabled !== patch.enabled;
  if ("group" in patch) return device.group !== patch.group;
  return (
    patch.add_tags.some((tag) => !device.tags.includes(tag)) ||
    patch.remove_tags.some((tag) => device.tags.includes(tag)) ||
    Object.entries(patch.attributes).some(([name, value]) => (device.attributes[name] ?? null) !== value)
  );
}
