import type { ChannelRequest, Notice } from "../notice.ts";

/** The JSON of a webhook channel. `signed` returns the headers for the body. */
export function webhookRequest(
  url: string,
  { event, title, text, severity, alarms, ...notice }: Notice,
  signed: (body: string) => Readonly<Record<string, string>>,
): ChannelRequest {
  const body = JSON.stringify({
    type: ["digest", "limited", "test"].includes(event) ? event : `alarm.${event}`,
    title,
    text,
    severity,
    ...(notice.url === null ? {} : { url: notice.url }),
    alarms: alarms.map(({ atMs, ...alarm }) => ({ ...alarm, at: new Date(atMs).toISOString() })),
  });
  return { url, headers: signed(body), body };
}
