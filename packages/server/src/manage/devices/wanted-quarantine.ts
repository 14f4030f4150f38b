import type { QuarantineMode } from "@weir/protocol/closed-sets";

/** The requested mode. `quarantine` is short for a mode that people set. */
export interface WantedQuarantine {
  readonly quarantine?: boolean | undefined;
  readonly quarantineMode?: QuarantineMode | undefined;
}

/** Null if none was requested. */
export function wantedMode({ quarantine, quarantineMode }: WantedQuarantine): QuarantineMode | null {
  if (quarantineMode !== undefined) return quarantineMode;
  if (quarantine === undefined) return null;
  return quarantine ? "on" : "off";
}
