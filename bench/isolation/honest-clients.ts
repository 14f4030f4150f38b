import { fromAnySource, type IsolationWorld } from "./isolation-world.ts";

/** Without a pause, the clients would measure the highest rate of the server instead of its response time. */
const pauseMs = 5;
const answerMsMax = 30_000;

/** How long an honest device and an honest person's page waited, and how many of their requests failed or were never answered. */
export interface HonestTimes {
  readonly deviceP50Ms: number;
  readonly deviceP99Ms: number;
  readonly pageP50Ms: number;
  readonly pageP99Ms: number;
  readonly unanswered: number;
}

/** Sends single readings, and loads the list of devices as the first page does, for some seconds. */
export async function measureHonest(
  { url, honest: { api, cookie, device } }: IsolationWorld,
  seconds: number,
): Promise<HonestTimes> {
  const untilMs = performance.now() + seconds * 1000;
  let unanswered = 0;
  const loop = async (ask: (nth: number) => Promise<Response>): Promise<number[]> => {
    const times: number[] = [];
    for (let nth = 0; performance.now() < untilMs; nth++) {
      const startedMs = performance.now();
      const isAnswered = await ask(nth).then(
        async (answer) => (await answer.arrayBuffer()).byteLength > 0 && answer.ok,
        () => false,
      );
      if (!isAnswered) unanswered++;
      times.push(performance.now() - startedMs);
      await Bun.sleep(pauseMs);
    }
    return times.sort((a, b) => a - b);
  };
  const reading = `${url}/api/v1/devices/${device.uuid}/sensors/temperature/readings`;
  const ofDevice = { authorization: `Bearer ${device.token}`, "content-type": "application/json" };
  const send = (nth: number) =>
    fetch(reading, {
      method: "POST",
      headers: { ...ofDevice, ...fromAnySource() },
      body: `{"data":{"value":${nth}}}`,
      signal: AbortSignal.timeout(answerMsMax),
    });
  const load = () =>
    fetch(`${api}/devices?limit=100`, {
      headers: { cookie, ...fromAnySource() },
      signal: AbortSignal.timeout(answerMsMax),
    });
  const [sent, page] = await Promise.all([loop(send), loop(load)]);
  return {
    deviceP50Ms: percentile(sent, 0.5),
    deviceP99Ms: percentile(sent, 0.99),
    pageP50Ms: percentile(page, 0.5),
    pageP99Ms: percentile(page, 0.99),
    unanswered,
  };
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor((sorted.length - 1) * part)]!;
}
