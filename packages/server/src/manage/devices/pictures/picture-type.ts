const signatures: readonly [mediaType: string, at: number, text: string][] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/webp", 8, "WEBP"],
];

/** The type of a picture by its first bytes, whatever its name or header says; null if it is none that browsers show safely. */
export function pictureType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  const found = signatures.find(([, at, text]) => start.startsWith(text, at));
  if (found?.[0] === "image/webp" && !start.startsWith("RIFF")) return null;
  return found?.[0] ?? null;
}
