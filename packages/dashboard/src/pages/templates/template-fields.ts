import type { CallAnswer, CallInput } from "../../api/route-types.ts";
import { attributesOfRows, noteFieldsOf, rowsOf, tagsOf } from "../device/settings/note-fields.ts";
import { emptySensor, isMeant, type SensorDraft, slugOfDraft, toNewSensor } from "../devices/sensor-draft.ts";
import type { Keep } from "../retention/keep-field.tsx";

export type Template = CallAnswer<"showTemplate">;

/** What a template says about a sensor besides the columns of its row. */
export interface SensorSettings {
  readonly chain: string | null;
  readonly retention_days: Keep;
}

/** A template as the form edits it. */
export interface TemplateFields {
  readonly name: string;
  readonly description: string;
  readonly sensors: readonly SensorDraft[];
  /** By the key of the sensor's row. Sensors without an entry have no settings of their own. */
  readonly ofSensors: ReadonlyMap<number, SensorSettings>;
  readonly chain: string | null;
  readonly contract: Template["contract"];
  readonly handling: Template["handling"];
  readonly expected_interval_s: number | null;
  readonly silence_alarm: Template["silence_alarm"];
  readonly judge_by_arrival: boolean;
  readonly tags: string;
  readonly attributes: string;
  readonly board: string | null;
}

/** The display names of the fields. */
export const fieldWords: Readonly<Record<keyof TemplateFields, string>> = {
  name: "name",
  description: "description",
  sensors: "sensors",
  ofSensors: "sensors",
  chain: "rule chain",
  contract: "contract",
  handling: "handling",
  expected_interval_s: "expected interval",
  silence_alarm: "alarm when silent",
  judge_by_arrival: "arrival time",
  tags: "tags",
  attributes: "attributes",
  board: "board",
};

export const noSettings: SensorSettings = { chain: null, retention_days: "account" };

export const emptyTemplate: TemplateFields = {
  name: "",
  description: "",
  sensors: [emptySensor(0)],
  ofSensors: new Map(),
  chain: null,
  contract: null,

  handling: "strict",
  expected_interval_s: null,
  silence_alarm: null,
  judge_by_arrival: false,
  tags: "",
  attributes: "[]",
  board: null,
};

export function fieldsOf(template: Template): TemplateFields {
  const { name, description, chain, contract, handling, expected_interval_s, silence_alarm, board } =
    template;
  const { judge_by_arrival } = template;
  const { tags, attributes } = noteFieldsOf({ ...template, location: null, notes: "" });
  const sensors = template.sensors.map(({ slug, name: sensorName, type, unit }, key) => ({
    key,
    name: sensorName,
    ownSlug: slug,
    type: type ?? "",
    unit: unit ?? "",
  }));
  return {
    name,
    description,
    chain,
    contract,
    handling,
    expected_interval_s,
    silence_alarm,
    board,
    judge_by_arrival,
    tags,
    attributes,
    sensors: sensors.length > 0 ? sensors : [emptySensor(0)],
    ofSensors: new Map(
      template.sensors.map(({ chain: own, retention_days }, key) => [key, { chain: own, retention_days }]),
    ),
  };
}

/** The template as the API takes it. */
export function bodyOf(fields: TemplateFields): CallInput<"createTemplate">["body"] {
  const { sensors, ofSensors, tags, attributes, ...others } = fields;
  return {
    ...others,
    tags: tagsOf(tags),
    attributes: attributesOfRows(rowsOf(attributes)),
    sensors: sensors.filter(isMeant).map((sensor) => ({
      ...toNewSensor(sensor),
      ...(ofSensors.get(sensor.key) ?? noSettings),
    })),
  };
}

/** Slugs that the form no longer has: devices keep these sensors. */
export function removedSlugs(template: Template, { sensors }: TemplateFields): string[] {
  const left = new Set(sensors.filter(isMeant).map(slugOfDraft));
  return template.sensors.map(({ slug }) => slug).filter((slug) => !left.has(slug));
}
