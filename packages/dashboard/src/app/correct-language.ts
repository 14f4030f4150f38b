/**
 * Some browsers name a language that is none: WebKit on Linux says "C" where no other is set. Libraries that format numbers
 * by it throw, which took the charts along, so such a name is replaced.
 */
export function correctLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en" });
  }
}
