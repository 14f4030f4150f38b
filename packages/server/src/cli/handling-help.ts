/** The description of `--handling` for the commands that have it. */
export const handlingHelp =
  "What an invalid value or timestamp or a missing sensor name does: strict rejects the request, lenient drops the reading. " +
  "Unknown sensors, wrong shapes and future timestamps are dropped individually under both";
