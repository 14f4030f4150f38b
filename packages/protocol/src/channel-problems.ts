/** Why nothing reaches a channel: no mail server, or the owner of the mail address has not agreed, or declined. */
export const channelProblems = ["no_mail_server", "not_confirmed", "declined"] as const;
export type ChannelProblem = (typeof channelProblems)[number];
