import type { QuarantineMode } from "@weir/protocol/closed-sets";

interface QuarantineColumns {
  readonly quarantine: 0 | 1;
  readonly quarantine_auto_since: number | null;
}

/** Returns the columns of a mode that begins now. */
export function columnsOfMode(mode: QuarantineMode, nowUs: number): QuarantineColumns {
  return { quarantine: mode === "off" ? 0 : 1, quarantine_auto_since: mode === "automatic" ? nowUs : null };
}

export function modeOf({ quarantine, quarantine_auto_since }: QuarantineColumns): QuarantineMode {
  if (quarantine === 0) return "off";
  return quarantine_auto_since === null ? "on" : "automatic";
}
