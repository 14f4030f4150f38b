import type { ChannelProblem } from "@weir/protocol/channel-problems";
import type { Channel } from "../../control/channels/channels.ts";
import { recipientStandings } from "../../control/recipients/recipient-standings.ts";
import type { AccountContext } from "../core/api-context.ts";

/** What is known to keep messages from these channels of one account, by the id of the channel. */
export async function channelProblems(
  { account, control, serverFacts }: AccountContext,
  channels: readonly Pick<Channel, "id" | "kind" | "address">[],
): Promise<ReadonlyMap<number, ChannelProblem>> {
  const mails = channels.filter(({ kind }) => kind === "mail");
  if (mails.length === 0) return new Map();
  if (!serverFacts.sendsMail) return new Map(mails.map(({ id }) => [id, "no_mail_server"]));
  const addresses = mails.map(({ address }) => address);
  const standings = await recipientStandings(control, account.id, addresses);
  const problems = new Map<number, ChannelProblem>();
  mails.forEach(({ id }, index) => {
    const standing = standings[index];
    if (standing === "declined") problems.set(id, "declined");
    else if (standing !== "member" && standing !== "confirmed") problems.set(id, "not_confirmed");
  });
  return problems;
}
