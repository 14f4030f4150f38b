import pg from "pg";

/** PostgreSQL's numbers for its types. */
const int8 = 20;
const int8List: number = 1016;

/**
 * How values of the server are converted. Integers of eight bytes are ids, counts and microseconds, which are all below 2^53,
 * so they become numbers instead of texts. Everything else uses the driver's defaults.
 */
export const postgresValues: pg.CustomTypesConfig = {
  getTypeParser(type, format) {
    if (format !== "binary" && type === int8) return toNumber;
    if (format !== "binary" && type === int8List) return toNumbers;
    return pg.types.getTypeParser(type, format);
  },
};

function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`PostgreSQL returned ${text}, which is no whole number below 2^53.`);
}

/** Parses `{1,2,NULL}`. */
function toNumbers(text: string): (number | null)[] {
  if (text === "{}") return [];
  return text
    .slice(1, -1)
    .split(",")
    .map((item) => (item === "NULL" ? null : toNumber(item)));
}
