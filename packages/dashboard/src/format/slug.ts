const slugChars = 64;

/** A slug for a name: "Soil temperature (°C)" becomes "soil-temperature-c", and accents go. Empty where nothing of the name fits. */
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
