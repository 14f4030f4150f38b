import { pathOf } from "../openapi/device-operations.ts";
import type { Answer, OpenApiDocument } from "../openapi/openapi-document.ts";
import { codeBlock, jsonBlock, type Section } from "./blocks.ts";
import { html } from "./html.ts";
import {
  curlCommand,
  devicePlaceholder,
  sensorPlaceholder,
  serverPlaceholder,
  tokenPlaceholder,
  urlWithPlaceholders,
} from "./placeholders.ts";

export function firstReadingSection(document: OpenApiDocument): Section {
  const operation = document.paths[pathOf("single")]!.post!;
  const request = Object.values(operation.requestBody!.content["application/json"]!.examples!)[0]!;
  const answer = operation.responses["202"] as Answer;
  const answered = Object.values(answer.content!["application/json"]!.examples!)[0]!;
  return {
    id: "first-reading",
    title: "Send your first reading",
    body: html`<p>You need four things. All but the first are printed by <code>weir device create</code>.</p>
<ul>
<li><code>${serverPlaceholder}</code>: the address of this server.</li>
<li><code>${devicePlaceholder}</code>: the UUID of the device.</li>
<li><code>${sensorPlaceholder}</code>: the slug of one of its sensors, for example <code>temperature</code>. Upper and lower case count.</li>
<li><code>${tokenPlaceholder}</code>: the device’s access token, which <code>weir device token</code> shows again. It belongs to this one device.</li>
</ul>
${codeBlock("Replace the words in capitals and paste into a terminal", curlCommand(pathOf("single"), request.value))}
<p>The answer is <code>202 Accepted</code>:</p>
${jsonBlock({ ...answered, summary: "Answer" })}
<p class="note"><code>accepted</code> means queued and durable, not yet stored. The sensor’s rule chain decides what happens to the reading. The default chain saves it; a chain without a save step answers just the same and stores nothing.</p>
<h3 id="esp32"><a href="#esp32">From an ESP32</a></h3>
${codeBlock("Arduino core for ESP32, after Wi-Fi is connected; for a server with https", esp32Sketch(), true)}
<p>Without a clock that is set, send no <code>timestamp</code>: the reading then gets the time it arrives. If the device buffers readings while offline, set its clock first and read <a href="#clock">Time and clocks</a>.</p>
`,
    parts: [{ id: "esp32", title: "From an ESP32" }],
  };
}

function esp32Sketch(): string {
  return `#include <WiFiClientSecure.h>
#include <HTTPClient.h>

const char* url = "${urlWithPlaceholders(pathOf("single"))}";
const char* token = "${tokenPlaceholder}";
extern const char* rootCa;  // PEM of the authority that signed the server's certificate

// Returns the HTTP status, or a negative number when there was no answer.
int sendReading(float value) {
  if (isnan(value)) return 0;  // A failed sample is skipped, not sent.
  WiFiClientSecure tls;
  tls.setCACert(rootCa);
  HTTPClient http;
  http.begin(tls, url);
  http.addHeader("Authorization", String("Bearer ") + token);
  http.addHeader("Content-Type", "application/json");
  http.addHeader("Accept", "application/json");
  int status = http.POST(String("{\\"data\\":{\\"value\\":") + String(value, 2) + "}}");
  http.end();
  return status;
}`;
}
