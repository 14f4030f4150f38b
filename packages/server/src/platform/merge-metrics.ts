/**
 * Adds up the metrics of several processes in Prometheus' text form: a series that several of them have gets the sum of their
 * values. Headings are kept once, with all series below.
 */
export function mergeMetrics(texts: readonly string[]): string {
  if (texts.length < 2) return texts[0] ?? "";
  /** The lines that describe metrics and the values of their series, by name and in order of appearance. */
  const headings = new Map<string, string[]>();
  const series = new Map<string, Map<string, number>>();
  for (const text of texts) {
    let name = "";
    for (const line of text.split("\n")) {
      if (line === "") continue;
      if (line.startsWith("# ")) {
        name = line.split(" ", 3)[2] ?? "";
        const known = headings.get(name) ?? [];
        if (!known.includes(line)) headings.set(name, [...known, line]);
        continue;
      }
      const split = line.lastIndexOf(" ");
      const [key, value] = [line.slice(0, split), Number(line.slice(split + 1))];
      const values = series.get(name) ?? new Map<string, number>();
      values.set(key, (values.get(key) ?? 0) + value);
      series.set(name, values);
    }
  }
  const names = new Set([...headings.keys(), ...series.keys()]);
  const lines = [...names].flatMap((name) => [
    ...(headings.get(name) ?? []),
    ...Array.from(series.get(name) ?? [], ([key, value]) => `${key} ${value}`),
  ]);
  return lines.map((line) => `${line}\n`).join("");
}
