const slugChars = 64;

/**
 * Makes a slug of a name: "Soil temperature (°C)" becomes "soil-temperature-c". Accents are removed. Empty if no
 * character of the name can be used.
 */
export function slugOf(name: string): string {
  return name
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, slugChars)
    .replace(/^-+|-+$/g, "");
}
