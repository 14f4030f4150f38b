import { connect, installNote, wifiSettings } from "../../device/snippets/micropython-wifi.ts";
import type { ProvisionTarget } from "./provision-target.ts";

/** For boards with Wi-Fi. The id of the chip is the hardware id. */
export function micropythonProvision({ apiUrl, isTls, key, slug }: ProvisionTarget): string {
  return `${installNote}
import binascii
import json
import os
import time

import machine
import network
import requests

${wifiSettings(isTls)}
API = "${apiUrl}"
PROVISIONING_KEY = "${key}"
HARDWARE_ID = binascii.hexlify(machine.unique_id()).decode()
STORE = "weir-device.json"
HEADERS = {"Content-Type": "application/json", "Accept": "application/json"}


${connect}


def provision():
    try:
        with open(STORE) as file:
            return json.load(file)
    except OSError:
        pass  # the first start
    # If an answer gets lost, the same nonce gets the same token for ten minutes.
    nonce = binascii.hexlify(os.urandom(16)).decode()
    asked = json.dumps({"provisioning_key": PROVISIONING_KEY, "hardware_id": HARDWARE_ID, "nonce": nonce})
    while True:
        try:
            response = requests.post(API + "/provision", data=asked, headers=HEADERS, timeout=10)
            status, answer = response.status_code, response.json()
            response.close()
            print(status, answer["message"])
            if "token" in answer:
                with open(STORE, "w") as file:
                    json.dump(answer, file)
                return answer
            # 202, 429 and 5xx pass; anything else stays the same until somebody changes something.
            wait = 60 if status == 202 or status == 429 or status >= 500 else 3600
        except (OSError, ValueError) as error:
            print("No answer:", error)
            wait = 60
        time.sleep(wait)


connect()
device = provision()
headers = dict(HEADERS)
headers["Authorization"] = "Bearer " + device["token"]
url = API + "/devices/" + device["device_uuid"] + "/sensors/${slug}/readings"
while True:
    value = 21.5  # read your sensor here; skip the sample when that fails
    response = requests.post(url, data=json.dumps({"data": {"value": value}}), headers=headers, timeout=10)
    print(response.status_code, response.text)
    response.close()
    time.sleep(60)
`;
}
