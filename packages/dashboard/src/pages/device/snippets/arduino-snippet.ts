import { connection, setup, wifiSettings } from "./arduino-wifi.ts";
import { type SnippetTarget, sampleValue } from "./snippet-target.ts";

/** A complete sketch for an ESP32. It only uses libraries of its Arduino core. */
export function arduinoSnippet(target: SnippetTarget): string {
  return `#include <HTTPClient.h>
#include <WiFi.h>
${wifiSettings(target.isTls)}
const char *url = "${target.url}";
const char *authorization = "Bearer ${target.token}";
${connection(target.isTls)}

bool sendReadings(const String &body) {
  unsigned long waitMs = 1000;
  for (int tries = 0; tries < 6; tries++) {
    HTTPClient http;
    http.setConnectTimeout(5000);
    http.setTimeout(10000);
    http.begin(connection, url);
    const char *wanted[] = {"Retry-After"};
    http.collectHeaders(wanted, 1);
    http.addHeader("Authorization", authorization);
    http.addHeader("Content-Type", "application/json");
    http.addHeader("Accept", "application/json");
    int status = http.POST(body);
    if (status > 0) Serial.printf("%d %s\\n", status, http.getString().c_str());
    else Serial.printf("No answer: %s\\n", HTTPClient::errorToString(status).c_str());
    unsigned long retryAfterMs = http.header("Retry-After").toInt() * 1000UL;
    http.end();
    if (status >= 200 && status < 300) return true;
    // No answer, 429 and 5xx pass; anything else stays the same however often it is sent.
    if (status > 0 && status != 429 && status < 500) return false;
    delay(max(waitMs, retryAfterMs));
    waitMs *= 2;
  }
  return false;
}

${programOf(target)}
`;
}

function programOf(target: SnippetTarget): string {
  if (target.shape === "single") return singleProgram(target);
  return target.shape === "bulk" ? bulkProgram(target) : batchProgram(target);
}

const readSensor = `float readSensor() {
  return 21.5;  // read your sensor here; NAN when that fails
}`;

function singleProgram(target: SnippetTarget): string {
  return `${readSensor}

${setup(target.isTls)}

void loop() {
  float value = readSensor();
  if (!isnan(value)) sendReadings("{\\"data\\":{\\"value\\":" + String(value, 3) + "}}");
  delay(60000);
}`;
}

function bulkProgram(target: SnippetTarget): string {
  return `String waiting;
int waitingCount = 0;

${readSensor}

String utcNow() {
  time_t seconds = time(nullptr);
  char text[24];
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime(&seconds));
  return text;
}

${setup(
  target.isTls,
  '\n  configTime(0, 0, "pool.ntp.org");\n  while (time(nullptr) < 1700000000) delay(200);  // until the clock is set',
)}

void loop() {
  float value = readSensor();
  if (!isnan(value) && waitingCount < 500) {
    if (waitingCount++ > 0) waiting += ",";
    waiting += "{\\"value\\":" + String(value, 3) + ",\\"timestamp\\":\\"" + utcNow() + "\\"}";
  }
  if (waitingCount >= 10 && sendReadings("{\\"data\\":[" + waiting + "]}")) {
    waiting = "";
    waitingCount = 0;
  }
  delay(60000);
}`;
}

function batchProgram(target: SnippetTarget): string {
  const entries = target.slugs.map((slug, place) => `  add(data, "${slug}", ${sampleValue(place)});`);
  return `void add(String &data, const char *slug, float value) {
  if (isnan(value)) return;  // a failed sample is left out
  if (data.length() > 0) data += ",";
  data += "{\\"sensor_slug\\":\\"" + String(slug) + "\\",\\"value\\":" + String(value, 3) + "}";
}

${setup(target.isTls)}

void loop() {
  String data;
  // Read your sensors here.
${entries.join("\n")}
  if (data.length() > 0) sendReadings("{\\"data\\":[" + data + "]}");
  delay(60000);
}`;
}
