/** The names that follow from what a resource is called, such as "sensor type" and "sensor types". */

/** As in `listSensorTypes`. */
export type PascalOf<Words extends string> = Words extends `${infer First} ${infer Rest}`
  ? `${Capitalize<First>}${PascalOf<Rest>}`
  : Capitalize<Words>;

/** As in `unknown_sensor_type`. */
export type SnakeOf<Words extends string> = Words extends `${infer First} ${infer Rest}`
  ? `${First}_${SnakeOf<Rest>}`
  : Words;

export function pascalOf<Words extends string>(words: Words): PascalOf<Words> {
  return words.split(" ").map(capitalized).join("") as PascalOf<Words>;
}

export function snakeOf<Words extends string>(words: Words): SnakeOf<Words> {
  return words.replaceAll(" ", "_") as SnakeOf<Words>;
}

/** As in the audit action `sensor-type.create`. */
export function kebabOf(words: string): string {
  return words.replaceAll(" ", "-");
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function withArticle(words: string): string {
  return `${/^[aeiou]/i.test(words) ? "an" : "a"} ${words}`;
}
