/**
 * The units that readings can be converted between. Each states its exact size in the first unit of its quantity: as a decimal,
 * or as one decimal over another if no decimal is exact.
 */
export type Amount = string | readonly [dividend: string, divisor: string];

export interface Unit {
  readonly size: Amount;
  /** The zero of the unit, in the quantity's first unit. Only temperatures have one that is not zero. */
  readonly zero?: Amount;
  /** The label for people, instead of the name. */
  readonly label?: string;
}

const poundForceNewtons = "4.4482216152605";
const squareInchSquareMetres = "0.00064516";

/** 180 / π, with π as 245850922 / 78256779, which is closer to it than the distance of two doubles. */
const radianDegrees: Amount = ["14086220220", "245850922"];

const quantities = {
  temperature: {
    K: { size: "1" },
    "°C": { size: "1", zero: "273.15" },
    "°F": { size: ["5", "9"], zero: ["2298.35", "9"] },
  },
  pressure: {
    Pa: { size: "1" },
    hPa: { size: "100" },
    kPa: { size: "1000" },
    MPa: { size: "1000000" },
    mbar: { size: "100" },
    bar: { size: "100000" },
    psi: { size: [poundForceNewtons, squareInchSquareMetres] },
    mmHg: { size: "133.322387415" },
    inHg: { size: "3386.388640341" },
    atm: { size: "101325" },
  },
  length: {
    m: { size: "1" },
    um: { size: "0.000001", label: "µm" },
    mm: { size: "0.001" },
    cm: { size: "0.01" },
    km: { size: "1000" },
    in: { size: "0.0254" },
    ft: { size: "0.3048" },
    yd: { size: "0.9144" },
    mi: { size: "1609.344" },
  },
  area: {
    m2: { size: "1", label: "m²" },
    cm2: { size: "0.0001", label: "cm²" },
    ha: { size: "10000" },
    km2: { size: "1000000", label: "km²" },
    ft2: { size: "0.09290304", label: "ft²" },
    acre: { size: "4046.8564224" },
  },
  mass: {
    g: { size: "1" },
    mg: { size: "0.001" },
    kg: { size: "1000" },
    t: { size: "1000000" },
    oz: { size: "28.349523125" },
    lb: { size: "453.59237" },
  },
  speed: {
    "m/s": { size: "1" },
    "km/h": { size: ["1", "3.6"] },
    mph: { size: "0.44704" },
    kn: { size: ["1852", "3600"], label: "kn (knots)" },
    "ft/s": { size: "0.3048" },
  },
  volume: {
    l: { size: "1" },
    ml: { size: "0.001" },
    m3: { size: "1000", label: "m³" },
    gal: { size: "3.785411784", label: "gal (US)" },
    ft3: { size: "28.316846592", label: "ft³" },
  },
  flow: {
    "l/s": { size: "1" },
    "l/min": { size: ["1", "60"] },
    "l/h": { size: ["1", "3600"] },
    "m3/h": { size: ["1000", "3600"], label: "m³/h" },
    "m3/s": { size: "1000", label: "m³/s" },
    "gal/min": { size: ["3.785411784", "60"], label: "gal/min (US)" },
  },
  energy: {
    J: { size: "1" },
    kJ: { size: "1000" },
    MJ: { size: "1000000" },
    Wh: { size: "3600" },
    kWh: { size: "3600000" },
    MWh: { size: "3600000000" },
    kcal: { size: "4184", label: "kcal (4184 J)" },
  },
  power: {
    W: { size: "1" },
    mW: { size: "0.001" },
    kW: { size: "1000" },
    MW: { size: "1000000" },
    hp: { size: "745.69987158227022", label: "hp (550 ft·lbf/s)" },
  },
  voltage: {
    V: { size: "1" },
    uV: { size: "0.000001", label: "µV" },
    mV: { size: "0.001" },
    kV: { size: "1000" },
  },
  current: {
    A: { size: "1" },
    uA: { size: "0.000001", label: "µA" },
    mA: { size: "0.001" },
    kA: { size: "1000" },
  },
  resistance: {
    ohm: { size: "1", label: "Ω" },
    mohm: { size: "0.001", label: "mΩ" },
    kohm: { size: "1000", label: "kΩ" },
    Mohm: { size: "1000000", label: "MΩ" },
  },
  conductivity: {
    "S/m": { size: "1" },
    "mS/cm": { size: "0.1" },
    "uS/cm": { size: "0.0001", label: "µS/cm" },
  },
  frequency: {
    Hz: { size: "1" },
    kHz: { size: "1000" },
    MHz: { size: "1000000" },
    rpm: { size: ["1", "60"], label: "1/min (rpm)" },
  },
  force: { N: { size: "1" }, kN: { size: "1000" }, lbf: { size: poundForceNewtons } },
  angle: {
    deg: { size: "1", label: "° (deg)" },
    rad: { size: radianDegrees },
    rev: { size: "360", label: "revolutions" },
  },
  data: {
    B: { size: "1" },
    kB: { size: "1000" },
    MB: { size: "1000000" },
    GB: { size: "1000000000" },
    KiB: { size: "1024" },
    MiB: { size: "1048576" },
    GiB: { size: "1073741824" },
  },
  time: {
    s: { size: "1" },
    ms: { size: "0.001" },
    min: { size: "60" },
    h: { size: "3600" },
    d: { size: "86400" },
  },
  ratio: {
    ratio: { size: "1", label: "ratio (0 to 1)" },
    "%": { size: "0.01" },
    ppm: { size: "0.000001" },
    ppb: { size: "0.000000001" },
  },
  illuminance: {
    lx: { size: "1" },
    klx: { size: "1000" },
    fc: { size: ["1", "0.09290304"], label: "fc (lm/ft²)" },
  },
  concentration: {
    "g/m3": { size: "1", label: "g/m³" },
    "mg/m3": { size: "0.001", label: "mg/m³" },
    "ug/m3": { size: "0.000001", label: "µg/m³" },
  },
} satisfies Record<string, Record<string, Unit>>;

type Quantity = keyof typeof quantities;

interface NamedUnit extends Unit {
  readonly name: string;
  readonly quantity: Quantity;
}

const named: readonly NamedUnit[] = Object.entries(quantities).flatMap(([quantity, units]) =>
  Object.entries<Unit>(units).map(([name, unit]) => ({ ...unit, name, quantity: quantity as Quantity })),
);

/** Every unit by its name, grouped by quantity. No name stands for two of them. */
export const units: ReadonlyMap<string, NamedUnit> = new Map(named.map((unit) => [unit.name, unit]));

export const unitNames: readonly string[] = [...units.keys()];

/** Labels of units whose name alone is unclear. */
export const unitLabels: Readonly<Record<string, string>> = Object.fromEntries(
  named.flatMap(({ name, label }) => (label === undefined ? [] : [[name, label]])),
);

/** All units by quantity, for help texts. */
export const unitsHelp: string = Object.entries(quantities)
  .map(([quantity, members]) => `${quantity}: ${Object.keys(members).join(", ")}`)
  .join("; ");
