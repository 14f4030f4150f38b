import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCall } from "../../api/queries.ts";
import { Note } from "../../ui/states.tsx";
import type { AlertRule } from "./condition-words.ts";

/** The notification rules that send the alarms of a rule to somebody. */
export function NotifyingRules({
  rule: { told_by: rules, tells_nobody },
}: {
  readonly rule: Pick<AlertRule, "told_by" | "tells_nobody">;
}) {
  if (tells_nobody) return <span className="text-warn">Nobody</span>;
  if (rules.length === 0) return "Other members";
  return rules.map(({ name, group }) => (group === null ? name : `${name} (group ${group})`)).join(", ");
}

/** The same for a rule of which only the UUID is known, where there is room for a line. */
export function NotifyingRulesOf({ uuid }: { readonly uuid: string }) {
  const rule = useCall("listAlertRules", {}).data?.items.find((each) => each.uuid === uuid);
  return rule === undefined ? "–" : <NotifyingRules rule={rule} />;
}

/** Alarms are shown on pages in any case. Messages about them need a notification rule with a channel that works. */
export function NobodyNotified({ when }: { readonly when: ReactNode }) {
  return (
    <Note tone="warn">
      Nobody is notified when {when}, because no notification rule sends it to a working channel.{" "}
      <Link to="/alarms/notifications" className="underline underline-offset-2">
        Set up notifications
      </Link>
    </Note>
  );
}
