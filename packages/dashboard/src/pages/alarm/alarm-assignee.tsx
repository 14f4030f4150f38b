import { useCall } from "../../api/queries.ts";
import { useSession } from "../../app/session.tsx";
import { SelectField } from "../../ui/field.tsx";
import type { Alarm } from "../records/alarm-state.tsx";
import { useAssign } from "./alarm-changes.ts";

/** As many as fit into one answer. */
const membersMax = 1000;

/** The choice of the member who takes care of an alarm. */
export function AlarmAssignee({ alarm: { id, assignee } }: { readonly alarm: Alarm }) {
  const { user } = useSession();
  const { data } = useCall("listMembers", { query: { limit: membersMax } });
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
      choices={[{ value: "", label: "Nobody" }, ...choices]}
      value={assignee?.email ?? ""}
      onChange={({ target: { value } }) =>
        assign.mutate({ params: { id }, body: { assignee: value === "" ? null : value } })
      }
    />
  );
}
