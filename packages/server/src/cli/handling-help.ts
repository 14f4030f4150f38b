/** What `--handling` chooses, in the words of the commands that take it. */
export const handlingHelp =
  "What an invalid value or timestamp or a missing sensor name does: strict rejects the request, lenient drops the reading. " +
  "Unknown sensors, wrong shapes and future timestamps are dropped individually under both";
