import {
  alertStateSize,
  fallSilent,
  isSilent,
  newestValueOf,
} from "@weir/rule-engine/alerts/alert-evaluator";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { SensorSource } from "@weir/rule-engine/sensor-source";
import type { OwnerQueries } from "../../store/owner-queries.ts";
import { apartIfRefused } from "../apart-if-refused.ts";
import type { ActiveRuleAlarm } from "../chains/active-alarms.ts";
import type { ChainDirectory, SensorEntry } from "../chains/chain-directory.ts";
import type { HostParts } from "../chains/host-parts.ts";
import type { FairTurns } from "../fair-turns.ts";
import type { Processor } from "../processor.ts";
import { type ArmedRule, stateKeyOf } from "./armed-rule.ts";
import { isToRise, raise, rise } from "./judge-saved.ts";

interface RuleCheckParts {
  readonly processor: Pick<Processor, "change" | "inTurn" | "prepare">;
  readonly chains: ChainDirectory;
  readonly turns: Pick<FairTurns, "backlogs">;
  readonly host: Pick<HostParts, "records" | "feed" | "clock">;
  readonly queries: Pick<OwnerQueries, "rulesWithStates">;
  /** Which of these rules were deleted, according to control data as it is now. */
  readonly deletedRules: (ruleIds: readonly number[]) => Promise<readonly number[]>;
}

/** How often silent sensors are looked for. */
export const ruleCheckMs = 10_000;

/**
 * Does the work of alert rules that no reading triggers. It raises alarms of silent sensors, makes them graver with their
 * rule, and clears alarms whose rule is gone or no longer applies to their sensor. It writes a batch only if there is
 * something to do.
 *
 * A silence is counted from the arrival of the last saved reading, but not from before this process started or the rule was
 * saved: nobody knows what was sent while the server was down. Sensors of an account with waiting readings are skipped.
 */
export class RuleCheck {
  readonly #parts: RuleCheckParts;
  readonly #startedUs: number;
  #checkedMs = Number.NEGATIVE_INFINITY;

  constructor(parts: RuleCheckParts) {
    this.#parts = parts;
    this.#startedUs = parts.host.clock.nowMs() * 1000;
  }

  /** Whether there may be something to do, now or later. */
  get isNeeded(): boolean {
    const { chains, host } = this.#parts;
    return chains.silenceWatched().length > 0 || host.records.alarms.hasRuleAlarms;
  }

  get isDue(): boolean {
    return this.isNeeded && this.#parts.host.clock.nowMs() - this.#checkedMs >= ruleCheckMs;
  }

  async check(): Promise<void> {
    if (!this.isNeeded) return;
    const { processor, chains, deletedRules } = this.#parts;
    this.#checkedMs = this.#parts.host.clock.nowMs();
    const { judged, left } = await processor.inTurn(async () => {
      await processor.prepare(chains.silenceWatched());
      return { judged: [...this.#silent(), ...this.#toRise()], left: [...this.#leftOver()] };
    });
    if (judged.length + left.length === 0) return;
    const leftOver = new Set(left.map(({ ruleId }) => ruleId));
    const places = [
      ...judged.map(({ sensor, rule }) => placeOf(sensor.source.sensorId, rule.id)),
      ...left.map(({ sensorId, ruleId }) => placeOf(sensorId, ruleId)),
    ];
    const deleted = new Set(await deletedRules([...leftOver]));
    const change = (isChosen: (place: string) => boolean) =>
      processor.change(async () => {
        await processor.prepare(chains.silenceWatched());
        const chosen = ({ sensor, rule }: JudgedSensor) => isChosen(placeOf(sensor.source.sensorId, rule.id));
        for (const { sensor, rule } of [...this.#silent()].filter(chosen)) this.#raise(sensor, rule);
        for (const { sensor, rule } of [...this.#toRise()].filter(chosen)) this.#rise(sensor, rule);
        for (const alarm of [...this.#leftOver()])
          if (leftOver.has(alarm.ruleId) && isChosen(placeOf(alarm.sensorId, alarm.ruleId)))
            this.#clear(alarm, deleted.has(alarm.ruleId));
      });
    await apartIfRefused(places, (some) => {
      const chosen = new Set(some);
      return change((place) => chosen.has(place));
    });
  }

  /** Deletes what is kept for deleted rules. */
  async forgetDeleted(): Promise<void> {
    const { processor, host, queries, deletedRules } = this.#parts;
    const deleted = await deletedRules(await processor.inTurn(() => queries.rulesWithStates()));
    if (deleted.length === 0) return;
    await processor.change(() => {
      for (const ruleId of deleted) host.records.forgetRule(ruleId);
    });
  }

  *#silent(): Generator<JudgedSensor> {
    const { chains, host, turns } = this.#parts;
    const nowUs = host.clock.nowMs() * 1000;
    for (const sensor of chains.silenceWatched()) {
      const { sensorId, accountId } = sensor.source;
      if (turns.backlogs.has(accountId)) continue;
      for (const rule of sensor.alerts ?? []) {
        if (rule.condition.kind !== "silent" || rule.isMuted(nowUs)) continue;
        const state = host.records.states.of(rule.stateKey, alertStateSize).peek(sensorId) ?? unseen;
        const sinceUs = Math.max(this.#startedUs, rule.savedUs);
        if (isSilent(state, rule.condition.seconds, nowUs, sinceUs)) yield { sensor, rule };
      }
    }
  }

  #raise({ source }: SensorEntry, rule: ArmedRule): void {
    const { host } = this.#parts;
    const silence = this.#silenceOf(source, rule);
    fallSilent(host.records.states.of(rule.stateKey, alertStateSize).of(source.sensorId), rule.version);
    raise(rule, silence, 0, host);
  }

  /** What fills the text of a silence alarm: the last known value, at the time of the alarm. */
  #silenceOf(source: SensorSource, { stateKey }: ArmedRule): ChainReading {
    const { records, clock } = this.#parts.host;
    const state = records.states.of(stateKey, alertStateSize).peek(source.sensorId) ?? unseen;
    const nowUs = clock.nowMs() * 1000;
    const sent = { deviceSeconds: -1, deviceMicros: 0, metadata: "", batteryVolts: null };
    return { source, value: newestValueOf(state) ?? Number.NaN, atUs: nowUs, receivedUs: nowUs, ...sent };
  }

  /** Silent sensors whose rule is graver now than their alarm. No reading finds such an alarm active. */
  *#toRise(): Generator<JudgedSensor> {
    const { chains, host } = this.#parts;
    const nowUs = host.clock.nowMs() * 1000;
    for (const { sensorId, ruleId, severity } of host.records.alarms.ofRules()) {
      const sensor = chains.of(sensorId);
      const rule = sensor?.alerts?.find(({ id }) => id === ruleId);
      if (sensor === null || rule?.condition.kind !== "silent") continue;
      if (isToRise(rule, severity, nowUs)) yield { sensor, rule };
    }
  }

  #rise({ source }: SensorEntry, rule: ArmedRule): void {
    rise(rule, this.#silenceOf(source, rule), this.#parts.host);
  }

  /** Active alarms whose rule does not apply to their sensor. */
  *#leftOver(): Generator<ActiveRuleAlarm> {
    const { chains, host } = this.#parts;
    for (const alarm of host.records.alarms.ofRules()) {
      const sensor = chains.of(alarm.sensorId);
      if (sensor?.alerts?.some(({ id }) => id === alarm.ruleId)) continue;
      yield alarm;
    }
  }

  /** Also resets the state, so that the alarm can be raised again if the rule applies again. A deleted rule has none. */
  #clear({ sensorId, ruleId, name }: ActiveRuleAlarm, isDeleted: boolean): void {
    const { chains, host } = this.#parts;
    const { records, feed, clock } = host;
    const atUs = clock.nowMs() * 1000;
    if (!isDeleted) records.states.of(stateKeyOf(ruleId), alertStateSize).of(sensorId).fill(0);
    const reason = isDeleted ? "rule_deleted" : "rule_not_applicable";
    const notified = records.alarms.clear(
      sensorId,
      { name, ruleId },
      { clearedUs: atUs, clearedBy: null, reason },
    );
    const source = chains.of(sensorId)?.source;
    if (source === undefined || notified === null || !feed.isOn) return;
    feed.alarm(source, { name, severity: null, message: null }, "cleared", {
      atUs,
      value: null,
      ...notified,
    });
  }
}

/** One rule on one sensor, which is what an alarm belongs to. */
function placeOf(sensorId: number, ruleId: number): string {
  return `${sensorId} ${ruleId}`;
}

interface JudgedSensor {
  readonly sensor: SensorEntry;
  readonly rule: ArmedRule;
}

const unseen = new Float64Array(alertStateSize);
