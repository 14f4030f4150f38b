const bodyBytesMax = 2 * 1024 * 1024;
const entriesMax = 10_000;
/** More than that on several connections at once would be refused. */
const importPartBytes = 4 * 1024 * 1024;

/** Bodies of readings of the largest allowed size, each expensive in a different way, for one sensor. */
export function worstBulks(): string[] {
  return [plain(), metadata(), distinctKeys(), deepLists()];
}

/** The same for all sensors of a device, most of which is dropped. */
export function worstBatches(): string[] {
  return [badTimes(), unknownSensors()];
}

/** A key of its own for every value takes longest to parse. */
export function distinctKeys(): string {
  const keys = Array.from({ length: 140_000 }, (_, nth) => `"k${nth.toString(36)}":0`);
  return `{"data":[{"value":1}],${keys.join()}}`;
}

/** Files of devices, the second of them without anything in its lines. */
export function deviceFiles(): string[] {
  const names = Array.from({ length: 20_000 }, (_, nth) => `Device ${nth}\n`);
  return [`name\n${names.join("")}`, `name\n${"\n".repeat(1024 * 1024)}`];
}

/** Parts of files of readings, the second of them without anything in its lines. */
export function readingFiles(): string[] {
  const header = "at,value\n";
  const lines: string[] = [];
  const startMs = Date.now() - 20 * 86_400_000;
  for (let bytes = header.length, nth = 0; ; nth++) {
    const line = `${new Date(startMs + nth * 7000).toISOString()},${nth % 1000}\n`;
    bytes += line.length;
    if (bytes > importPartBytes) break;
    lines.push(line);
  }
  return [header + lines.join(""), header + "\n".repeat(importPartBytes - header.length)];
}

/** As many entries as are allowed and fit. */
function entries(one: (nth: number) => string): string {
  const texts: string[] = [];
  let bytes = 100;
  for (let nth = 0; nth < entriesMax; nth++) {
    const text = one(nth);
    bytes += text.length + 1;
    if (bytes > bodyBytesMax) break;
    texts.push(text);
  }
  return `{"data":[${texts.join()}]}`;
}

const timeOf = (nth: number) => new Date(Date.now() - (entriesMax - nth) * 1000).toISOString();
const plain = () => entries((nth) => `{"value":${nth},"timestamp":"${timeOf(nth)}"}`);
const metadata = () =>
  entries(
    (nth) => `{"value":${nth},"timestamp":"${timeOf(nth)}","m":{"n":${nth},"text":"${"é".repeat(60)}"}}`,
  );
const badTimes = () =>
  entries(() => `{"sensor_slug":"temperature","value":1,"timestamp":"${"9".repeat(140)}"}`);
const unknownSensors = () => entries((nth) => `{"sensor_slug":"u${nth}${"y".repeat(150)}","value":1}`);
const deepLists = () => `{"data":[{"value":1,"m":[${"[[[[[[[[[[]]]]]]]]]],".repeat(90_000)}1]}]}`;
