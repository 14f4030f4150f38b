import { seconds, wholeNumber } from "./setting-kinds.ts";

/** How far the times of devices may be from the server's. */
export const clockSettings = {
  clock_tolerance_s: {
    kind: seconds(0, 3600),
    default: "5",
    help: "How far ahead of the server a timestamp may be and still be accepted.",
  },
  clock_behind_days: {
    kind: wholeNumber(1, 36_500),
    default: "30",
    help: "How far behind the server all times of a request may be before the device's clock is reported as wrong.",
  },
} as const;
