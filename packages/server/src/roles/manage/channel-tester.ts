import { randomUUID } from "node:crypto";
import type { Control } from "../../control/control.ts";
import { recipientStandings } from "../../control/recipients/recipient-standings.ts";
import { AddressGuard } from "../../deliver/address-guard.ts";
import { ChannelSender, receiverNames } from "../../deliver/channels/channel-sender.ts";
import { type Notice, testNotice } from "../../deliver/channels/notice.ts";
import { GuardedConnector } from "../../deliver/guarded-connector.ts";
import type { ChannelTest, TestChannel } from "../../manage/core/channel-test.ts";
import type { Mailer } from "../../manage/core/mailer.ts";
import { loadSecret, webhookSecretName } from "../../manage/core/sealed-secret.ts";
import { loadChannel, loadPushKey } from "../../manage/notifications/sealed-channel.ts";
import type { Network } from "../../platform/address.ts";
import type { Clock } from "../../platform/clock.ts";
import { reasonOf } from "../../platform/log.ts";
import { weirVersion } from "../../platform/version.ts";

interface TesterParts {
  readonly control: Control;
  readonly mailer: Mailer | null;
  readonly clock: Clock;
  /** Networks that messages may be sent to although they are not public. */
  readonly allow: readonly Network[];
  /** The configured address of the server, for links; null leaves them out, as in messages about alarms. */
  readonly publicUrl: string | null;
}

/** Sends test messages at once, without the outbox, so that whoever sets up a channel learns what the receiver says. */
export function createChannelTester({ control, mailer, clock, allow, publicUrl }: TesterParts): TestChannel {
  const sender = new ChannelSender({
    connector: new GuardedConnector({ guard: new AddressGuard(allow) }),
    publicConnector: new GuardedConnector({ guard: new AddressGuard([]) }),
    clock,
    version: weirVersion,
    contact: publicUrl,
    vapidKey: () => loadPushKey(control, control.key),
  });
  return async ({ uuid, accountId, name, kind }) => {
    const channel = await loadChannel(control, control.key, uuid);
    if (channel === null) return failed("The channel was deleted.");
    if (channel === "sealed") {
      return failed("The channel was encrypted with another key. Create it again.");
    }
    const { target, isTrusted } = channel;
    const notice = testNotice(name, publicUrl === null ? null : `${publicUrl}/alarms/notifications`);
    if (target.kind === "mail") return testMail(target.address, { accountId, isTrusted, notice });
    const outcome = await sender.send({
      target,
      isTrusted,
      notice,
      key: randomUUID(),
      signal: new AbortController().signal,
      signingSecret: async () => (await loadSecret(control, control.key, accountId, webhookSecretName)) ?? "",
    });
    if (outcome.kind !== "delivered") return failed(outcome.reason);
    return { delivered: true, answer: `${receiverNames[kind]} accepted the message.` };
  };

  async function testMail(
    address: string,
    {
      accountId,
      isTrusted,
      notice: { title, text },
    }: { readonly accountId: number; readonly isTrusted: boolean; readonly notice: Notice },
  ): Promise<ChannelTest> {
    if (mailer === null) return failed("The server does not send mail. Its operator can set smtp_url.");
    const [standing] = await recipientStandings(control, accountId, [address]);
    if (standing === "declined") return failed(`${address} declined emails from this account.`);
    if (standing !== "member" && standing !== "confirmed") {
      return failed(`${address} has not confirmed yet that it wants emails of this account.`);
    }
    try {
      await mailer.send({ to: address, subject: title, text });
      return { delivered: true, answer: "The mail server accepted the message." };
    } catch (error) {
      return failed(isTrusted ? reasonOf(error) : "The mail server did not accept the message.");
    }
  }
}

function failed(answer: string): ChannelTest {
  return { delivered: false, answer };
}
