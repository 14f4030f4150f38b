import type { SensorSource } from "@weir/rule-engine/sensor-source";
import { type AlertRule, type ArmedRule, armRule, type SensorAlerts } from "./armed-rule.ts";

interface JudgedSensor {
  readonly source: SensorSource;
  /** Null if its device is in no group. */
  readonly groupId: number | null;
  /** Null if its device follows no template. */
  readonly templateId: number | null;
}

type TypedRules = Map<number, { readonly type: string | null; readonly rule: ArmedRule }[]>;

/** The templates of devices whose readings are judged by their arrival, if they arrive later than `afterUs`. */
interface JudgedByArrival {
  readonly templateIds: readonly number[];
  readonly afterUs: number;
}

/** Finds the alert rules of a sensor. Sensors with the same rules share their list. */
export class RuleBook {
  readonly #ids: ReadonlySet<number>;
  readonly #bySensor = new Map<number, ArmedRule[]>();
  readonly #byType = new Map<string, ArmedRule[]>();
  readonly #byGroup: TypedRules = new Map();
  readonly #byTemplate: TypedRules = new Map();
  readonly #lists = new Map<string, SensorAlerts>();
  readonly #byArrival: ReadonlySet<number>;
  readonly #byArrivalAfterUs: number;

  constructor(
    rules: readonly AlertRule[] = [],
    { templateIds, afterUs }: JudgedByArrival = { templateIds: [], afterUs: 0 },
  ) {
    this.#byArrival = new Set(templateIds);
    this.#byArrivalAfterUs = afterUs;
    this.#ids = new Set(rules.map(({ id }) => id));
    for (const stored of rules) {
      const { accountId, sensorId, sensorType: type, groupId, templateId } = stored;
      const rule = armRule(stored);
      if (sensorId !== null) add(this.#bySensor, sensorId, rule);
      else if (groupId !== null) add(this.#byGroup, groupId, { type, rule });
      else if (templateId !== null) add(this.#byTemplate, templateId, { type, rule });
      else if (type !== null) add(this.#byType, typeKey(accountId, type), rule);
    }
  }

  has(ruleId: number): boolean {
    return this.#ids.has(ruleId);
  }

  /** Null if no rule applies to the sensor. */
  of({ source, groupId, templateId }: JudgedSensor): SensorAlerts | null {
    const { sensorId, accountId, sensor } = source;
    const ofGroup = groupId === null ? [] : (this.#byGroup.get(groupId) ?? []);
    const ofTemplate = templateId === null ? [] : (this.#byTemplate.get(templateId) ?? []);
    const rules = [
      ...(this.#bySensor.get(sensorId) ?? []),
      ...(this.#byType.get(typeKey(accountId, sensor.type)) ?? []),
      ...[...ofGroup, ...ofTemplate]
        .filter(({ type }) => type === null || type === sensor.type)
        .map(({ rule }) => rule),
    ];
    if (rules.length === 0) return null;
    const isByArrival = templateId !== null && this.#byArrival.has(templateId);
    const key = [isByArrival, ...rules.map(({ id }) => id)].join(" ");
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const byArrivalAfterUs = this.#byArrivalAfterUs;
    const list = isByArrival ? rules.map((rule) => ({ ...rule, byArrivalAfterUs })) : rules;
    this.#lists.set(key, list);
    return list;
  }
}

function typeKey(accountId: number, type: string): string {
  return `${accountId} ${type}`;
}

function add<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
