import { isAtLeast } from "@weir/protocol/manage/access";
import type { ChannelTargetForm } from "@weir/protocol/manage/channel-forms";
import { type Channel, channelByUuid } from "../../control/channels/channels.ts";
import { readPushKey } from "../../control/channels/push-key.ts";
import type { ControlData, ControlReader } from "../../control/control.ts";
import { roleOfMember } from "../../control/people/account-role.ts";
import { openToken, sealToken } from "../../control/sealing/token.ts";
import type { TokenKey } from "../../control/sealing/token-key.ts";
import type { VapidKey } from "../../deliver/channels/web-push/vapid.ts";

/**
 * Targets of channels as stored in control data: sealed like device tokens and bound to their channel, so that sealed bytes
 * that are moved to another channel do not open.
 */

export function sealTarget(target: ChannelTargetForm, channelUuid: string, key: TokenKey): Uint8Array {
  return sealToken(JSON.stringify(target), channelBinding(channelUuid), key);
}

interface OpenedChannel extends Omit<Channel, "sealed"> {
  readonly target: ChannelTargetForm;
  /** See FoundChannel. */
  readonly isTrusted: boolean;
}

/** For delivery. "sealed" if it was sealed with another key; null if there is no such channel. */
export async function loadChannel(
  { db }: Pick<ControlReader, "db">,
  key: TokenKey,
  uuid: string,
): Promise<OpenedChannel | "sealed" | null> {
  const found = await channelByUuid(db, uuid);
  if (found === null) return null;
  const { sealed, ...channel } = found;
  const text = openToken(sealed, channelBinding(uuid), key);
  if (text === null) return "sealed";
  return {
    ...channel,
    target: JSON.parse(text) as ChannelTargetForm,
    isTrusted: await isTrusted(db, channel),
  };
}

/** Asked for each message, because a person's role may have changed since the channel was created. */
async function isTrusted(db: ControlData, { accountId, userId }: Omit<Channel, "sealed">): Promise<boolean> {
  if (userId === null) return true;
  const role = await roleOfMember(db, accountId, userId);
  return role !== null && isAtLeast(role, "editor");
}

/** Null if there is none, or if it was sealed with another key. */
export async function loadPushKey(
  { db }: Pick<ControlReader, "db">,
  key: TokenKey,
): Promise<VapidKey | null> {
  const found = await readPushKey(db);
  const privateKey = found === undefined ? null : openToken(found.sealed, pushKeyBinding, key);
  return privateKey === null ? null : { publicKey: found!.publicKey, privateKey };
}

/** What a channel is sealed for. */
export function channelBinding(uuid: string): string {
  return `channel ${uuid}`;
}

export const pushKeyBinding = "push key";
