import type { Channel } from "../../control/channels/channels.ts";

/** What the receiver of a test message answered, in words. */
export interface ChannelTest {
  readonly delivered: boolean;
  readonly answer: string;
}

/** Sends a test message at once, without the outbox. */
export type TestChannel = (channel: Channel) => Promise<ChannelTest>;
