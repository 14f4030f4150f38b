import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import { plural, valueText } from "../../format/number.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { type ChartSensor, chartSensor } from "../charts/chart-sensor.ts";
import { limitsOfRule } from "../charts/limit-line.ts";
import { MarkedChart } from "../charts/marked-chart.tsx";
import { useSensorLooks } from "../device/sensor-looks.ts";
import { type AlertRuleForm, conditionOf } from "./alert-rule-form.ts";
import { trialMarks } from "./trial-marks.ts";

const weekHours = 168;
const hourMs = 3_600_000;
const listedMax = 5;

/** Tells what a rule for one sensor would have done in the last week. */
export function TryRule({ form }: { readonly form: AlertRuleForm }) {
  const trial = useMutation({
    mutationFn: () =>
      call("tryAlertRule", {
        body: { sensor: form.sensor, hours: weekHours, condition: conditionOf(form) },
      }).then((tried) => {
        const nowMs = Date.now();
        const { severity, sensor } = form;
        const span = { fromMs: nowMs - weekHours * hourMs, toMs: nowMs };
        return { ...tried, sensor, span, severity, condition: conditionOf(form) };
      }),
  });
  const raised = trial.data?.changes.filter(({ change }) => change === "raised") ?? [];
  const sensor = useTriedSensor(form);
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
              : `Would have raised ${plural(trial.data.raised, "alarm")} in ${plural(trial.data.readings, "reading")} of the last 7 days.`}
          </p>
          {sensor !== null && sensor.uuid === trial.data.sensor && trial.data.readings > 0 && (
            <div className="my-2 rounded-md border border-line px-2 pt-2">
              <MarkedChart
                sensor={sensor}
                span={trial.data.span}
                marks={trialMarks(trial.data.changes, trial.data.severity)}
                limits={limitsOfRule({ ...trial.data, uuid: "", name: form.name }, sensor.unit)}
                height={180}
                label={`${sensor.name} in the last 7 days, with the alarms that the rule would have raised`}
              />
            </div>
          )}
          <ul className="text-muted">
            {raised.slice(0, listedMax).map(({ at, value }) => (
              <li key={at}>
                {exactTime(parseTime(at))} · value {value === null ? "unknown" : valueText(value)}
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

/** The chosen sensor, once the sensors of its device are known. */
function useTriedSensor({ device, sensor: uuid }: AlertRuleForm): ChartSensor | null {
  const lookOf = useSensorLooks();
  const { data } = useCall("listSensors", { params: { device } }, { enabled: device !== "" });
  const found = data?.items.find((sensor) => sensor.uuid === uuid);
  return found === undefined ? null : chartSensor(found, null, lookOf(found));
}
