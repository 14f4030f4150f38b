import { type SnippetTarget, sampleValue } from "./snippet-target.ts";

/** For Python 3 with `requests`, whose retries respect Retry-After. */
export function pythonSnippet(target: SnippetTarget): string {
  const imports =
    target.shape === "bulk" ? "from datetime import datetime, timedelta, timezone\n\nimport" : "import";
  return `# pip install requests
${imports} requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

URL = "${target.url}"
TOKEN = "${target.token}"

# 429 and 5xx pass: wait longer each time, at least as long as Retry-After says.
# A repeat is recognised, so sending again is safe.
retry = Retry(
    total=5,
    backoff_factor=1,
    status_forcelist=[429, 500, 502, 503, 504],
    allowed_methods=["POST"],
)
session = requests.Session()
session.headers.update({"Authorization": f"Bearer {TOKEN}", "Accept": "application/json"})
session.mount(URL, HTTPAdapter(max_retries=retry))

${callOf(target)}
print(answer.status_code, answer.json())
`;
}

function callOf({ shape, slugs }: SnippetTarget): string {
  const sent = (data: string) => `answer = session.post(URL, json={"data": ${data}}, timeout=10)`;
  if (shape === "single") return sent('{"value": 21.5}');
  if (shape === "bulk") {
    return `now = datetime.now(timezone.utc)
data = [
    {"value": 21.5, "timestamp": (now - timedelta(minutes=2)).isoformat()},
    {"value": 21.6, "timestamp": (now - timedelta(minutes=1)).isoformat()},
]
${sent("data")}`;
  }
  const entries = slugs.map(
    (slug, place) => `    {"sensor_slug": "${slug}", "value": ${sampleValue(place)}},`,
  );
  return `data = [\n${entries.join("\n")}\n]\n${sent("data")}`;
}
