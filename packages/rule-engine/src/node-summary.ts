import { readMailAddresses } from "./mail-addresses.ts";
import { all, duration, joined, number, optional, quoted, type SettingText, word } from "./setting-text.ts";
import { unitLabels } from "./units.ts";

const dayNames = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** Formats days of the week for people: `Mon–Fri`, `Mon, Wed, Sat–Sun`; "" for all seven. Begins with Monday. */
function daySpans(isChosen: readonly boolean[]): string {
  if (isChosen.every((chosen) => chosen)) return "";
  const spans: string[] = [];
  for (let day = 0; day < dayNames.length; day++) {
    if (!isChosen[day]) continue;
    const first = day;
    while (isChosen[day + 1]) day++;
    spans.push(first === day ? short(day) : `${short(first)}–${short(day)}`);
  }
  return spans.length === 0 ? "no day" : spans.join(", ");
}

function short(day: number): string {
  const name = dayNames[day]!;
  return name.slice(0, 1).toUpperCase() + name.slice(1, 3);
}

/**
 * Summarises a node's settings in a few characters, for its card: `> -15`, `average of 10 readings`. There is one entry per
 * type of node. The settings come from a draft, which may be incomplete or wrong, so nothing is assumed about them.
 */
interface SummaryContext {
  /** Returns the name of another chain of the account, if it is known. */
  readonly chainName?: (uuid: string) => string | undefined;
}

type Settings = Readonly<Record<string, unknown>>;
type Summarize = (settings: Settings, context: SummaryContext) => SettingText;

/**
 * `settings` has the defaults filled in. Returns null if a required setting is missing; "" if there is nothing worth saying, or
 * the type is unknown.
 */
export function nodeSummary(type: string, settings: Settings, context: SummaryContext = {}): SettingText {
  const summarize = summaries.get(type);
  return summarize === undefined ? "" : summarize(settings, context);
}

const signs: Readonly<Record<string, string>> = { ">=": "≥", "<=": "≤", "==": "=", "!=": "≠" };

const summaries: ReadonlyMap<string, Summarize> = new Map(
  Object.entries<Summarize>({
    input: () => "",
    compare: ({ operator, value }) => comparison(operator, value),
    range: ({ min, max, bounds }) => range(number(min), number(max), bounds === "exclusive"),
    "consecutive-threshold": ({ operator, value, count, windowSeconds, onlyOnce }) =>
      joined(
        comparison(operator, value),
        all`${number(count)} in a row`,
        optional(all`within ${duration(windowSeconds)}`),
        onlyOnce === true ? "once" : "",
      ),
    "rate-of-change": ({ limit, per, direction }) =>
      all`${changeVerbs[String(direction)] ?? "change"} > ${number(limit)} per ${word(per)}`,
    deadband: ({ threshold, measure, heartbeatSeconds }) =>
      joined(
        number(threshold) === "0"
          ? "any change"
          : all`change ≥ ${number(threshold)}${measure === "percent" ? " %" : ""}`,
        optional(all`or every ${duration(heartbeatSeconds)}`),
      ),
    late: ({ measure, seconds }) => {
      const behind = measure === "order" ? "behind the newest" : "late";
      return number(seconds) === "0" ? `any time ${behind}` : all`> ${duration(seconds)} ${behind}`;
    },
    "time-of-day": (settings) => {
      const days = daySpans(dayNames.map((day) => settings[day] !== false));
      const zone = settings.timeZone === "UTC" ? "" : word(settings.timeZone);
      return joined(all`${word(settings.from)}–${word(settings.to)}`, days, zone);
    },
    "metadata-match": ({ key, condition, text, operator, number: limit }) =>
      all`${word(key)} ${metadataCondition(condition, quoted(text), comparison(operator, limit))}`,
    expression: ({ when }) => word(when),
    scale: ({ factor, offset }) => scaling(number(factor), number(offset)),
    "convert-unit": ({ from, to }) => all`${unit(from)} → ${unit(to)}`,
    "round-clamp": ({ decimals, min, max }) =>
      joined(
        optional(all`${number(decimals)} ${number(decimals) === "1" ? "decimal" : "decimals"}`),
        optional(range(number(min), number(max), false)),
      ) || null,
    calculate: ({ value }) => word(value),
    "set-metadata": ({ rows }) => list(rows, ({ key, value }) => all`${word(key)} = ${word(value) ?? '""'}`),
    "rename-metadata": ({ rows }) => list(rows, ({ from, to }) => all`${word(from)} → ${word(to)}`),
    "drop-metadata": ({ everything, rows }) =>
      everything === true ? "everything" : list(rows, ({ key }) => word(key)),
    moving: ({ function: name, over, readings, durationSeconds }) =>
      over === "duration"
        ? all`${word(name)} over ${duration(durationSeconds)}`
        : all`${word(name)} of ${number(readings)} readings`,
    delta: ({ per, counter }) =>
      joined(per === "reading" ? "difference" : all`per ${word(per)}`, counter === true ? "counter" : ""),
    switch: ({ cases }) => list(cases, ({ name, when }) => all`${word(name)}: ${word(when)}`),
    split: ({ n }) => all`1 in ${number(n)}`,
    chain: ({ chain }, { chainName }) => {
      const uuid = word(chain);
      return uuid === null ? null : (chainName?.(uuid) ?? uuid);
    },
    save: ({ sensor }) => optional(all`as ${word(sensor)}`),
    "raise-alarm": ({ name, severity }) => joined(word(name), word(severity)),
    "clear-alarm": ({ name }) => word(name),
    webhook: ({ url }) => hostOf(url),
    email: ({ to }) => recipients(to),
    mqtt: ({ url, topic }) => joined(hostOf(url), word(topic)),
    log: ({ level, message }) => all`${word(level)}: ${word(message)}`,
    stop: () => "",
  }),
);

const changeVerbs: Readonly<Record<string, string>> = { rise: "rise", fall: "fall" };

function comparison(operator: unknown, value: unknown): SettingText {
  return all`${signs[String(operator)] ?? word(operator)} ${number(value)}`;
}

function range(min: SettingText, max: SettingText, isExclusive: boolean): SettingText {
  const [above, below] = isExclusive ? [">", "<"] : ["≥", "≤"];
  if (min === null) return all`${below} ${max}`;
  if (max === null) return all`${above} ${min}`;
  return isExclusive ? `> ${min} and < ${max}` : `${min} to ${max}`;
}

function scaling(factor: SettingText, offset: SettingText): SettingText {
  if (factor === null || offset === null) return null;
  const added = offset === "0" ? "" : offset.startsWith("−") ? `− ${offset.slice(1)}` : `+ ${offset}`;
  return factor === "1" && added !== "" ? added : `× ${factor} ${added}`.trimEnd();
}

function metadataCondition(condition: unknown, text: SettingText, compared: SettingText): SettingText {
  switch (condition) {
    case "exists":
      return "exists";
    case "missing":
      return "is missing";
    case "equals":
      return all`= ${text}`;
    case "not-equals":
      return all`≠ ${text}`;
    case "contains":
      return all`contains ${text}`;
    default:
      return compared;
  }
}

function unit(name: unknown): SettingText {
  const text = word(name);
  return text === null ? null : (unitLabels[text] ?? text);
}

function list(rows: unknown, describe: (row: Settings) => SettingText): SettingText {
  if (!Array.isArray(rows) || rows.length === 0) return null;
  return joined(...rows.map((row: unknown) => describe((row ?? {}) as Settings)));
}

function hostOf(url: unknown): SettingText {
  const text = word(url);
  return text === null ? null : URL.parse(text)?.host || text;
}

function recipients(to: unknown): SettingText {
  const text = word(to);
  if (text === null) return null;
  const read = readMailAddresses(text);
  return read.ok ? read.value.join(", ") : text;
}
