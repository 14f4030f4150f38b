import { stringify } from "../platform/raw-json.ts";

/** The output of commands. Text from people or devices goes through `printable` first. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(stringify(value));
}

const chunkChars = 64 * 1024;

/** Writes lines as fast as they are read, and holds at most one chunk of them. */
export async function printLines(lines: Iterable<string>): Promise<void> {
  let chunk = "";
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < chunkChars) continue;
    await write(chunk);
    chunk = "";
  }
  await write(chunk);
}

/** Resolves when there is room for more. */
export async function write(chunk: string | Uint8Array): Promise<void> {
  if (process.stdout.write(chunk)) return;
  await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}

/** Text without characters that a terminal would interpret. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "\uFFFD");
}
