import { useMembers } from "../../app/people.tsx";
import { useSession } from "../../app/session.tsx";
import { SelectField } from "../../ui/field.tsx";
import type { Alarm } from "../records/alarm-state.tsx";
import { useAssign } from "./alarm-changes.ts";

/** The choice of the member who takes care of an alarm. */
export function AlarmAssignee({ alarm: { id, assignee } }: { readonly alarm: Alarm }) {
  const { user } = useSession();
  const { data } = useMembers();
  const assign = useAssign();
  const known = assignee === null ? [] : [assignee];
  const members = data?.items ?? known;
  const choices = members.map(({ email, name }) => ({
    value: email,
    label: email === user.email ? `${name} (me)` : name,
  }));
  return (
    <SelectField
      label="Assignee"
      disabled={assign.isPending}
      choices={[{ value: "", label: "Unassigned" }, ...choices]}
      value={assignee?.email ?? ""}
      onChange={({ target: { value } }) =>
        assign.mutate({ params: { id }, body: { assignee: value === "" ? null : value } })
      }
    />
  );
}
