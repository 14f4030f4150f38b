import type { AlertCondition, RateLimit, RunCondition } from "./alert-condition.ts";

/**
 * Judges the readings of one sensor by one alert rule. It keeps a few numbers per sensor, which the caller stores, and
 * does nothing else: no I/O, no clock.
 *
 * Promises: an alarm is raised once and cleared once, however often it is asked in between. Readings count in the order of
 * their time; a reading that is not newer than the newest one before it changes nothing, so repeats and stragglers are
 * harmless. A muted rule raises nothing and clears as usual. If the condition still holds when the mute ends, the next
 * reading raises the alarm. After a change of the rule, runs of readings start again, and an active alarm stays until
 * the new condition clears it.
 *
 * `silent` depends on the clock as well: `isSilent` is asked from time to time, and a reading ends the silence.
 */
export interface AlertEvaluator {
  judge(state: Float64Array, atUs: number, value: number): AlertEvent;
}

/** `lasts`: a reading found the alarm active. Null: nothing that concerns an alarm. */
export type AlertEvent = "fired" | "cleared" | "lasts" | null;

/** The numbers of a state. All are 0 for a new sensor. */
const version = 0;
const isSeen = 1;
const newestUs = 2;
const newestValue = 3;
/** How many readings in a row are beyond the limit, and when the first of them was. */
const runReadings = 4;
const runStartUs = 5;
/** The value from which unchanged values are measured. */
const heldValue = 6;
const isFiring = 7;
export const alertStateSize = 8;

const microsPer = { second: 1e6, minute: 60e6, hour: 3600e6 };

interface EvaluatedRule {
  readonly condition: AlertCondition;
  readonly version: number;
  readonly isMuted: (atUs: number) => boolean;
}

export function alertEvaluator(rule: EvaluatedRule): AlertEvaluator {
  const { condition, isMuted } = rule;
  const judge = judgeOf(condition, isMuted);
  const isSilence = condition.kind === "silent";
  return {
    judge(state, atUs, value) {
      if (state[version] !== rule.version) startAgain(state, rule.version);
      // For a silence, any arrival counts.
      if (!isSilence && state[isSeen] === 1 && atUs <= state[newestUs]!) return null;
      const event = judge(state, atUs, value);
      state[isSeen] = 1;
      state[newestUs] = Math.max(state[newestUs]!, atUs);
      state[newestValue] = value;
      return event;
    },
  };
}

/** Whether a `silent` rule has to fire now. `sinceUs`: silence before this time does not count. */
export function isSilent(state: Float64Array, seconds: number, nowUs: number, sinceUs: number): boolean {
  return state[isFiring] === 0 && nowUs - Math.max(state[newestUs]!, sinceUs) >= seconds * 1e6;
}

export function fallSilent(state: Float64Array, ruleVersion: number): void {
  state[version] = ruleVersion;
  state[isFiring] = 1;
}

/** The time at which a reading of this time can be judged after all others: its own, or just after the newest of them. */
export function afterNewest(state: Float64Array, atUs: number): number {
  return state[isSeen] === 1 ? Math.max(atUs, state[newestUs]! + 1) : atUs;
}

/** Null if the sensor has no reading that the rule knows of. */
export function newestValueOf(state: Float64Array): number | null {
  return state[isSeen] === 1 ? state[newestValue]! : null;
}

type Judge = AlertEvaluator["judge"];

function judgeOf(condition: AlertCondition, isMuted: (atUs: number) => boolean): Judge {
  switch (condition.kind) {
    case "silent":
      return (state) => (state[isFiring] === 1 ? clear(state) : null);
    case "unchanged":
      return judgeHeld(condition.tolerance, condition.seconds * 1e6, isMuted);
    default:
      return judgeRuns(condition, beyondOf(condition), isMuted);
  }
}

/** Whether a reading is beyond the limit, or not yet back behind it by the margin. */
type IsBeyond = (state: Float64Array, atUs: number, value: number, margin: number) => boolean;

function beyondOf(condition: RunCondition): IsBeyond {
  switch (condition.kind) {
    case "above":
      return (_state, _atUs, value, margin) => value > condition.limit - margin;
    case "below":
      return (_state, _atUs, value, margin) => value < condition.limit + margin;
    case "outside":
      return (_state, _atUs, value, margin) =>
        value < condition.min + margin || value > condition.max - margin;
    case "rate":
      return beyondRate(condition);
  }
}

function beyondRate({ limit, per, direction }: RateLimit): IsBeyond {
  const unitUs = microsPer[per];
  return (state, atUs, value, margin) => {
    if (state[isSeen] === 0) return false;
    const change = value - state[newestValue]!;
    const counted = direction === "any" ? Math.abs(change) : direction === "rise" ? change : -change;
    // Multiplied out, because 599 s are not an exact number of minutes.
    return counted * unitUs > (limit - margin) * (atUs - state[newestUs]!);
  };
}

function judgeRuns(
  { hysteresis, for_readings: readings, for_seconds: seconds }: RunCondition,
  isBeyond: IsBeyond,
  isMuted: (atUs: number) => boolean,
): Judge {
  const forUs = seconds * 1e6;
  return (state, atUs, value) => {
    if (isBeyond(state, atUs, value, 0)) {
      if (state[runReadings] === 0) state[runStartUs] = atUs;
      state[runReadings]!++;
    } else state[runReadings] = 0;
    if (state[isFiring] === 1) return isBeyond(state, atUs, value, hysteresis) ? "lasts" : clear(state);
    const hasLasted = state[runReadings]! >= readings && atUs - state[runStartUs]! >= forUs;
    return hasLasted && !isMuted(atUs) ? fire(state) : null;
  };
}

function judgeHeld(tolerance: number, forUs: number, isMuted: (atUs: number) => boolean): Judge {
  return (state, atUs, value) => {
    // A run is the readings that stay near its first one.
    const isHeld = state[runReadings]! > 0 && Math.abs(value - state[heldValue]!) <= tolerance;
    if (!isHeld) {
      state[runReadings] = 1;
      state[runStartUs] = atUs;
      state[heldValue] = value;
      return state[isFiring] === 1 ? clear(state) : null;
    }
    state[runReadings]!++;
    if (state[isFiring] === 1) return "lasts";
    return atUs - state[runStartUs]! >= forUs && !isMuted(atUs) ? fire(state) : null;
  };
}

function startAgain(state: Float64Array, ruleVersion: number): void {
  state[version] = ruleVersion;
  state[runReadings] = 0;
}

function fire(state: Float64Array): AlertEvent {
  state[isFiring] = 1;
  return "fired";
}

function clear(state: Float64Array): AlertEvent {
  state[isFiring] = 0;
  return "cleared";
}
