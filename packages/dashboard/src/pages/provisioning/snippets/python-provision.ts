import type { ProvisionTarget } from "./provision-target.ts";

/** Asks only if nothing is stored. The file is replaced as a whole, so that a power cut leaves the old or the new one. */
export function pythonProvision({ apiUrl, key, slug }: ProvisionTarget): string {
  return `# pip install requests
import json
import os
import secrets
import time
import uuid

import requests

API = "${apiUrl}"
PROVISIONING_KEY = "${key}"
HARDWARE_ID = "%012X" % uuid.getnode()  # the MAC address, or whatever only this device has
STORE = "weir-device.json"
HEADERS = {"Accept": "application/json"}


def provision():
    if os.path.exists(STORE):
        with open(STORE) as file:
            return json.load(file)
    # If an answer gets lost, the same nonce gets the same token for ten minutes.
    asked = {"provisioning_key": PROVISIONING_KEY, "hardware_id": HARDWARE_ID, "nonce": secrets.token_hex(16)}
    wait = 5
    while True:
        retry_after = 0
        try:
            response = requests.post(API + "/provision", json=asked, headers=HEADERS, timeout=10)
            status, answer = response.status_code, response.json()
            print(status, answer["message"])
            if "token" in answer:
                store(answer)
                return answer
            # 202, 429 and 5xx pass; anything else stays the same until somebody changes something.
            if status != 202 and status != 429 and status < 500:
                wait = 3600
            retry_after = int(response.headers.get("Retry-After", 0))
        except (requests.RequestException, ValueError) as error:
            print("No answer:", error)
        time.sleep(max(wait, retry_after))
        wait = min(2 * wait, 3600)


def store(device):
    with open(os.open(STORE + ".new", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
        json.dump(device, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(STORE + ".new", STORE)


device = provision()
headers = {**HEADERS, "Authorization": "Bearer " + device["token"]}
url = API + "/devices/" + device["device_uuid"] + "/sensors/${slug}/readings"
response = requests.post(url, json={"data": {"value": 21.5}}, headers=headers, timeout=10)
print(response.status_code, response.text)
`;
}
