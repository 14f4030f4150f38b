import { Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from "react";
import { useCall } from "../../api/queries.ts";
import { slugOf } from "../../format/slug.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { inputClass } from "../../ui/field.tsx";
import { PhoneLabel } from "../../ui/phone-label.tsx";
import { withName } from "../device/with-name.ts";
import { withType } from "../device/with-type.ts";
import { emptySensor, isMeant, type SensorDraft, slugOfDraft } from "./sensor-draft.ts";

const columns = "md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,2fr)_2rem]";

/** One row for each sensor. Enter moves to the next row, and adds one after the last. */
export function SensorRows({
  sensors,
  first,
  onChange,
  problems,
}: {
  readonly sensors: readonly SensorDraft[];
  /** The name field of the first sensor, so that the form can focus it. */
  readonly first: Ref<HTMLInputElement>;
  readonly onChange: (sensors: readonly SensorDraft[]) => void;
  /** By the key of the row. */
  readonly problems: ReadonlyMap<number, string>;
}) {
  const id = useId();
  const typesId = `${id}-types`;
  const { data: types } = useCall("listSensorTypes", {}, { staleTime: 60_000 });
  const nextKey = useRef(Math.max(...sensors.map(({ key }) => key)) + 1);
  const [focused, setFocused] = useState<number | null>(null);
  // Another name does not change what a sensor that exists already measures.
  const [existing] = useState(() => new Set(sensors.filter(isMeant).map(({ key }) => key)));
  useEffect(() => {
    if (focused !== null) document.getElementById(`${id}-name-${focused}`)?.focus();
  }, [focused, id]);

  const add = () => {
    const key = nextKey.current++;
    onChange([...sensors, emptySensor(key)]);
    setFocused(key);
  };
  const remove = (place: number) => {
    const left = sensors.filter((_, other) => other !== place);
    onChange(left.length > 0 ? left : [emptySensor(nextKey.current++)]);
    setFocused(left[Math.max(0, place - 1)]?.key ?? null);
  };
  const change = (place: number, changed: Partial<SensorDraft>) =>
    onChange(sensors.map((sensor, other) => (other === place ? { ...sensor, ...changed } : sensor)));
  const changeName = (place: number, name: string) => {
    const sensor = sensors[place]!;
    change(place, existing.has(sensor.key) ? { name } : withName(types?.items ?? [], sensor, name));
  };
  const changeType = (place: number, type: string) =>
    change(place, withType(types?.items ?? [], sensors[place]!, type));
  const goOn = (event: KeyboardEvent, place: number) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const next = sensors[place + 1];
    if (next === undefined) add();
    else document.getElementById(`${id}-name-${next.key}`)?.focus();
  };

  return (
    <div className="flex flex-col gap-2">
      <div aria-hidden className={cx("grid gap-2 text-sm font-medium max-md:hidden", columns)}>
        <span>Name</span>
        <span>Slug</span>
        <span>
          Type <Optional />
        </span>
        <span>
          Unit <Optional />
        </span>
      </div>
      {sensors.map((sensor, place) => {
        const problem = problems.get(sensor.key);
        const noteId = `${id}-note-${sensor.key}`;
        return (
          <fieldset
            key={sensor.key}
            aria-label={`Sensor ${place + 1}`}
            onKeyDown={(event) => goOn(event, place)}
            className={cx(
              "grid items-center gap-2 max-md:grid-cols-[3fr_2fr_2rem] max-md:border-b max-md:border-line max-md:pb-3",
              columns,
            )}
          >
            <PhoneLabel className="col-span-3">Name</PhoneLabel>
            <input
              id={`${id}-name-${sensor.key}`}
              {...(place === 0 ? { ref: first } : {})}
              aria-label={`Name of sensor ${place + 1}`}
              placeholder="e.g. Temperature"
              maxLength={200}
              className={cx(inputClass, "max-md:col-span-3")}
              value={sensor.name}
              onChange={({ target }) => changeName(place, target.value)}
            />
            <PhoneLabel className="col-span-3">Slug</PhoneLabel>
            <input
              aria-label={`Slug of sensor ${place + 1}`}
              placeholder="e.g. temperature"
              maxLength={64}
              autoCapitalize="off"
              spellCheck={false}
              {...(problem === undefined ? {} : { "aria-invalid": true, "aria-describedby": noteId })}
              className={cx(inputClass, "font-mono text-sm! max-md:col-span-3")}
              value={slugOfDraft(sensor)}
              onChange={({ target: { value } }) =>
                change(place, { ownSlug: value === "" || value === slugOf(sensor.name) ? null : value })
              }
            />
            <PhoneLabel>
              Type <Optional />
            </PhoneLabel>
            <PhoneLabel className="col-span-2">
              Unit <Optional />
            </PhoneLabel>
            <input
              aria-label={`Type of sensor ${place + 1}`}
              placeholder="e.g. temperature"
              maxLength={64}
              list={typesId}
              className={inputClass}
              value={sensor.type}
              onChange={({ target }) => changeType(place, target.value)}
            />
            <input
              aria-label={`Unit of sensor ${place + 1}`}
              placeholder="e.g. °C"
              maxLength={32}
              className={inputClass}
              value={sensor.unit}
              onChange={({ target }) => change(place, { unit: target.value })}
            />
            <IconButton label={`Remove sensor ${place + 1}`} onClick={() => remove(place)}>
              <Trash2 size={15} aria-hidden />
            </IconButton>
            {problem !== undefined && (
              <div id={noteId} className="col-span-full text-sm text-bad">
                {problem}
              </div>
            )}
          </fieldset>
        );
      })}
      <datalist id={typesId}>
        {types?.items.map(({ uuid, name, unit }) => (
          <option key={uuid} value={name} label={unit === null ? name : `${name} (${unit})`} />
        ))}
      </datalist>
      <div>
        <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={add}>
          Add sensor
        </Button>
      </div>
    </div>
  );
}

function Optional() {
  return <span className="font-normal text-muted">(optional)</span>;
}
