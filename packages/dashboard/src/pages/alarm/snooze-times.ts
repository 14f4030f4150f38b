import { parseWallClock, wallClockText } from "../../format/time-zone.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const morning = "08:00:00";

interface SnoozeChoice {
  readonly label: string;
  readonly untilMs: number;
}

/** Usual ends of a snooze. Mornings are in the time zone in which the person sees times. */
export function snoozeChoices(nowMs: number): readonly SnoozeChoice[] {
  return [
    { label: "For 1 hour", untilMs: nowMs + hourMs },
    { label: "For 4 hours", untilMs: nowMs + 4 * hourMs },
    { label: "Until tomorrow, 8:00", untilMs: morningAfter(nowMs, 1) },
    { label: "For a week", untilMs: morningAfter(nowMs, 7) },
  ];
}

function morningAfter(nowMs: number, days: number): number {
  const noon = parseWallClock(`${wallClockText(nowMs).slice(0, 10)}T12:00:00`);
  return parseWallClock(`${wallClockText(noon + days * dayMs).slice(0, 10)}T${morning}`);
}
