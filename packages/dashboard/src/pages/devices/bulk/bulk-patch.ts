import type { AttributeValue } from "@weir/protocol/manage/device-notes";

/** A change of the tags and attributes of many devices. Null removes an attribute. */
export interface NotesPatch {
  readonly add_tags: string[];
  readonly remove_tags: string[];
  readonly attributes: Record<string, AttributeValue | null>;
}

/** A change of many devices. */
export type BulkPatch =
  | { readonly enabled: boolean }
  | { readonly group: string | null }
  /** UUID of a chain. */
  | { readonly chain: string | null }
  | NotesPatch;

/** What a patch may change about a device. */
interface Changed {
  readonly enabled: boolean;
  readonly group: string | null;
  readonly chain: { readonly uuid: string } | null;
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** The change that gives a device its values back. */
export function inverseOf(device: Changed, patch: BulkPatch): BulkPatch {
  if ("enabled" in patch) return { enabled: device.enabled };
  if ("group" in patch) return { group: device.group };
  if ("chain" in patch) return { chain: device.chain?.uuid ?? null };
  const names = Object.keys(patch.attributes);
  return {
    add_tags: patch.remove_tags.filter((tag) => device.tags.includes(tag)),
    remove_tags: patch.add_tags.filter((tag) => !device.tags.includes(tag)),
    attributes: Object.fromEntries(names.map((name) => [name, device.attributes[name] ?? null])),
  };
}
