/** The parts of a MicroPython program that connect a board to the Wi-Fi. */

export const installNote = `# If requests is missing, once in the REPL: import mip; mip.install("requests")`;

export function wifiSettings(isTls: boolean): string {
  const note = isTls
    ? "\n# The connection is encrypted, but MicroPython's requests does not check the server's certificate."
    : "";
  return `WIFI_NAME = "YOUR_WIFI"
WIFI_PASSWORD = "YOUR_WIFI_PASSWORD"${note}`;
}

export const connect = `def connect():
    wifi = network.WLAN(network.STA_IF)
    wifi.active(True)
    if not wifi.isconnected():
        wifi.connect(WIFI_NAME, WIFI_PASSWORD)
    while not wifi.isconnected():
        time.sleep(0.2)`;
