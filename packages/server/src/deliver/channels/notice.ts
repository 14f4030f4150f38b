import type { Severity } from "@weir/protocol/closed-sets";
import type { NotificationMessage, NotifiedAlarm } from "@weir/rule-engine/message";

/** What a channel tells people, before it is put into the format of a receiver. Texts may contain anything. */
export interface Notice {
  readonly event: NoticeEvent;
  /** The gravest one of its alarms; null for a test. */
  readonly severity: Severity | null;
  /** One line. */
  readonly title: string;
  /** One line per alarm. */
  readonly text: string;
  /** A page of the dashboard; null if the server does not know its own address. */
  readonly url: string | null;
  readonly alarms: readonly NotifiedAlarm[];
}

type NoticeEvent = NotificationMessage["event"] | "test";

/** A request that carries a notice to a receiver. */
export interface ChannelRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Cuts a text to what a receiver takes. */
export function cutText(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax - 1).toWellFormed()}…`;
}

/** A test message for the channel of this name. */
export function testNotice(channelName: string, url: string | null): Notice {
  return {
    event: "test",
    severity: null,
    title: "Test message from Weir",
    url,
    alarms: [],
    text: `The channel "${channelName}" works.`,
  };
}
