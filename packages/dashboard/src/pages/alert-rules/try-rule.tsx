import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { plural } from "../../format/number.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { type AlertRuleForm, conditionOf } from "./alert-rule-form.ts";

const weekHours = 168;
const listedMax = 5;

/** Tells what a rule for one sensor would have done in the last week. */
export function TryRule({ form }: { readonly form: AlertRuleForm }) {
  const trial = useMutation({
    mutationFn: () =>
      call("tryAlertRule", {
        body: { sensor: form.sensor, hours: weekHours, condition: conditionOf(form) },
      }),
  });
  const raised = trial.data?.changes.filter(({ change }) => change === "raised") ?? [];
  return (
    <div className="flex flex-col gap-2" aria-live="polite">
      <div>
        <Button isBusy={trial.isPending} disabled={form.sensor === ""} onClick={() => trial.mutate()}>
          Try on the last 7 days
        </Button>
      </div>
      {trial.data !== undefined && (
        <div className="text-sm">
          <p>
            {trial.data.raised === 0
              ? `No alarm in ${plural(trial.data.readings, "reading")}.`
              : `Would have raised ${plural(trial.data.raised, "alarm")} in ${plural(trial.data.readings, "reading")}.`}
          </p>
          <ul className="text-muted">
            {raised.slice(0, listedMax).map(({ at, value }) => (
              <li key={at}>
                {exactTime(parseTime(at))} · value {value}
              </li>
            ))}
          </ul>
          {raised.length > listedMax && <p className="text-muted">and {raised.length - listedMax} more</p>}
        </div>
      )}
      <FormFault error={trial.error} fields={[]} />
    </div>
  );
}
