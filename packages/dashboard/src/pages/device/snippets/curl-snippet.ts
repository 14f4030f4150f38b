import { type SnippetTarget, sampleValue } from "./snippet-target.ts";

const minuteMs = 60_000;

/** One command to paste. curl itself waits and retries after 429 and 5xx, and respects Retry-After. */
export function curlSnippet(target: SnippetTarget): string {
  return [
    "curl --max-time 10 --retry 5 --fail-with-body \\",
    `  --request POST '${target.url}' \\`,
    `  --header 'Authorization: Bearer ${target.token}' \\`,
    "  --header 'Content-Type: application/json' \\",
    "  --header 'Accept: application/json' \\",
    `  --data '${bodyOf(target)}'`,
  ].join("\n");
}

function bodyOf({ shape, slugs, nowMs }: SnippetTarget): string {
  const at = (minutesAgo: number) =>
    new Date(nowMs - minutesAgo * minuteMs).toISOString().replace(/\.\d+Z$/, "Z");
  if (shape === "single") return '{"data": {"value": 21.5}}';
  const entries =
    shape === "bulk"
      ? [2, 1].map((minutesAgo, place) => ({ value: 21.5 + place / 10, timestamp: at(minutesAgo) }))
      : slugs.map((slug, place) => ({ sensor_slug: slug, value: sampleValue(place) }));
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`);
  return `{"data": [\n${lines.join(",\n")}\n  ]}`;
}
