import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { NameField } from "../../../ui/name-field.tsx";
import { useFields } from "../../../ui/use-fields.ts";
import { unitsMax, unitsOf } from "../plot-line.ts";
import type { ChartLine } from "../use-lines.ts";
import type { DerivedSeries } from "./derived-series.ts";
import { useSeriesCompiler } from "./use-series-compiler.ts";

/** Writes the expression of a derived series, and says what is wrong with it. */
export function DerivedDialog({
  series,
  lines,
  onSave,
  onClose,
}: {
  /** Null for a new one. */
  readonly series: DerivedSeries | null;
  /** The sensors of the chart. */
  readonly lines: readonly ChartLine[];
  readonly onSave: (series: DerivedSeries) => void;
  readonly onClose: () => void;
}) {
  const compile = useSeriesCompiler(true);
  const form = useFields({
    name: series?.name ?? "",
    unit: series?.unit ?? lines[0]?.unit ?? "",
    expression: series?.expression ?? "",
  });
  const { name, unit, expression } = form.values;
  const letters = lines.map(({ letter }) => letter);
  const compiled = compile === null || expression.trim() === "" ? null : compile(expression, letters);
  const problem = compiled === null ? undefined : problemOf(compiled);
  const hasRoom = unitsOf([...lines, { unit }]).length <= unitsMax;
  return (
    <FormDialog
      title={series === null ? "Add derived series" : `Edit ${series.name}`}
      description="A curve computed from the sensors on this chart."
      submit={series === null ? "Add series" : "Save"}
      isBusy={false}
      isComplete={name.trim() !== "" && compiled?.ok === true && problem === undefined && hasRoom}
      onSubmit={() => {
        const written = { name: name.trim(), unit: unit.trim(), expression: expression.trim() };
        onSave({ ...written, isHidden: series?.isHidden ?? false });
        onClose();
      }}
      onClose={onClose}
    >
      <NameField {...form.text("name")} />
      <TextField
        label="Expression"
        isMono
        maxLength={1000}
        autoComplete="off"
        spellCheck={false}
        placeholder={letters.length > 1 ? "a - b" : "(a - 32) / 1.8"}
        hint="Uses the same language as expressions in chains."
        {...form.text("expression")}
        error={problem}
      />
      <ul aria-label="Sensors by letter" className="flex flex-col gap-1 text-sm text-muted">
        {lines.map(({ key, letter, name: sensor, unit: ofSensor }) => (
          <li key={key}>
            <code className="font-semibold text-text">{letter}</code> {sensor} {ofSensor}
          </li>
        ))}
      </ul>
      <TextField
        label="Unit"
        isOptional
        maxLength={32}
        autoComplete="off"
        {...form.text("unit")}
        error={hasRoom ? undefined : `A chart shows up to ${unitsMax} units.`}
      />
    </FormDialog>
  );
}

function problemOf(
  compiled:
    | { readonly ok: false; readonly problem: string }
    | { readonly ok: true; readonly uses: ReadonlySet<string> },
): string | undefined {
  if (!compiled.ok) return compiled.problem;
  return compiled.uses.size === 0 ? "Use at least one sensor, such as a." : undefined;
}
