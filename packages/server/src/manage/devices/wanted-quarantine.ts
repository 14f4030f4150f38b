import type { QuarantineMode } from "@weir/protocol/closed-sets";

/** What somebody asked for. `quarantine` is short for a mode that people set. */
export interface WantedQuarantine {
  readonly quarantine?: boolean | undefined;
  readonly quarantineMode?: QuarantineMode | undefined;
}

/** Null where nobody asked for one. */
export function wantedMode({ quarantine, quarantineMode }: WantedQuarantine): QuarantineMode | null {
  if (quarantineMode !== undefined) return quarantineMode;
  if (quarantine === undefined) return null;
  return quarantine ? "on" : "off";
}
