import { connect, installNote, wifiSettings } from "./micropython-wifi.ts";
import { type SnippetTarget, sampleValue } from "./snippet-target.ts";

/** For boards with Wi-Fi. Many firmwares include `requests`; the others install it with `mip`. */
export function micropythonSnippet(target: SnippetTarget): string {
  return `${installNote}
import json
import time

import network${target.shape === "bulk" ? "\nimport ntptime" : ""}
import requests

${wifiSettings(target.isTls)}
URL = "${target.url}"
HEADERS = {
    "Authorization": "Bearer ${target.token}",
    "Content-Type": "application/json",
    "Accept": "application/json",
}


${connect}


def send(body):
    wait = 1
    for _ in range(6):
        retry_after = 0
        try:
            response = requests.post(URL, data=json.dumps(body), headers=HEADERS, timeout=10)
            status = response.status_code
            print(status, response.text)
            for name, value in response.headers.items():
                if name.lower() == "retry-after":
                    retry_after = int(value)
            response.close()
            # 429 and 5xx pass; anything else stays the same however often it is sent.
            if status != 429 and status < 500:
                return 200 <= status < 300
        except OSError as error:
            print("No answer:", error)
        time.sleep(max(wait, retry_after))
        wait *= 2
    return False


${mainOf(target)}
`;
}

function mainOf({ shape, slugs }: SnippetTarget): string {
  if (shape === "single") {
    return `connect()
while True:
    value = 21.5  # read your sensor here; skip the sample when that fails
    send({"data": {"value": value}})
    time.sleep(60)`;
  }
  if (shape === "bulk") {
    return `def now():
    return "%04d-%02d-%02dT%02d:%02d:%02dZ" % time.gmtime()[:6]


connect()
ntptime.settime()
waiting = []
while True:
    value = 21.5  # read your sensor here; skip the sample when that fails
    waiting.append({"value": value, "timestamp": now()})
    if len(waiting) >= 10 and send({"data": waiting}):
        waiting = []
    waiting = waiting[-500:]  # what the memory of a small board holds
    time.sleep(60)`;
  }
  const entries = slugs.map(
    (slug, place) => `        {"sensor_slug": "${slug}", "value": ${sampleValue(place)}},`,
  );
  return `connect()
while True:
    # Read your sensors here; leave out the ones that fail.
    data = [
${entries.join("\n")}
    ]
    send({"data": data})
    time.sleep(60)`;
}
