import type { Owner } from "@weir/protocol/closed-sets";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { useSession } from "../../app/session.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { type Channel, type TypedKind, typedKindLabels } from "../notifications/channel-words.ts";
import { nothingTyped } from "../notifications/typed-channel.ts";
import { type Alarms, channelsLeft, guessedChannels, notifyingRules } from "./notifying-rules.ts";

/** The kind of the channel that is created with the alert; "" for none. */
export type NewKind = TypedKind | "push" | "";

export type Recipients = ReturnType<typeof useRecipients>;

/** Who is notified of these alarms already, and who else is going to be. */
export function useRecipients(alarms: Alarms) {
  const { user } = useSession();
  const listed = useCall("listChannels", {}).data?.items;
  const rules = useCall("listNotificationRules", {}).data?.items;
  const createChannel = useChange("createChannel", { quiet: true });
  const form = useFields(nothingTyped, createChannel);
  const [newKind, setNewKind] = useState<NewKind>("");
  const [owner, setOwner] = useState<Owner>("account");
  // Null until the person chooses. Until then, it is what can be guessed.
  const [own, setOwn] = useState<readonly string[] | null>(null);
  const [created, setCreated] = useState<readonly Channel[]>([]);
  const known = listed ?? [];
  const channels = [...known, ...created.filter(({ uuid }) => known.every((each) => each.uuid !== uuid))];
  const notifying = notifyingRules(rules ?? [], alarms);
  const left = channelsLeft(channels, notifying);
  const wanted = own ?? (rules === undefined ? [] : guessedChannels(left, notifying));
  const chosen = left.filter(({ uuid }) => wanted.includes(uuid));

  const startChannel = (kind: NewKind) => {
    setNewKind(kind);
    if (kind === "" || kind === "push") return;
    setOwner(kind === "mail" ? "person" : "account");
    form.set(({ kind: before, name, texts }) => ({
      kind,
      name: name === "" || name === typedKindLabels[before] ? typedKindLabels[kind] : name,
      texts: kind === "mail" && texts.address === undefined ? { ...texts, address: user.email } : texts,
    }));
  };
  return {
    alarms,
    notifying,
    left,
    chosen,
    isKnown: listed !== undefined && rules !== undefined,
    choose: (uuids: readonly string[]) => setOwn(uuids),
    newKind,
    startChannel,
    owner,
    setOwner,
    form,
    createChannel,
    /** Goes on with a channel that now exists, even if a later step fails. */
    adopt: (channel: Channel) => {
      setCreated((before) => [...before, channel]);
      setOwn([...chosen.map(({ uuid }) => uuid), channel.uuid]);
      setNewKind("");
    },
  };
}
