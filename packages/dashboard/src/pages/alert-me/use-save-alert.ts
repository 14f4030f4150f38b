import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/queries.ts";
import { toast } from "../../ui/toast.tsx";
import { type AlertRuleForm, ruleOf } from "../alert-rules/alert-rule-form.ts";
import type { Channel } from "../notifications/channel-words.ts";
import { browserName, subscribeBrowser } from "../notifications/push-subscription.ts";
import { typedTarget } from "../notifications/typed-channel.ts";
import { newNotificationRules } from "./notifying-rules.ts";
import type { Recipients } from "./use-recipients.ts";

interface Made {
  readonly uuid: string;
  readonly name: string;
  readonly channel: string | null;
}

/**
 * Saves an alert in up to three steps: the alert rule, a new channel, and the notification rules that send its alarms. What a
 * step has created stays if a later one fails, and saving again goes on after it.
 */
export function useSaveAlert({
  form,
  rule: { createRule, updateRule },
  recipients,
  onClose,
}: {
  readonly form: AlertRuleForm;
  readonly rule: {
    readonly createRule: ReturnType<typeof useChange<"createAlertRule">>;
    readonly updateRule: ReturnType<typeof useChange<"updateAlertRule">>;
  };
  readonly recipients: Recipients;
  readonly onClose: () => void;
}) {
  const notify = useChange("createNotificationRule", { quiet: true });
  const [made, setMade] = useState<Made | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const run = async () => {
    // Asked first, so that nothing is created if the person or the browser says no.
    const target = await newTarget(recipients);
    const body = ruleOf(form);
    const rule =
      made === null
        ? await createRule.mutateAsync({ body })
        : await updateRule.mutateAsync({ params: { rule: made.uuid }, body });
    setMade({ uuid: rule.uuid, name: rule.name, channel: made?.channel ?? null });
    const added = target === null ? null : await recipients.createChannel.mutateAsync({ body: target });
    if (added !== null) {
      recipients.adopt(added);
      setMade({ uuid: rule.uuid, name: rule.name, channel: added.name });
    }
    const channels = [...recipients.chosen, ...(added === null ? [] : [added])];
    for (const terms of newNotificationRules(channels, recipients.alarms)) {
      await notify.mutateAsync({ body: terms });
      // Asked for again, so that saving once more does not create the rule twice.
      await refresh("listNotificationRules");
    }
    toast(doneText(recipients, channels));
    onClose();
  };
  const save = async () => {
    setIsBusy(true);
    setError(null);
    recipients.createChannel.reset();
    try {
      await run();
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
      void refresh("listAlertRules", "listChannels", "listNotificationRules", "listAudit");
    }
  };
  return { save: () => void save(), isBusy, error, made: made === null ? null : madeText(made) };
}

async function newTarget({ newKind, owner, form }: Recipients) {
  if (newKind === "") return null;
  if (newKind !== "push") return { owner, name: form.values.name, target: typedTarget(form.values) };
  const { public_key } = await call("showPushKey", {});
  const target = await subscribeBrowser(public_key);
  return { owner: "person" as const, name: browserName(navigator.userAgent), target };
}

function madeText({ name, channel }: Made): string {
  const also = channel === null ? "" : ` The channel “${channel}” was created, too.`;
  return `The alert rule “${name}” exists already.${also} Save again to finish the rest.`;
}

function doneText({ notifying }: Recipients, channels: readonly Channel[]): string {
  if (channels.length > 0)
    return `Alert created. It notifies ${channels.map(({ name }) => `“${name}”`).join(", ")}.`;
  return notifying.length > 0 ? "Alert created." : "Alert created. Nobody is notified of its alarms yet.";
}
