import {
  type Curve,
  cooled,
  daily,
  draining,
  noise,
  openings,
  spellAround,
  spells,
  sun,
  sunEnergy,
  usedEnergy,
  workingHours,
} from "./sample-curves.ts";
import {
  door,
  energy,
  humidity,
  number,
  power,
  type SampleDevice,
  sampleIntervalS,
  tankLevel,
  temperature,
} from "./sample-device.ts";

export const sampleGroup = "Cold store (sample)";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What all values follow from, besides the time. */
interface SampleOrigin {
  readonly seed: number;
  readonly loadedMs: number;
}

/** A cold store with its surroundings. Alert rules watch the freezers and the tank. */
export function sampleFleet({ seed, loadedMs }: SampleOrigin): SampleDevice[] {
  const seeded = (nth: number): number => seed * 1000 + nth;
  const cold = (nth: number) => cooled(seeded(nth), -21, 2);
  const oldEnergyMs = loadedMs - 400 * dayMs;
  // One has begun when the sample is loaded; the others come about twice a day.
  const now = spellAround(loadedMs - 4 * minuteMs, hourMs);
  const later = spells(seeded(12), { everyMs: 9 * hourMs, lastMs: hourMs, share: 0.8 });
  const warm: Curve = (atMs) => Math.max(now(atMs), later(atMs));
  const usualDoor = openings(seeded(15), 0.4);
  const mild = daily(seeded(71), 4, 2, 0.4);
  return [
    {
      ...described("freezer-1", "Freezer 1", "Meat. Set to -20 °C.", ["freezer"]),
      isTemplated: true,
      isJudged: true,
      sensors: [
        temperature(cold(11)),
        door(openings(seeded(13), 0.5)),
        power(daily(seeded(14), 210, 30, 40)),
      ],
    },
    {
      ...described("freezer-2", "Freezer 2", "Fish. Its door is sometimes left open, and it gets too warm.", [
        "freezer",
        "check",
      ]),
      isTemplated: true,
      isJudged: true,
      sensors: [
        temperature((atMs) => cold(16)(atMs) + 11 * warm(atMs)),
        door((atMs) => (warm(atMs) > 0.3 ? 1 : usualDoor(atMs))),
        power((atMs) => daily(seeded(17), 220, 30, 40)(atMs) + 160 * warm(atMs)),
      ],
    },
    {
      ...described("freezer-3", "Freezer 3", "Ice cream.", ["freezer"]),
      isTemplated: true,
      isJudged: true,
      sensors: [
        temperature(cooled(seeded(18), -23, 3)),
        door(openings(seeded(19), 0.3)),
        power(daily(seeded(20), 180, 20, 30)),
      ],
    },
    {
      ...described("cooling-room", "Cooling room", "Vegetables.", ["fridge"]),
      sensors: [
        temperature(cooled(seeded(21), 3, 2)),
        humidity(daily(seeded(22), 82, -4, 2)),
        door(openings(seeded(23), 1.2)),
      ],
    },
    {
      ...described("loading-dock", "Loading dock", "Its clock is fast and gets faster.", ["outside"]),
      sensors: [temperature(daily(seeded(31), 11, 5, 0.6)), humidity(daily(seeded(32), 64, -14, 2))],
      clockAheadMs: (atMs) =>
        Math.min(30 * minuteMs, Math.max(0, 9 * minuteMs + ((atMs - loadedMs) / dayMs) * 75_000)),
    },
    {
      ...described("gate", "Gate", "Runs on a battery that is changed every other day.", ["outside"]),
      sensors: [door(openings(seeded(35), 1.5))],
      battery: draining(3, 2.1, 2 * dayMs, loadedMs - 40 * hourMs),
    },
    {
      ...described("roof", "Roof", "Weather station with a solar panel.", ["outside"]),
      sensors: [
        temperature(daily(seeded(41), 9, 6, 0.5)),
        number({
          type: "pressure",
          name: "Pressure",
          unit: "hPa",
          decimals: 1,
          curve: daily(seeded(42), 1013, 3, 0.6),
        }),
        number({
          type: "light",
          name: "Light",
          unit: "lx",
          decimals: 0,
          curve: (atMs) => sun(atMs) * (38_000 + 9000 * noise(seeded(43), atMs)),
        }),
      ],
      battery: (atMs) => 3.6 + 0.45 * sun(atMs - 2 * hourMs),
    },
    {
      ...described("yard", "Yard", "Sends nothing since its battery is empty.", ["outside"]),
      sensors: [temperature(daily(seeded(45), 10, 6, 0.6))],
      battery: draining(3, 1.9, 12 * dayMs, loadedMs - 12 * dayMs + hourMs),
      isOnline: (atMs) => atMs < loadedMs - 5 * hourMs,
    },
    {
      ...described("office", "Office", "Sometimes sends a request twice.", ["inside"]),
      sensors: [
        temperature(workingHours(seeded(51), 19.5, 2.5, 0.2)),
        number({
          type: "CO2",
          name: "CO2",
          unit: "ppm",
          decimals: 0,
          curve: workingHours(seeded(52), 450, 750, 25),
        }),
        humidity(workingHours(seeded(53), 42, 6, 1)),
      ],
      isRepeating: true,
    },
    {
      ...described("workshop", "Workshop", 'Calls its temperature "temprature".', ["inside", "check"]),
      intervalS: 300,
      sensors: [
        { ...temperature(workingHours(seeded(55), 17, 3, 0.2)), sentAs: "temprature" },
        humidity(workingHours(seeded(56), 45, 5, 1)),
      ],
      isQuarantined: true,
    },
    {
      ...described("meter", "Main meter", "", ["energy"]),
      intervalS: 30,
      sensors: [power(daily(seeded(61), 3400, 2600, 260)), energy(usedEnergy(3.4, 2.6, oldEnergyMs))],
    },
    {
      ...described("panels", "Solar panels", "On the roof of the cold store.", ["energy"]),
      sensors: [
        power((atMs) => sun(atMs) * (3100 + 220 * noise(seeded(65), atMs))),
        energy(sunEnergy(3.1, oldEnergyMs)),
      ],
    },
    {
      ...described("tank", "Diesel tank", "Filled when it is almost empty.", ["energy"]),
      sensors: [tankLevel(draining(92, 12, 2.5 * dayMs, loadedMs - 1.2 * dayMs))],
      battery: draining(3.1, 2.7, 30 * dayMs, loadedMs - 12 * dayMs),
      isJudged: true,
    },
    {
      ...described("truck", "Truck 7", "Measures in °F, once a minute; its chain makes °C of it.", [
        "mobile",
      ]),
      intervalS: 300,
      sensors: [{ ...temperature(mild), sent: fahrenheit(mild, seeded(72)) }],
      isChained: true,
      isBuffering: true,
    },
  ];
}

/** Now and then the probe has no contact, and the device sends the value that it then reads. */
function fahrenheit(celsius: Curve, seed: number): Curve {
  return (atMs) => (noise(seed, atMs) > 0.96 ? 185 : celsius(atMs) * 1.8 + 32);
}

/** The part of a device that is not about measuring. The place is an invented one near a real harbour. */
function described(part: string, name: string, notes: string, tags: readonly string[]) {
  const nth = part.length + name.length;
  return {
    part,
    name: `${name} (sample)`,
    notes,
    tags: ["sample", ...tags],
    attributes: { site: "Harbour" },
    location: {
      latitude: 53.54 + (nth % 7) * 0.0004,
      longitude: 9.97 + (name.charCodeAt(0) % 5) * 0.0007,
      label: "Harbour",
    },
    intervalS: sampleIntervalS,
  };
}

export const sampleSize = sampleFleet({ seed: 0, loadedMs: 0 }).length;
