import { useParams } from "@tanstack/react-router";
import { Check, SearchX } from "lucide-react";
import { useState } from "react";
import { isGone } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { useRefreshOnAlarm } from "../../api/use-refresh-on-alarm.ts";
import { alarmTitle } from "../../app/alarms/alarm-words.ts";
import { OtherAccounts } from "../../app/not-there.tsx";
import { useMay } from "../../app/session.tsx";
import { messageText } from "../../format/message-text.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { type Crumb, Page } from "../../ui/page.tsx";
import { Severity } from "../../ui/severity.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Together } from "../../ui/together.tsx";
import { type Alarm, SnoozedBadge } from "../records/alarm-state.tsx";
import { ClearAlarm } from "../records/clear-alarm.tsx";
import { useAcknowledge } from "../records/use-acknowledge.ts";
import { AlarmChart } from "./alarm-chart.tsx";
import { AlarmFacts } from "./alarm-facts.tsx";
import { AlarmHistory } from "./alarm-history.tsx";
import { OtherAlarms } from "./other-alarms.tsx";
import { SnoozeMenu } from "./snooze-menu.tsx";

const crumbs: readonly Crumb[] = [{ label: "Alarms", to: "/alarms" }];
/** No event reports that a snooze has ended, or how many readings found an alarm active. */
const againEveryMs = 15_000;

/** One alarm in any state: what happened, the readings around that time, and what people do about it. */
export function AlarmPage() {
  const { alarm: text = "" } = useParams({ strict: false });
  // An address that names no alarm is answered like an alarm that does not exist.
  const id = /^\d{1,15}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
  const result = useCall("showAlarm", { params: { id } }, { refetchInterval: againEveryMs });
  const alarm = isGone(result.error) ? undefined : result.data;
  useRefreshOnAlarm(
    ["showAlarm", "showAlarmHistory"],
    ({ device }) => alarm === undefined || device === alarm.device?.uuid,
  );
  return (
    <Page
      // The content begins elsewhere once the header is known.
      key={alarm === undefined ? "awaited" : "known"}
      title={alarm === undefined ? "Alarm" : alarmTitle(alarm)}
      crumbs={crumbs}
      aside={
        alarm && (
          <span className="flex items-center gap-3 text-sm">
            <Severity severity={alarm.severity} />
            <SnoozedBadge until={alarm.snoozed_until} />
          </span>
        )
      }
      action={alarm && <AlarmActions alarm={alarm} />}
    >
      <Loaded result={result} shape="card" what="Loading alarm" gone={<NoSuchAlarm />}>
        {(shown) => (
          <Together className="flex flex-col gap-5">
            {shown.message !== null && shown.message !== "" && (
              <p className="wrap-anywhere">{messageText(shown.message)}</p>
            )}
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
              <div className="flex min-w-0 flex-col gap-5">
                <AlarmChart alarm={shown} />
                <AlarmHistory alarm={shown} />
              </div>
              {/* On a phone, the details come first. */}
              <div className="flex min-w-0 flex-col gap-5 max-lg:-order-1">
                <AlarmFacts alarm={shown} />
                <OtherAlarms id={shown.id} />
              </div>
            </div>
          </Together>
        )}
      </Loaded>
    </Page>
  );
}

function AlarmActions({ alarm }: { readonly alarm: Alarm }) {
  const mayChange = useMay("editor");
  const acknowledge = useAcknowledge();
  const [isClearing, setIsClearing] = useState(false);
  if (!mayChange || alarm.state === "cleared") return null;
  return (
    <>
      <Button onClick={() => setIsClearing(true)}>Clear</Button>
      <SnoozeMenu alarm={alarm} />
      {alarm.state === "active" && (
        <Button
          look="primary"
          icon={<Check size={15} aria-hidden />}
          isBusy={acknowledge.isPending}
          onClick={() => acknowledge.mutate([alarm.id])}
        >
          Acknowledge
        </Button>
      )}
      <ClearAlarm
        alarm={isClearing ? alarm : null}
        onClose={() => setIsClearing(false)}
        onCleared={() => undefined}
      />
    </>
  );
}

function NoSuchAlarm() {
  return (
    <EmptyState
      icon={<SearchX size={24} />}
      title="This alarm does not exist"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink to="/alarms">Show all alarms</ButtonLink>
          <OtherAccounts />
        </div>
      }
    >
      Its device or sensor was deleted, or it belongs to another account.
    </EmptyState>
  );
}
