import { manageByServer } from "../installation/embedded/control-socket.ts";
import { counted } from "../platform/counted.ts";
import { ApiClient } from "./client/api-client.ts";
import { CommandFailure } from "./failure.ts";

/**
 * Loads the sample data into the first account of the server that runs on a data folder. Data that is there already
 * stays as it is, so a server can always be started with it. Returns a line about it for people.
 */
export async function loadSample(data: string): Promise<string> {
  const send = async (target: string, init: RequestInit) => {
    const answered = await manageByServer(data, target, init);
    if (answered === null) throw new CommandFailure("server_not_running", `No server is running on ${data}.`);
    return answered;
  };
  const api = new ApiClient(send, { isOperator: true });
  const { uuid: account } = await api.accountFor(undefined);
  const place = { params: { account } };
  const { state } = await api.call("showSampleData", place);
  if (state !== "none") return "The sample data is still there from an earlier start.";
  const { device_count: devices } = await api.call("loadSampleData", place);
  return `Loading sample data with ${counted(devices, "device")} that keep sending. Settings > Account removes it again.`;
}
