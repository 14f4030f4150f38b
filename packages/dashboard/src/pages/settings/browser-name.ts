/** The order matters: most browsers also name those they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/HeadlessChrome\/|Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
  [/^curl\//, "curl"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** "Firefox on Linux", as far as it can be told from what a browser says of itself. */
export function browserName(userAgent: string): string {
  const named = (list: typeof browsers) => list.find(([shape]) => shape.test(userAgent))?.[1];
  const browser = named(browsers) ?? (userAgent === "" ? "Unknown browser" : userAgent.split(/[\s/]/)[0]!);
  const system = named(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
