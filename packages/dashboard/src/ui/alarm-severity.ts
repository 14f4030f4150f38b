import type { CallAnswer } from "../api/route-types.ts";

export type AlarmSeverity = CallAnswer<"listAlarms">["items"][number]["severity"];

export const severitiesByGravity = [
  "critical",
  "warning",
  "info",
] as const satisfies readonly AlarmSeverity[];
