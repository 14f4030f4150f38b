import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import { plural, valueText } from "../../format/number.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { type ChartSensor, chartSensor } from "../charts/chart-sensor.ts";
import { MarkedChart } from "../charts/marked-chart.tsx";
import { useSensorLooks } from "../device/sensor-looks.ts";
import { type AlertRuleForm, conditionOf } from "./alert-rule-form.ts";
import { draggedLimit, limitsOfForm } from "./form-limits.ts";
import { trialMarks } from "./trial-marks.ts";

const weekHours = 168;
const hourMs = 3_600_000;
const listedMax = 5;

/** Shows the last week of a sensor with the limits of a rule, and tells what the rule would have done in it. */
export function TryRule({
  form,
  set,
}: {
  readonly form: AlertRuleForm;
  readonly set: (change: Partial<AlertRuleForm>) => void;
}) {
  const [span] = useState(() => ({ fromMs: Date.now() - weekHours * hourMs, toMs: Date.now() }));
  const condition = conditionOf(form);
  const shape = JSON.stringify([form.sensor, condition]);
  const trial = useMutation({
    mutationFn: async () => ({
      ...(await call("tryAlertRule", { body: { sensor: form.sensor, hours: weekHours, condition } })),
      shape,
    }),
  });
  // What another condition would have done is of no use.
  const tried = trial.data?.shape === shape ? trial.data : undefined;
  const raised = tried?.changes.filter(({ change }) => change === "raised") ?? [];
  const sensor = useTriedSensor(form);
  return (
    <div className="flex flex-col gap-2" aria-live="polite">
      {sensor !== null && (
        <div className="rounded-md border border-line px-2 pt-2">
          <MarkedChart
            key={sensor.uuid}
            sensor={sensor}
            span={span}
            marks={tried === undefined ? [] : trialMarks(tried.changes, form.severity)}
            limits={limitsOfForm(form, sensor.unit)}
            onDragLimit={(side, value) => set(draggedLimit(form, side, value))}
            height={180}
            label={`${sensor.name} in the last 7 days${tried === undefined ? "" : ", with the alarms that the rule would have raised"}`}
          />
        </div>
      )}
      <div>
        <Button isBusy={trial.isPending} disabled={form.sensor === ""} onClick={() => trial.mutate()}>
          Try on the last 7 days
        </Button>
      </div>
      {tried !== undefined && (
        <div className="text-sm">
          <p>
            {tried.raised === 0
              ? `No alarm in ${plural(tried.readings, "reading")}.`
              : `Would have raised ${plural(tried.raised, "alarm")} in ${plural(tried.readings, "reading")} of the last 7 days.`}
          </p>
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
