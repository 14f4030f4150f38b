import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { urlOf } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { CancelDeletion } from "../../app/cancel-deletion.tsx";
import { Person } from "../../app/people.tsx";
import { useMay, useSession } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import { parseTime, shortTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ExactTime } from "../../ui/relative-time.tsx";
import { Note } from "../../ui/states.tsx";
import { useFields } from "../../ui/use-fields.ts";

/** Lets owners delete the account, and cancel that until it is due. */
export function DeleteAccount() {
  const { account } = useSession();
  const mayDelete = useMay("owner");
  const [isOpen, setIsOpen] = useState(false);
  if (!mayDelete) return null;
  return (
    <Card title="Delete account">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {account.deletion_due_at === null ? (
          <>
            <p className="min-w-0 flex-1 basis-72 text-sm text-muted">
              Deletes everything in this account: devices, readings, rule chains, boards, keys and members.
              You have a few days to cancel.
            </p>
            <Button look="danger" onClick={() => setIsOpen(true)}>
              Delete account
            </Button>
          </>
        ) : (
          <>
            <p className="min-w-0 flex-1 basis-72 text-sm">
              This account will be deleted on <ExactTime at={account.deletion_due_at} text={shortTime} />.
              Until then, everything works as before.
            </p>
            <CancelDeletion />
          </>
        )}
      </div>
      {isOpen && <DeleteDialog onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { account } = useSession();
  const preview = useCall("showAccountDeletion", {});
  const ask = useChange("askAccountDeletion", {
    quiet: true,
    refreshes: ["showSession", "showAccountDeletion", "listAudit"],
    said: ({ due_at }) => `${account.name} will be deleted on ${shortTime(parseTime(due_at))}.`,
    onDone: onClose,
  });
  const form = useFields({ name: "" }, ask);
  return (
    <FormDialog
      title={`Delete ${account.name}?`}
      submit="Delete account"
      look="danger"
      {...form.saving}
      isComplete={form.values.name === account.name && preview.data?.is_only_account === false}
      onSubmit={() => ask.mutate({ body: form.values })}
      onClose={onClose}
    >
      <Loaded result={preview}>{(shown) => <WhatIsDeleted preview={shown} />}</Loaded>
      <TextField label={`Type “${account.name}” to confirm`} autoComplete="off" {...form.text("name")} />
    </FormDialog>
  );
}

function WhatIsDeleted({ preview }: { readonly preview: CallAnswer<"showAccountDeletion"> }) {
  const { devices, sensors, people, grace_days: days, is_only_account: isOnly } = preview;
  const { last_export: exported } = preview;
  if (isOnly)
    return (
      <Note tone="warn">
        This is the only account of the server, so it can’t be deleted. Create another account first.
      </Note>
    );
  return (
    <div className="flex flex-col gap-3 text-sm text-muted">
      <p>
        {plural(devices, "device")} with {plural(sensors, "sensor")}, all readings, rule chains, boards, keys
        and links are deleted {days === 0 ? "at once" : `in ${plural(days, "day")}`}. {days > 0 && untilThen}{" "}
        This can’t be undone afterwards.
      </p>
      {people.length > 0 && (
        <p>
          These people aren’t in any other account, so their sign-ins are deleted as well:{" "}
          <span className="text-text">{people.join(", ")}</span>.
        </p>
      )}
      <p>
        Save what you still need first:{" "}
        <a
          className="text-accent underline underline-offset-2"
          href={urlOf("exportReadings", { query: { format: "csv" } })}
          download
        >
          export all readings as CSV
        </a>
        .{" "}
        {exported === null ? (
          "You have not exported all readings yet."
        ) : (
          <>
            All readings were last exported on <ExactTime at={exported.at} text={shortTime} /> by{" "}
            <Person by={exported.by} />.
          </>
        )}
      </p>
    </div>
  );
}

const untilThen = "Until then everything works as before, and any owner can cancel.";
