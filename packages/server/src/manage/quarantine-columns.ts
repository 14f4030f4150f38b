import type { QuarantineMode } from "@weir/protocol/manage/quarantine-mode";

/** What somebody asked for. `quarantine` is short for a mode that people set. */
export interface WantedQuarantine {
  readonly quarantine?: boolean | undefined;
  readonly quarantineMode?: QuarantineMode | undefined;
}

interface QuarantineColumns {
  readonly quarantine: 0 | 1;
  readonly quarantine_auto_since: number | null;
}

/** Null where nobody asked for one. */
export function wantedMode({ quarantine, quarantineMode }: WantedQuarantine): QuarantineMode | null {
  if (quarantineMode !== undefined) return quarantineMode;
  if (quarantine === undefined) return null;
  return quarantine ? "on" : "off";
}

/** Of a mode that begins now. */
export function columnsOfMode(mode: QuarantineMode, nowUs: number): QuarantineColumns {
  return { quarantine: mode === "off" ? 0 : 1, quarantine_auto_since: mode === "automatic" ? nowUs : null };
}

export function modeOf({ quarantine, quarantine_auto_since }: QuarantineColumns): QuarantineMode {
  if (quarantine === 0) return "off";
  return quarantine_auto_since === null ? "on" : "automatic";
}
