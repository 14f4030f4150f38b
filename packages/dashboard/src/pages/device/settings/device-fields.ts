import { useQuery } from "@tanstack/react-query";
import { callVersioned, type Versioned } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import type { Device } from "../use-device.ts";
import { type NoteFields, noteFieldsOf, noteWords } from "./note-fields.ts";

/**
 * Everything that people can change about a device. An empty chain or group means that it has none of its
 * own.
 */
export interface DeviceFields extends NoteFields {
  readonly name: string;
  readonly description: string;
  readonly group: string | null;
  readonly enabled: boolean;
  readonly contract: Device["contract"];
  readonly handling: Device["handling"];
  readonly quarantine_mode: Device["quarantine_mode"];
  readonly chain: string | null;
  readonly expected_interval_s: number | null;
  readonly silence_alarm: Device["silence_alarm"];
}

/** The display names of the fields. */
export const fieldWords: Readonly<Record<keyof DeviceFields, string>> = {
  name: "name",
  description: "description",
  group: "group",
  enabled: "enabled",
  contract: "contract",
  handling: "handling",
  quarantine_mode: "keep rejected readings",
  chain: "rule chain",
  expected_interval_s: "expected interval",
  silence_alarm: "alarm when silent",
  ...noteWords,
};

const formKey = (uuid: string) => ["device form", uuid];

/**
 * Read once, when the form opens, so that its fields do not change while the person types. Whatever on the same page changes
 * the device reads it again with `rereadDeviceFields`.
 */
export function useDeviceFields(uuid: string) {
  return useQuery({
    queryKey: formKey(uuid),
    queryFn: () => loadDeviceFields(uuid),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Every answer is news for the form, even if it equals the last one: the form may have been saved in between.
    structuralSharing: false,
  });
}

export function rereadDeviceFields(uuid: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: formKey(uuid) });
}

export async function loadDeviceFields(uuid: string): Promise<Versioned<DeviceFields>> {
  const { value, etag } = await callVersioned("showDevice", { params: { device: uuid } });
  const { name, description, group, enabled, contract, handling, quarantine_mode, chain } = value;
  const { expected_interval_s, silence_alarm } = value;
  return {
    value: {
      name,
      description,
      group,
      enabled,
      contract,
      handling,
      quarantine_mode,
      chain: chain?.uuid ?? null,
      expected_interval_s,
      silence_alarm,
      ...noteFieldsOf(value),
    },
    etag,
  };
}
