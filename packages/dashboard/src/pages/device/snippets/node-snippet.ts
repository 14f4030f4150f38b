import { type SnippetTarget, sampleValue } from "./snippet-target.ts";

/** For Node 20 and later, Bun and Deno, without a package. */
export function nodeSnippet(target: SnippetTarget): string {
  return `// Save as send.mjs, then: node send.mjs
const url = "${target.url}";
const token = "${target.token}";

async function send(body) {
  let waitMs = 1000;
  for (let tries = 0; tries < 6; tries++) {
    let retryAfterMs = 0;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          Authorization: \`Bearer \${token}\`,
          "Content-Type": "application/json",
          Accept: "application/json",
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      });
      const answer = await response.json();
      // 429 and 5xx pass; anything else stays the same however often it is sent.
      if (response.status !== 429 && response.status < 500) return { status: response.status, answer };
      retryAfterMs = Number(response.headers.get("retry-after") ?? 0) * 1000;
    } catch (error) {
      console.error("No answer:", error.message);
    }
    await new Promise((done) => setTimeout(done, Math.max(waitMs, retryAfterMs)));
    waitMs *= 2;
  }
  throw new Error("Not delivered. Keep the readings and send them later: a repeat is recognised.");
}

${callOf(target)}
`;
}

function callOf({ shape, slugs }: SnippetTarget): string {
  const sent = (data: string) => `console.log(await send({ data: ${data} }));`;
  if (shape === "single") return sent("{ value: 21.5 }");
  if (shape === "bulk") {
    return `const minutesAgo = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();
${sent(`[
  { value: 21.5, timestamp: minutesAgo(2) },
  { value: 21.6, timestamp: minutesAgo(1) },
]`)}`;
  }
  const entries = slugs.map((slug, place) => `  { sensor_slug: "${slug}", value: ${sampleValue(place)} },`);
  return sent(`[\n${entries.join("\n")}\n]`);
}
