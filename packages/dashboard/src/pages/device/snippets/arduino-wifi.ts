/** The parts of a sketch for an ESP32 that connect it: to the Wi-Fi, and to the server with or without TLS. */

/** The declarations that a sketch begins with, after its includes. */
export function wifiSettings(isTls: boolean): string {
  return `${isTls ? "#include <WiFiClientSecure.h>\n" : ""}
const char *wifiName = "YOUR_WIFI";
const char *wifiPassword = "YOUR_WIFI_PASSWORD";`;
}

export function connection(isTls: boolean): string {
  if (!isTls) return "WiFiClient connection;";
  return `// The root certificate of the authority that issued the server's certificate. It keeps others from impersonating the server.
const char *rootCertificate = R"(-----BEGIN CERTIFICATE-----
PASTE_THE_ROOT_CERTIFICATE_HERE
-----END CERTIFICATE-----)";
WiFiClientSecure connection;`;
}

/** `more` are lines that run once the Wi-Fi is connected, each after a line break. */
export function setup(isTls: boolean, more = ""): string {
  return `void setup() {
  Serial.begin(115200);
  WiFi.begin(wifiName, wifiPassword);
  while (WiFi.status() != WL_CONNECTED) delay(200);${
    isTls ? "\n  connection.setCACert(rootCertificate);" : ""
  }${more}
}`;
}
