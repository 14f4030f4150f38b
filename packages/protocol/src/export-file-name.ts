/**
 * What the name of a file of readings is made of. Times are ISO 8601 in UTC, at least to the second. A missing time
 * means that this side of the range is open.
 */
export interface ExportedFile {
  /** Names of the devices, each once. */
  readonly devices: readonly string[];
  /** What is in the file, such as the slug of its only sensor, "readings" or "battery". */
  readonly content: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly extension: string;
}

/** Bytes that a device's name may take up. File systems allow 255 for a whole name. */
const deviceBytesMax = 120;

/**
 * "Freezer 7 temperature 2026-06-01 to 2026-06-02T0930Z.csv": the device, what is in the file, and the range in UTC, with
 * the time of day where it is not midnight. The name is fit for Windows as well.
 */
export function exportFileName({ devices, content, from, to, extension }: ExportedFile): string {
  const [only] = devices;
  const subject = devices.length === 1 ? shortened(only!) : `${devices.length} devices`;
  return `${safe(`${subject} ${content} ${rangeText(from, to)}`)}.${extension}`;
}

function rangeText(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return `${timeText(from)} to ${timeText(to)}`;
  if (from !== undefined) return `since ${timeText(from)}`;
  return to === undefined ? "all" : `before ${timeText(to)}`;
}

/** Colons are not allowed in file names, so the time of day has none. */
function timeText(iso: string): string {
  const [day = "", clock = ""] = iso.split("T");
  const [hour = "", minute = "", second = ""] = clock.slice(0, 8).split(":");
  if (`${hour}${minute}${second}` === "000000") return day;
  return `${day}T${hour}${minute}${second === "00" ? "" : second}Z`;
}

function shortened(name: string): string {
  let [text, bytes] = ["", 0];
  for (const character of name) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > deviceBytesMax) return `${text.trimEnd()}…`;
    text += character;
  }
  return text;
}

/** Names that Windows reserves for devices, also with an extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|\s|$)/i;

function safe(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu, "_")
    .replace(/\s+/g, " ")
    .trim();
  return plain.replace(/^\.+/, "_").replace(reserved, "$1_");
}
