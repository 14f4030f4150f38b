interface KnownType {
  readonly name: string;
}

/**
 * What sensors of the usual types are called, by parts of a name. The first match counts, so that neither "soil temperature" nor
 * "battery voltage" is taken for the other.
 */
const spoken: readonly (readonly [words: RegExp, type: string])[] = [
  [/batter|\bbatt?\b|vbat/, "battery"],
  [/rssi|\bsnr\b|signal/, "signal"],
  [/temp|\bdew ?point/, "temperature"],
  [/soil/, "soil moisture"],
  [/humid|\brh\b/, "humidity"],
  [/moist/, "soil moisture"],
  [/pressure|baro/, "pressure"],
  [/co2|co₂|carbon dioxide/, "CO2"],
  [/pm ?2[.,]?5/, "PM2.5"],
  [/pm ?10\b/, "PM10"],
  [/\bt?vocs?\b/, "VOC"],
  [/energy|\bkwh\b/, "energy"],
  [/power|\bwatts?\b/, "power"],
  [/volt/, "voltage"],
  [/\bcurrent\b|\bamp/, "current"],
  [/\blight\b|\blux\b|illumin|brightness/, "light"],
  [/noise|sound|decibel/, "sound"],
  [/wind(?!ow)|gust/, "wind speed"],
  [/rain|precip/, "rain"],
  [/\bflow\b/, "flow"],
  [/distance/, "distance"],
  [/\blevel\b/, "level"],
  [/weight|\bscale\b/, "weight"],
  [/door|window|\bgate\b|contact/, "door"],
  [/motion|presence|\bpir\b/, "motion"],
  [/count|pulses/, "count"],
];

/** The type of a sensor with this name, of those that the account has. */
export function guessType<Type extends KnownType>(types: readonly Type[], name: string): Type | undefined {
  const words = plain(name);
  if (words === "") return undefined;
  const named = types
    .filter((type) => ` ${words} `.includes(` ${plain(type.name)} `))
    .sort((left, right) => right.name.length - left.name.length);
  if (named[0] !== undefined) return named[0];
  const usual = spoken.find(([shape]) => shape.test(words))?.[1];
  return types.find((type) => type.name === usual);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, " ").replaceAll(/\s+/g, " ").trim();
}
