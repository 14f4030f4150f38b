import { node } from "@weir/rule-engine/testing/write-chain";
import type { BrowserSession } from "../../api/browser-session.ts";
import { alarmLimit } from "./alarm-load.ts";
import { channelPath, hookPath } from "./broken-alarms.ts";

/** Sends each reading to the receiver, and saves it. */
function sendingChain(url: string) {
  return {
    nodes: [node("input", "input"), node("hook", "webhook", { url: url + hookPath }), node("save", "save")],
    wires: [
      { from: "input", output: "out", to: "hook" },
      { from: "input", output: "out", to: "save" },
    ],
  };
}

/** Creates a device whose readings raise alarms, and are sent to the receiver by its chain and by notifications. */
export async function createAlarmedDevice(owner: BrowserSession, receiverUrl: string) {
  const make = async (path: string, body: object) => {
    const { status, json } = await owner.call("POST", path, body);
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  };
  const chain = await make("./chains", { name: "Send", definition: sendingChain(receiverUrl) });
  await owner.call("POST", `./chains/${chain.uuid}/publish`, {});
  const device = await make("./devices", { name: "Freezer", sensors: [{ slug: "air" }], chain: chain.uuid });
  const target = { kind: "sensor", sensor: device.sensors[0].uuid };
  const condition = { kind: "above", limit: alarmLimit };
  await make("./alert-rules", { name: "Hot", condition, target, severity: "critical", text: "{{value}}" });
  const channel = { name: "Ops", target: { kind: "webhook", url: receiverUrl + channelPath } };
  const { uuid } = await make("./channels", channel);
  await make("./notification-rules", { name: "All", channels: [uuid] });
  return device;
}
