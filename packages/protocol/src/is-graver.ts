import { type Severity, severities } from "./closed-sets.ts";

/** Whether a severity is higher than another one. */
export function isGraver(severity: Severity, than: Severity): boolean {
  return severities.indexOf(severity) > severities.indexOf(than);
}
