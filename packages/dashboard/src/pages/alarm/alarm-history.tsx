import {
  AlarmClock,
  AlarmClockOff,
  BellOff,
  BellRing,
  Check,
  ChevronsUp,
  type LucideIcon,
  MessageSquare,
  Undo2,
  UserCheck,
  UserX,
} from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { useNameOf } from "../../app/people.tsx";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import type { Alarm } from "../records/alarm-state.tsx";
import { useValueOfAlarm } from "../records/use-value-of-alarm.ts";
import { type HistoryEntry, historyText } from "./history-words.ts";

const icons: Readonly<Record<HistoryEntry["kind"], LucideIcon>> = {
  raised: BellRing,
  severity_rose: ChevronsUp,
  cleared: BellOff,
  acknowledged: Check,
  unacknowledged: Undo2,
  commented: MessageSquare,
  assigned: UserCheck,
  unassigned: UserX,
  snoozed: AlarmClock,
  unsnoozed: AlarmClockOff,
};

/** What happened to an alarm and who did what, with comments. */
export function AlarmHistory({ alarm }: { readonly alarm: Alarm }) {
  const mayComment = useMay("editor");
  const result = useCall("showAlarmHistory", { params: { id: alarm.id } });
  return (
    <Card title="History" isFlush>
      <Loaded result={result} shape="rows">
        {({ items }) => (
          <ol aria-label="History of the alarm" className="text-sm">
            {items.map((entry, place) => (
              <Entry key={entry.comment ?? `${entry.kind} ${place}`} entry={entry} alarm={alarm} />
            ))}
          </ol>
        )}
      </Loaded>
      {mayComment && <CommentForm id={alarm.id} />}
    </Card>
  );
}

function Entry({ entry, alarm }: { readonly entry: HistoryEntry; readonly alarm: Alarm }) {
  const Icon = icons[entry.kind];
  const nameOf = useNameOf();
  const shownValue = useValueOfAlarm();
  return (
    <li className="flex gap-3 border-b border-line px-4 py-2.5">
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere">
            {historyText(entry, alarm.cause, nameOf, (value) => shownValue(alarm, value))}
          </span>
          <span className="text-muted">
            <RelativeTime at={entry.at} />
          </span>
        </div>
        {entry.kind === "commented" && (
          <p className="mt-1 rounded-md bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere">
            {entry.text}
          </p>
        )}
        {entry.is_own && entry.comment !== null && <DeleteComment id={alarm.id} comment={entry.comment} />}
      </div>
    </li>
  );
}

function DeleteComment({ id, comment }: { readonly id: number; readonly comment: number }) {
  const deletion = useChange("deleteAlarmComment", {
    refreshes: ["showAlarmHistory", "listAudit"],
    said: "Comment deleted.",
  });
  return (
    <ConfirmButton
      size="small"
      look="quiet"
      className="mt-1 -ml-2"
      question={{
        title: "Delete this comment?",
        text: "It disappears from the history. The audit log keeps its text.",
        action: "Delete comment",
        onConfirm: () => deletion.mutateAsync({ params: { id, comment } }),
      }}
    >
      Delete
    </ConfirmButton>
  );
}

function CommentForm({ id }: { readonly id: number }) {
  const [text, setText] = useState("");
  const comment = useChange("commentOnAlarm", {
    quiet: true,
    refreshes: ["showAlarmHistory", "listAudit"] as const,
    onDone: () => setText(""),
  });
  return (
    <div className="p-4">
      <Form onSubmit={() => comment.mutate({ params: { id }, body: { text } })}>
        <TextAreaField
          label="Comment"
          rows={2}
          maxLength={4000}
          value={text}
          error={fieldMessage(comment.error, "text")}
          onChange={(event) => setText(event.target.value)}
        />
        <FormFault error={comment.error} fields={["text"]} />
        <div>
          <Button type="submit" isBusy={comment.isPending} disabled={text.trim() === ""}>
            Add comment
          </Button>
        </div>
      </Form>
    </div>
  );
}
