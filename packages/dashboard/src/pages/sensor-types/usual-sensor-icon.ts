/**
 * Icons by parts of a name. The first match counts, so that neither "air pressure" nor "window" gets the icon for wind.
 */
const icons: readonly (readonly [words: RegExp, icon: string])[] = [
  [/temp/, "thermometer"],
  [/pressure|baro/, "gauge"],
  [/soil|plant|leaf/, "leaf"],
  [/humid|moist|dew/, "droplets"],
  [/rain|precip/, "rain"],
  [/door|window|gate|contact/, "door"],
  [/wind|gust|\bair\b|co2|co₂|voc|dust|\bpm\d/, "wind"],
  [/sun|solar|irradia|\buv/, "sun"],
  [/light|lux|illumin/, "light"],
  [/batter/, "battery"],
  [/signal|rssi|snr/, "signal"],
  [/sound|noise|decibel/, "sound"],
  [/power|energy|current|volt|\bamp|watt/, "power"],
  [/water|flow|tank/, "water"],
  [/smoke|flame|fire|gas/, "flame"],
  [/motion|presence|vibration|accel/, "motion"],
  [/fan|rpm/, "fan"],
  [/distance|height|depth|length|level/, "distance"],
  [/weight|mass|load/, "weight"],
];

const otherwise = "gauge";

/** The icon of a type for which nobody has chosen one. */
export function usualSensorIcon(name: string): string {
  const words = name.toLowerCase().replaceAll(/[_-]/g, " ");
  return icons.find(([shape]) => shape.test(words))?.[1] ?? otherwise;
}
