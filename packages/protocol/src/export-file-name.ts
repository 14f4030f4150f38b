/** What a file of readings is named after. Times are in milliseconds; a side without one is open. */
export interface ExportedFile {
  /** Names of the devices, each once. */
  readonly devices: readonly string[];
  /** What is in the file, such as the slug of its only sensor, "readings" or "battery". */
  readonly content: string;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly extension: string;
}

/** Bytes that a device's name may take up. File systems allow 255 for a whole name. */
const deviceBytesMax = 120;

/**
 * "Freezer 7 temperature 2026-06-01 to 2026-06-02T0930Z.csv": the device, what is in the file, and the range in UTC, with
 * the time of day where it is not midnight. The name is fit for Windows as well.
 */
export function exportFileName({ devices, content, fromMs, toMs, extension }: ExportedFile): string {
  const [only] = devices;
  const subject = devices.length === 1 ? shortened(only!) : `${devices.length} devices`;
  return `${safe(`${subject} ${content} ${rangeText(fromMs, toMs)}`)}.${extension}`;
}

function rangeText(fromMs: number | undefined, toMs: number | undefined): string {
  if (fromMs !== undefined && toMs !== undefined) return `${timeText(fromMs)} to ${timeText(toMs)}`;
  if (fromMs !== undefined) return `since ${timeText(fromMs)}`;
  return toMs === undefined ? "all" : `before ${timeText(toMs)}`;
}

/** Colons are not allowed in names of files, so the time of day has none. */
function timeText(ms: number): string {
  const [day = "", clock = ""] = new Date(ms).toISOString().split("T");
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

/** Names that Windows keeps for devices of its own, also with an ending behind them. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|\s|$)/i;

function safe(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu, "_")
    .replace(/\s+/g, " ")
    .trim();
  return plain.replace(/^\.+/, "_").replace(reserved, "$1_");
}
