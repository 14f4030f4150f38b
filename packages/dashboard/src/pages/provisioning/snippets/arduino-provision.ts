import { connection, setup, wifiSettings } from "../../device/snippets/arduino-wifi.ts";
import type { ProvisionTarget } from "./provision-target.ts";

/** A complete sketch for an ESP32. UUID and token are kept in its flash memory. It only uses libraries of its Arduino core. */
export function arduinoProvision({ apiUrl, isTls, key, slug }: ProvisionTarget): string {
  return `#include <HTTPClient.h>
#include <Preferences.h>
#include <WiFi.h>
${wifiSettings(isTls)}
const String api = "${apiUrl}";
const String provisioningKey = "${key}";
${connection(isTls)}
Preferences store;
String deviceUuid, token;

// The text of a field in an answer of Weir, whose texts have no escaped characters.
String field(const String &json, const String &name) {
  int at = json.indexOf("\\"" + name + "\\":\\"");
  if (at < 0) return "";
  int start = at + name.length() + 4;
  return json.substring(start, json.indexOf('"', start));
}

int post(const String &url, const String &body, String &answer, unsigned long &retryAfterMs) {
  HTTPClient http;
  http.setConnectTimeout(5000);
  http.setTimeout(10000);
  http.begin(connection, url);
  const char *wanted[] = {"Retry-After"};
  http.collectHeaders(wanted, 1);
  http.addHeader("Content-Type", "application/json");
  http.addHeader("Accept", "application/json");
  if (token.length() > 0) http.addHeader("Authorization", "Bearer " + token);
  int status = http.POST(body);
  answer = status > 0 ? http.getString() : "";
  retryAfterMs = http.header("Retry-After").toInt() * 1000UL;
  http.end();
  return status;
}

void provision() {
  store.begin("weir", false);
  deviceUuid = store.getString("uuid", "");
  token = store.getString("token", "");
  char hardwareId[13];
  snprintf(hardwareId, sizeof hardwareId, "%012llX", ESP.getEfuseMac());
  // If an answer gets lost, the same nonce gets the same token for ten minutes.
  char nonce[33];
  for (int at = 0; at < 32; at += 8) snprintf(nonce + at, 9, "%08lx", (unsigned long)esp_random());
  while (token.length() == 0) {
    String answer;
    unsigned long retryAfterMs = 0;
    int status = post(api + "/provision",
                      "{\\"provisioning_key\\":\\"" + provisioningKey + "\\",\\"hardware_id\\":\\"" + hardwareId +
                          "\\",\\"nonce\\":\\"" + nonce + "\\"}",
                      answer, retryAfterMs);
    Serial.printf("%d %s\\n", status, field(answer, "message").c_str());
    token = field(answer, "token");
    if (token.length() > 0) {
      deviceUuid = field(answer, "device_uuid");
      store.putString("uuid", deviceUuid);
      store.putString("token", token);
      return;
    }
    // No answer, 202, 429 and 5xx pass; anything else stays the same until somebody changes something.
    bool passes = status <= 0 || status == 202 || status == 429 || status >= 500;
    delay(max(passes ? 60000UL : 3600000UL, retryAfterMs));
  }
}

${setup(isTls, "\n  provision();")}

void loop() {
  float value = 21.5;  // read your sensor here; NAN when that fails
  String answer;
  unsigned long retryAfterMs = 0;
  if (!isnan(value)) {
    int status = post(api + "/devices/" + deviceUuid + "/sensors/${slug}/readings",
                      "{\\"data\\":{\\"value\\":" + String(value, 3) + "}}", answer, retryAfterMs);
    Serial.printf("%d %s\\n", status, answer.c_str());
  }
  delay(max(60000UL, retryAfterMs));
}
`;
}
